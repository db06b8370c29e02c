import { ImagePlus, X } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useObjectUrl } from '#web/lib/use-object-url.ts'
import { imageAccept, validateImage } from '#web/ui/file-validation.ts'
import type { BulkItem } from './bulk-list.ts'

type ItemArtworkProps = {
  item: BulkItem
  disabled: boolean
  onChange: (change: Partial<BulkItem>) => void
}

/** A thumbnail that selects, changes or removes the artwork. */
export function ItemArtwork({ item, disabled, onChange }: ItemArtworkProps) {
  const preview = useObjectUrl(item.artwork)
  const input = useRef<HTMLInputElement>(null)
  const show = (artwork: File | undefined) =>
    onChange({ artwork, artworkUrl: undefined, artworkError: undefined })
  function select({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    const artworkError = validateImage(file, limits.maxBulkArtworkBytes)
    if (artworkError) onChange({ artworkError })
    else show(file)
  }
  function removeArtwork() {
    show(undefined)
    input.current?.focus()
  }
  return (
    <div className="relative">
      <label
        className={classNames(
          'relative grid size-13 place-items-center overflow-hidden rounded-art text-muted has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus nav:size-14',
          preview ? 'shadow-(--shadow-art)' : 'border-[1.5px] border-dashed border-line-strong',
          !disabled && 'cursor-pointer hover:text-text',
        )}
      >
        <input
          ref={input}
          type="file"
          accept={imageAccept}
          aria-label={`${item.artwork ? 'Change' : 'Add'} artwork of ${item.title}`}
          disabled={disabled}
          onChange={select}
          className="sr-only"
        />
        {preview ? (
          <img src={preview} alt="" className="size-full object-cover" />
        ) : (
          <ImagePlus aria-hidden="true" className="size-5" />
        )}
      </label>
      {preview && !disabled && (
        <button
          type="button"
          aria-label={`Remove artwork of ${item.title}`}
          onClick={removeArtwork}
          className="absolute -top-2 -right-2 grid size-6 place-items-center rounded-full border border-line-strong bg-overlay text-text hover:bg-raised"
        >
          <X aria-hidden="true" className="size-3.5" strokeWidth={2} />
        </button>
      )}
    </div>
  )
}

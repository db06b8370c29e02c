import { ImagePlus } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { limits } from '#contract/limits.ts'
import type { BulkItem } from '#web/features/uploads/bulk-list.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useObjectUrl } from '#web/lib/use-object-url.ts'
import { imageProblem, imageTypes } from '#web/ui/image-file.ts'

type ItemArtworkProps = {
  item: BulkItem
  disabled: boolean
  onChange: (change: Partial<BulkItem>) => void
}

/** A small picture that is also where one is chosen. */
export function ItemArtwork({ item, disabled, onChange }: ItemArtworkProps) {
  const picture = useObjectUrl(item.artwork)
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    const artworkError = imageProblem(file, limits.bulkArtworkBytes)
    if (artworkError) onChange({ artworkError })
    else onChange({ artwork: file, artworkUrl: undefined, artworkError: undefined })
  }
  return (
    <label
      className={classNames(
        'relative grid size-13 place-items-center overflow-hidden rounded-art text-muted has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus tablet:size-14',
        picture ? 'shadow-(--shadow-art)' : 'border-[1.5px] border-dashed border-line-strong',
        !disabled && 'cursor-pointer hover:text-text',
      )}
    >
      <input
        type="file"
        accept={imageTypes}
        aria-label={`${item.artwork ? 'Change' : 'Add'} artwork of ${item.title}`}
        disabled={disabled}
        onChange={choose}
        className="sr-only"
      />
      {picture ? (
        <img src={picture} alt="" className="size-full object-cover" />
      ) : (
        <ImagePlus aria-hidden="true" className="size-5" />
      )}
    </label>
  )
}

import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useObjectUrl } from '#web/lib/use-object-url.ts'
import { Button } from '#web/ui/button.tsx'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { imageAccept } from '#web/ui/file-validation.ts'
import { ReselectNotice } from './reselect-notice.tsx'
import type { UploadedFile } from './upload-draft.ts'

type ArtworkFieldProps = {
  upload: {
    initialFile: UploadedFile | null
    onBusy: (isBusy: boolean) => void
    onFile: (file: File, signal: AbortSignal) => Promise<string>
    onUploaded: (path: string, file: File) => void
    onRemove: () => void
  }
  /** The cover embedded in the audio file: uploaded on save, unless removed. */
  cover: File | undefined
  onRemoveCover: () => void
  /** A selected image was lost when the user had to sign in again. */
  isLost: boolean
}

export function ArtworkField({ upload, cover, onRemoveCover, isLost }: ArtworkFieldProps) {
  const [selected, setSelected] = useState<File>()
  const offersCover = cover && !selected && !upload.initialFile
  const preview = useObjectUrl(offersCover ? cover : selected)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 tablet:sticky tablet:top-29 tablet:row-span-2 tablet:col-start-2 tablet:row-start-1">
      {offersCover ? (
        <SuggestedCover url={preview} onRemove={onRemoveCover} />
      ) : (
        <DropZone
          {...upload}
          kind="image"
          accept={imageAccept}
          maxBytes={limits.maxImageBytes}
          onFile={(file, signal) => {
            setSelected(file)
            return upload.onFile(file, signal)
          }}
          onRemove={() => {
            setSelected(undefined)
            upload.onRemove()
          }}
          label="Album artwork"
          what="an image"
          hint="JPG, PNG, GIF or WebP, up to 5 MB"
          preview={preview && <Preview url={preview} />}
          square
        />
      )}
      {isLost && !upload.initialFile && !selected && <ReselectNotice />}
    </div>
  )
}

function SuggestedCover({ url, onRemove }: { url: string | undefined; onRemove: () => void }) {
  return (
    <div className="grid gap-2.5">
      <span className="text-sm font-semibold">Album artwork</span>
      <Preview url={url} />
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm text-faint">Filled in from the file.</p>
        <Button tone="ghost" aria-label="Remove suggested artwork" onClick={onRemove}>
          Remove
        </Button>
      </div>
    </div>
  )
}

function Preview({ url }: { url: string | undefined }) {
  return (
    <span className="block aspect-square max-w-full overflow-hidden rounded-art-lg bg-raised shadow-(--shadow-art)">
      {url && <img src={url} alt="Chosen artwork" className="size-full object-cover" />}
    </span>
  )
}

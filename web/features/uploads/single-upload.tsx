import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'wouter'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { useObjectUrl } from '#web/lib/use-object-url.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { imageAccept } from '#web/ui/file-validation.ts'
import type { ZoneTransfer } from '#web/ui/use-drop-zone.ts'
import { audioFileRules } from './audio-files.ts'
import { ChosenAudio } from './chosen-audio.tsx'
import { publishedOn } from './published-files.ts'
import { FileNotice } from './reselect-notice.tsx'
import { TrackFields } from './track-fields.tsx'
import type { DraftStore, UploadedFile } from './upload-draft.ts'
import { type SingleUploadProps, useSingleUpload } from './use-single-upload.ts'

type Props = SingleUploadProps & {
  /** The file that was shared to the installed app, and is wanted. */
  sharedFile: File | undefined
  /** A file was shared, and got lost. */
  isShareFailed: boolean
  onCancel: () => void
}

export function SingleUpload({ sharedFile, onCancel, ...props }: Props) {
  const { user } = props
  const single = useSingleUpload(props)
  const audioInput = useRef<HTMLInputElement>(null)
  const { isSaving, isSending } = single
  return (
    <form
      noValidate
      aria-label="Track"
      onSubmit={(event) => {
        event.preventDefault()
        void single.submit(() => audioInput.current?.focus())
      }}
      className="grid items-start gap-7 pt-7 tablet:grid-cols-[minmax(0,1fr)_300px] tablet:gap-x-9 tablet:gap-y-8 tablet:pt-10 desk:grid-cols-[minmax(0,1fr)_372px] desk:gap-x-14"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <DropZone
            {...audioFileRules}
            {...single.audio}
            label="Audio file"
            what="an audio file"
            hint="MP3, WAV, M4A, AAC, FLAC or OGG, up to 100 MB"
            error={single.isAudioMissing ? 'Please upload an audio file.' : undefined}
            inputRef={audioInput}
            selectedFile={sharedFile}
            keepHandles
          />
          {single.chosen && <ChosenAudio file={single.chosen} />}
          {single.published && (
            <p role="status" className="text-sm text-primary-text wrap-anywhere">
              {publishedOn(single.published)}:{' '}
              <Link href={paths.track(single.published)} className="underline">
                {single.published.title}
              </Link>
            </p>
          )}
          {props.isShareFailed && !single.audio.initialFile && (
            <FileNotice>The shared file could not be received. Please choose it here.</FileNotice>
          )}
        </div>
        <TrackFields form={single.form} suggestions={single.suggestions} user={user} />
      </div>
      <ArtworkField
        upload={single.artwork}
        cover={single.cover}
        onRemoveCover={single.removeCover}
        store={props.store}
      />
      <FormFooter>
        <Link href={paths.home} onClick={onCancel} className={buttonClass('outline')}>
          Cancel
        </Link>
        <Button tone="primary" type="submit" disabled={isSaving || isSending}>
          {isSaving ? 'Saving...' : isSending ? 'Uploading...' : 'Save track'}
        </Button>
      </FormFooter>
    </form>
  )
}

/** The buttons of the form, the primary one on the right. */
function FormFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="grid grid-cols-[1fr_1.4fr] gap-3 border-t border-line pt-7 tablet:col-start-1 tablet:flex tablet:justify-end">
      {children}
    </footer>
  )
}

type ArtworkFieldProps = {
  upload: {
    initialFile: UploadedFile | null
    onBusy: (isBusy: boolean) => void
    onFile: (file: File, transfer: ZoneTransfer) => Promise<string>
    onUploaded: (path: string, file: File) => void
    onRemove: () => void
  }
  /** The cover embedded in the audio file: uploaded on save, unless removed. */
  cover: File | undefined
  onRemoveCover: () => void
  store: DraftStore
}

function ArtworkField({ upload, cover, onRemoveCover, store }: ArtworkFieldProps) {
  const [restored] = useState(store.images().artwork)
  const [selected, setShown] = useState(restored)
  function setSelected(artwork: File | undefined) {
    setShown(artwork)
    store.updateImages({ artwork })
  }
  const offersCover = cover && !selected && !upload.initialFile
  const preview = useObjectUrl(offersCover ? cover : selected)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 tablet:sticky tablet:top-29 tablet:row-span-2 tablet:col-start-2 tablet:row-start-1">
      {offersCover ? (
        <SuggestedCover url={preview} onRemove={onRemoveCover} />
      ) : (
        <DropZone
          {...upload}
          selectedFile={upload.initialFile ? undefined : restored}
          kind="image"
          accept={imageAccept}
          maxBytes={limits.maxImageBytes}
          onFile={(file, transfer) => {
            setSelected(file)
            return upload.onFile(file, transfer)
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

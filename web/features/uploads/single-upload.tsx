import type { ReactNode } from 'react'
import { useRef } from 'react'
import { Link } from 'wouter'
import type { CurrentUser } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { ArtworkField } from './artwork-field.tsx'
import { audioFileRules } from './audio-files.ts'
import { FileNotice, ReselectNotice } from './reselect-notice.tsx'
import { TrackFields } from './track-fields.tsx'
import { type SingleUploadProps, useSingleUpload } from './use-single-upload.ts'

type Props = SingleUploadProps & {
  user: CurrentUser
  isRestored: boolean
  /** The file that was shared to the installed app. */
  sharedFile: File | undefined
  /** A file was shared, and got lost. */
  isShareFailed: boolean
  onCancel: () => void
}

export function SingleUpload({ user, isRestored, sharedFile, onCancel, ...props }: Props) {
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
          />
          {isRestored && !single.audio.initialFile && <ReselectNotice />}
          {props.isShareFailed && !single.audio.initialFile && (
            <FileNotice>The shared file could not be received. Please choose it here.</FileNotice>
          )}
        </div>
        <TrackFields form={single.form} suggestions={single.suggestions} user={user} />
      </div>
      <ArtworkField
        upload={single.artwork}
        cover={single.suggestions.cover}
        onRemoveCover={single.suggestions.removeCover}
        isLost={isRestored && props.draft.hadUnsentArtwork}
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

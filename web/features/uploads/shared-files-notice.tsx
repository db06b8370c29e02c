import { Button } from '#web/ui/button.tsx'
import { listNames } from './audio-files.ts'

type SharedFilesNoticeProps = {
  files: readonly File[]
  onUse: () => void
  onDiscard: () => void
}

/** Asks before files are uploaded that the installed app has received. */
export function SharedFilesNotice({ files, onUse, onDiscard }: SharedFilesNoticeProps) {
  if (files.length === 0) return null
  return (
    <section
      aria-label="Shared files"
      className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-panel border border-line bg-surface p-4 tablet:px-5"
    >
      <p className="min-w-0 wrap-anywhere">
        Received: <strong>{listNames(files.map(({ name }) => name))}</strong>
      </p>
      <div className="flex gap-3">
        <Button tone="ghost" onClick={onDiscard}>
          Discard
        </Button>
        <Button tone="primary" onClick={onUse}>
          {files.length === 1 ? 'Use this file' : `Use these ${files.length} files`}
        </Button>
      </div>
    </section>
  )
}

import { useSyncExternalStore } from 'react'
import { formatTrackCount } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { listNames } from './audio-files.ts'
import { uploadedSummary } from './messages.ts'
import type { Bulk } from './use-bulk.ts'

type UnfinishedBatchNoticeProps = {
  bulk: Bulk
  /** Its title, if it is a release. */
  title: string | undefined
  onContinue: () => void
}

/** Asks whether a batch of which something failed is continued, and whether files that were chosen since belong to it. */
export function UnfinishedBatchNotice({ bulk, title, onContinue }: UnfinishedBatchNoticeProps) {
  const items = useSyncExternalStore(bulk.list.subscribe, bulk.list.get)
  const { pending, isRunning } = bulk
  if (!bulk.isAside && pending.length === 0) return null
  const left = items.filter(({ status }) => status !== 'completed')
  const [first] = left.length === 1 ? left : []
  const name = title || first?.title
  const quoted = name ? `“${name}”` : formatTrackCount(left.length)
  return (
    <section
      aria-label="Unfinished upload"
      className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-panel border border-line-strong bg-surface p-4 tablet:px-5"
    >
      <p role="status" className="min-w-0 wrap-anywhere">
        {pending.length > 0
          ? `Is ${listNames(pending.map((file) => file.name))} part of ${quoted}?`
          : `${title ? `${quoted}: ` : ''}${[...uploadedSummary(items), `${left.length} not uploaded yet`].join(', ')}.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button tone="ghost" disabled={isRunning} onClick={bulk.startNew}>
          Start new
        </Button>
        <Button tone="primary" onClick={onContinue}>
          Continue {quoted}
        </Button>
      </div>
    </section>
  )
}

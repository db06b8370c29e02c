import { useSyncExternalStore } from 'react'
import { formatTrackCount } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { listNames } from './audio-files.ts'
import { isFileMissing } from './upload-items.ts'
import type { Bulk } from './use-bulk.ts'

/** That the quota was reached midway: the rows that follow wait. */
export function HaltedNotice({ bulk: { list, transfers } }: { bulk: Bulk }) {
  const reason = useSyncExternalStore(transfers.halted.subscribe, transfers.halted.get)
  useSyncExternalStore(list.subscribe, list.get)
  const waiting = transfers.waiting().length
  return (
    <p role="alert" className="text-sm text-danger-text empty:hidden">
      {reason &&
        [
          reason,
          waiting > 0 &&
            `${formatTrackCount(waiting)} ${waiting === 1 ? 'waits' : 'wait'}: “Retry” in the failed row continues.`,
        ]
          .filter(Boolean)
          .join(' ')}
    </p>
  )
}

/** What is missing on the release of a bulk upload, or why it could not be completed. */
export function ReleaseNotice({ bulk, onRetry }: { bulk: Bulk; onRetry: () => void }) {
  const items = useSyncExternalStore(bulk.list.subscribe, bulk.list.get)
  const missing = items.filter(({ status }) => status === 'failed')
  const buttons = [
    missing.some((item) => !isFileMissing(item) && !item.isRefused) && '“Retry”',
    missing.some((item) => item.isRefused) && '“Choose another”',
    missing.some(isFileMissing) && '“Choose again”',
  ].filter(Boolean)
  const { released, releaseError } = bulk
  const isUploaded = items.length > 0 && items.every(({ status }) => status === 'completed')
  const isIncomplete = releaseError !== undefined || (bulk.isInterrupted && isUploaded)
  return (
    <div role="status" className="grid justify-items-start gap-2 text-sm empty:hidden">
      {isIncomplete && !bulk.isRunning ? (
        <>
          <p className="text-danger-text">
            Your tracks are uploaded, but the release is not complete. {releaseError}
          </p>
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </>
      ) : (
        released &&
        missing.length > 0 && (
          <p className="wrap-anywhere">
            “{released.title}” was created without {listNames(missing.map(({ title }) => title))}.
            Use {buttons.join(' or ')} in {missing.length === 1 ? 'its row' : 'their rows'}, and
            what is missing is put in its place.
          </p>
        )
      )}
    </div>
  )
}

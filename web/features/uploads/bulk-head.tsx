import { useRef, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { playlistNouns } from '#contract/playlist-types.ts'
import { formatPercent, formatTrackCount } from '#web/lib/format.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { HideButtons } from './hide-buttons.tsx'
import { uploadedSummary } from './messages.ts'
import { createSpeedometer, timeLeft } from './transfer-progress.ts'
import type { UploadItem } from './upload-items.ts'
import type { Bulk } from './use-bulk.ts'
import { publishedBatch } from './use-bulk-privacy.ts'

type BulkHeadProps = { bulk: Bulk; user: { id: string }; onClear: () => void }

/** '13 tracks selected', '7 of 13 · 2 min left' while they are uploaded, and '12 published · 1 failed' at
 * the end; what is scheduled says when. */
export function BulkHead({ bulk, user, onClear }: BulkHeadProps) {
  const { list, isRunning, hasRun, released } = bulk
  const items = useSyncExternalStore(list.subscribe, list.get)
  const rest = useTimeLeft(items)
  const count = formatTrackCount(items.length)
  const done = items.filter(({ audioUrl }) => audioUrl).length
  const published = items.filter(({ status }) => status === 'completed').length
  const failed = items.filter(({ status }) => status === 'failed').length
  const isEnded = hasRun && !isRunning && published > 0
  const running = `${Math.max(done, published)} of ${items.length}`
  const ended = [...uploadedSummary(items), failed > 0 && `${failed} failed`]
  const title = isEnded
    ? ended.filter(Boolean).join(' · ')
    : isRunning
      ? [running, rest].filter(Boolean).join(' · ')
      : `${count} selected`
  return (
    <header className="mt-5 mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 className="font-display text-xl leading-heading font-bold tabular-nums">{title}</h2>
      <p role="status" className="sr-only">
        {isEnded ? title : spoken(items, done)}
      </p>
      {isEnded ? (
        <div className="flex flex-wrap items-center gap-2">
          <HideButtons privacy={bulk.privacy} batch={publishedBatch(items, released)} />
          <Link
            href={released ? paths.playlist(released) : paths.profile(user.id)}
            className={buttonClass('secondary')}
          >
            {released ? `View the ${playlistNouns[released.type]}` : 'View on your profile'}
          </Link>
        </div>
      ) : (
        <Button tone="ghost" disabled={isRunning} onClick={onClear}>
          Clear All
        </Button>
      )}
    </header>
  )
}

/** Screen readers hear every quarter of all bytes. */
function spoken(items: readonly UploadItem[], done: number): string {
  if (done > 0 && done === items.length) return `${formatTrackCount(done)} uploaded`
  const { sent, total } = sum(items)
  const quarter = total > 0 ? Math.min(75, Math.floor((sent / total) * 4) * 25) : 0
  return quarter > 0 ? `${formatPercent(quarter / 100)} uploaded` : ''
}

function useTimeLeft(items: readonly UploadItem[]): string {
  const measure = useRef(createSpeedometer())
  const bytes = sum(items.filter(({ file, status }) => file && status !== 'failed'))
  return timeLeft({ ...bytes, bytesPerSecond: measure.current(bytes.sent) })
}

function sum(items: readonly UploadItem[]) {
  const add = (of: (item: UploadItem) => number) =>
    items.reduce((bytes, item) => bytes + of(item), 0)
  return {
    sent: add(({ sent, audioUrl, source }) => (audioUrl ? source.size : sent)),
    total: add(({ source }) => source.size),
  }
}

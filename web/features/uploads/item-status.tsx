import { Check, TriangleAlert, X } from 'lucide-react'
import { genreLabel } from '#contract/genres.ts'
import { formatFileSize } from '#web/ui/file-validation.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { BulkItem } from './bulk-list.ts'

type ItemProgressProps = {
  item: BulkItem
  id: string
  /** A validation error that blocks the upload. */
  problem: string | undefined
}

/** File size, and what else is known: tags, progress or error. */
export function ItemProgress({ item, id, problem }: ItemProgressProps) {
  const { artist, genre } = item.tags
  const tags = [artist, genre && genreLabel(genre)].filter(Boolean).join(' · ')
  const error = problem ?? (item.status === 'failed' ? item.error : undefined)
  return (
    <div id={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <span className="min-w-14.5 tabular-nums">{formatFileSize(item.file.size)}</span>
      {item.status === 'pending' && tags && <span className="min-w-0 truncate">{tags}</span>}
      {error ? (
        <span className="flex min-w-0 items-center gap-1.5 text-danger-text">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
          {error}
        </span>
      ) : (
        <span className="flex max-w-80 flex-1">
          <ProgressBar
            label={`Upload of ${item.title}`}
            percent={item.progress}
            isDone={item.status === 'completed'}
          />
        </span>
      )}
      {!problem && item.reason && <span className="w-full wrap-anywhere">{item.reason}</span>}
    </div>
  )
}

const statusClasses = {
  pending: 'text-muted',
  uploading: 'text-primary-text',
  completed: 'text-success',
  failed: 'text-danger-text',
}

export function ItemStatus({ item: { status, progress } }: { item: BulkItem }) {
  // Tracks are created when all files are uploaded.
  const isSent = progress === 100
  return (
    <span
      className={`col-start-2 flex items-center gap-1.5 text-sm font-semibold tabular-nums nav:col-start-auto nav:justify-end [&>svg]:size-4 ${statusClasses[status]}`}
    >
      {status === 'pending' && 'Pending'}
      {status === 'uploading' && (isSent ? 'Uploaded' : `Uploading ${Math.round(progress)}%`)}
      {status === 'completed' && (
        <>
          <Check aria-hidden="true" strokeWidth={2} />
          Completed
        </>
      )}
      {status === 'failed' && (
        <>
          <X aria-hidden="true" strokeWidth={2} />
          Failed
        </>
      )}
    </span>
  )
}

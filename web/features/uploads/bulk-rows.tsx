import {
  Check,
  FolderOpen,
  ImagePlus,
  Pause,
  Play,
  RotateCcw,
  TriangleAlert,
  X,
} from 'lucide-react'
import { type ChangeEvent, memo, type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import { genreLabel } from '#contract/genres.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { artworkSrcSet, artworkUrl } from '#web/lib/api-urls.ts'
import { classNames } from '#web/lib/class-names.ts'
import { formatPercent } from '#web/lib/format.ts'
import { formatBytes } from '#web/lib/format-bytes.ts'
import { useObjectUrl } from '#web/lib/use-object-url.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { imageAccept, validateImage } from '#web/ui/file-validation.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { publishedOn } from './published-files.ts'
import { titleError } from './track-form.ts'
import { describeSpeed } from './transfer-progress.ts'
import { isFileMissing, type UploadItem } from './upload-items.ts'

export type RowActions = {
  change: (id: string, change: Partial<UploadItem>) => void
  retry: (id: string) => void
  pause: (id: string) => void
  resume: (id: string) => void
  /** Asks for the file again. */
  reopen: (id: string) => void
  /** Asks for another file in place of one that was refused. */
  chooseAnother: (id: string) => void
  remove: (id: string, button: HTMLElement) => void
  clear: () => void
}

type BulkRowProps = {
  item: UploadItem
  actions: RowActions
  /** While all tracks are being uploaded. */
  isRunning: boolean
  /** What the row is dragged by. */
  handle?: ReactNode
}

/** Rerenders only when its own track changes. */
export const BulkRow = memo(function BulkRow(props: BulkRowProps) {
  const { item, actions, isRunning, handle } = props
  const { id, title, status } = item
  const isReadOnly = isRunning || status === 'completed'
  const problem = titleError(title)
  return (
    <div className="relative grid grid-cols-[52px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-2 py-3 nav:grid-cols-[56px_minmax(0,1fr)_148px_auto] nav:gap-x-4.5 nav:px-3">
      <ItemArtwork
        item={item}
        disabled={isReadOnly}
        onChange={(change) => actions.change(id, change)}
      />
      <div className="min-w-0">
        {item.track ? (
          <Link
            href={paths.track(item.track)}
            className="block min-h-10 truncate py-2 font-semibold hover:underline"
          >
            {title}
          </Link>
        ) : (
          <input
            id={`title-${id}`}
            type="text"
            aria-label="Title"
            autoComplete="off"
            value={title}
            disabled={isReadOnly}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`about-${id}`}
            onChange={({ target }) => actions.change(id, { title: target.value })}
            className="mb-1.5 block min-h-10 w-full truncate rounded-art-lg border border-line-strong bg-sunken px-3 py-1.5 font-semibold light:bg-bg hover:border-text focus:border-transparent focus:outline-2 focus:outline-focus disabled:border-transparent disabled:bg-transparent disabled:px-0 aria-invalid:border-danger-text"
          />
        )}
        <ItemProgress item={item} id={`about-${id}`} problem={problem ?? item.artworkError} />
      </div>
      <ItemStatus item={item} />
      <div className="col-start-3 row-start-1 flex flex-wrap justify-end nav:col-start-4 nav:min-w-27">
        {status !== 'completed' && (
          <>
            <TransferButton item={item} actions={actions} />
            <IconButton
              label={`Remove ${title}`}
              data-remove=""
              onClick={({ currentTarget }) => actions.remove(id, currentTarget)}
            >
              <X />
            </IconButton>
          </>
        )}
        {handle}
      </div>
    </div>
  )
})

/** Retries, chooses another file, opens again, pauses or resumes. */
function TransferButton({ item, actions }: Pick<BulkRowProps, 'item' | 'actions'>) {
  const { id, title, status, source } = item
  if (item.audioUrl && status !== 'failed') return null
  const [label, icon, act] = item.isRefused
    ? ([
        `Choose another file for ${title}`,
        <FolderOpen key="another" />,
        actions.chooseAnother,
      ] as const)
    : isFileMissing(item)
      ? ([
          `${status === 'failed' ? 'Choose again:' : 'Resume upload of'} ${source.name}`,
          <FolderOpen key="open" />,
          actions.reopen,
        ] as const)
      : status === 'failed'
        ? ([`Retry ${title}`, <RotateCcw key="retry" />, actions.retry] as const)
        : item.isPaused || item.published
          ? ([
              `${item.published ? 'Upload' : 'Resume'} ${title}`,
              <Play key="resume" />,
              actions.resume,
            ] as const)
          : ([`Pause ${title}`, <Pause key="pause" />, actions.pause] as const)
  return (
    <Tooltip text={label}>
      <IconButton label={label} onClick={() => act(id)}>
        {icon}
      </IconButton>
    </Tooltip>
  )
}

type ItemArtworkProps = {
  item: UploadItem
  disabled: boolean
  onChange: (change: Partial<UploadItem>) => void
}

/** A thumbnail that selects, changes or removes the artwork; of a published track what its page shows. */
function ItemArtwork({ item, disabled, onChange }: ItemArtworkProps) {
  const preview = useObjectUrl(item.artwork)
  const { track } = item
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
  if (track && !preview)
    return (
      <Artwork
        src={artworkUrl({ ...track, artworkUrl: null }, 96)}
        srcSet={artworkSrcSet({ ...track, artworkUrl: null })}
        sizes="56px"
        className="size-13 nav:size-14"
      />
    )
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

type ItemProgressProps = {
  item: UploadItem
  id: string
  /** A validation error that blocks the upload. */
  problem: string | undefined
}

/** File size, and what else is known: tags, progress or error. */
function ItemProgress({ item, id, problem }: ItemProgressProps) {
  const error = problem ?? (item.status === 'failed' ? item.error : undefined)
  const detail = itemDetail(item)
  return (
    <div
      id={id}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums"
    >
      <span className="min-w-14.5">{formatBytes(item.source.size)}</span>
      {error ? (
        <span className="flex min-w-0 items-center gap-1.5 text-danger-text">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
          {error}
        </span>
      ) : (
        <span className="flex max-w-80 min-w-24 flex-1">
          <ProgressBar
            label={`Upload of ${item.title}`}
            percent={item.progress}
            isDone={item.status === 'completed'}
          />
        </span>
      )}
      {!error && detail && <span className="min-w-0 truncate">{detail}</span>}
      {!problem && item.reason && <span className="w-full wrap-anywhere">{item.reason}</span>}
    </div>
  )
}

function itemDetail(item: UploadItem): string {
  const { source, sent, bytesPerSecond, status, audioUrl } = item
  if (isFileMissing(item) && status !== 'completed')
    return `Choose ${source.name} again to continue`
  if (item.published) return publishedOn(item.published)
  if (item.isWaiting) return 'Reconnecting…'
  if (status === 'uploading' && !audioUrl)
    return describeSpeed({ sent, total: source.size, bytesPerSecond })
  const { artist, genre } = item.tags
  return [artist, genre && genreLabel(genre)].filter(Boolean).join(' · ')
}

const statusClasses = {
  pending: 'text-muted',
  uploading: 'text-primary-text',
  completed: 'text-success',
  failed: 'text-danger-text',
}

function ItemStatus({ item }: { item: UploadItem }) {
  const { status, progress, audioUrl, isPaused, published } = item
  return (
    <span
      className={`col-start-2 flex items-center gap-1.5 text-sm font-semibold tabular-nums nav:col-start-auto nav:justify-end [&>svg]:size-4 ${statusClasses[status]}`}
    >
      {status === 'pending' && (published ? 'Published' : isPaused ? 'Paused' : 'Pending')}
      {status === 'uploading' &&
        (audioUrl ? 'Uploaded' : `Uploading ${formatPercent(progress / 100)}`)}
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

import { RotateCcw, X } from 'lucide-react'
import { memo, useSyncExternalStore } from 'react'
import { formatTrackCount } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { BulkItem } from './bulk-list.ts'
import { ItemArtwork } from './item-artwork.tsx'
import { ItemProgress, ItemStatus } from './item-status.tsx'
import { titleError } from './track-form.ts'
import type { Bulk } from './use-bulk.ts'

export type RowActions = {
  change: (id: string, change: Partial<BulkItem>) => void
  retry: (id: string) => void
  remove: (id: string, button: HTMLElement) => void
  clear: () => void
}

type BulkRowProps = { item: BulkItem; actions: RowActions }

/**
 * Rerenders only when its own track changes; `content-visibility` skips rows outside the viewport.
 */
const BulkRow = memo(function BulkRow({ item, actions }: BulkRowProps) {
  const { id, title, status } = item
  const isReadOnly = status === 'uploading' || status === 'completed'
  const problem = titleError(title)
  return (
    <li className="relative grid grid-cols-[52px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-2 py-3 [contain-intrinsic-size:auto_84px] [content-visibility:auto] not-first:border-t not-first:border-line nav:grid-cols-[56px_minmax(0,1fr)_148px_auto] nav:gap-x-4.5 nav:px-3">
      <ItemArtwork
        item={item}
        disabled={isReadOnly}
        onChange={(change) => actions.change(id, change)}
      />
      <div className="min-w-0">
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
        <ItemProgress item={item} id={`about-${id}`} problem={problem ?? item.artworkError} />
      </div>
      <ItemStatus item={item} />
      <div className="col-start-3 row-start-1 flex nav:col-start-4">
        {status === 'failed' && (
          <IconButton
            label={`Retry ${title}`}
            onClick={() => actions.retry(id)}
            className="group-data-running:hidden"
          >
            <RotateCcw />
          </IconButton>
        )}
        <IconButton
          label={`Remove ${title}`}
          data-remove=""
          onClick={({ currentTarget }) => actions.remove(id, currentTarget)}
        >
          <X />
        </IconButton>
      </div>
    </li>
  )
})

export function BulkRows({ bulk, actions }: { bulk: Bulk; actions: RowActions }) {
  const { items } = useSyncExternalStore(bulk.list.subscribe, bulk.list.get)
  const done = items.filter(({ status }) => status === 'completed').length
  const count = formatTrackCount(items.length)
  if (items.length === 0) return null
  return (
    <section aria-label="Selected tracks">
      <header className="mt-5 mb-3 flex items-center justify-between gap-4">
        <h2 className="font-display text-xl leading-heading font-bold">{count} selected</h2>
        <Button tone="ghost" disabled={bulk.isRunning} onClick={actions.clear}>
          Clear All
        </Button>
      </header>
      <p role="status" className="sr-only">
        {done > 0 && `${done} of ${count} uploaded`}
      </p>
      <div className="rounded-panel border border-line bg-surface">
        <ul
          data-running={bulk.isRunning || undefined}
          className="group fading-list max-h-96 overflow-auto px-1.5 pt-1.5"
        >
          {items.map((item) => (
            <BulkRow key={item.id} item={item} actions={actions} />
          ))}
        </ul>
      </div>
    </section>
  )
}

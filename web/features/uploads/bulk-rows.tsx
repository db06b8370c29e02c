import { memo } from 'react'
import { formatTrackCount } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { BulkRow } from './bulk-row.tsx'
import type { Bulk } from './use-bulk.ts'
import type { RowActions } from './use-row-actions.ts'

type BulkRowsProps = {
  ids: readonly string[]
  left: number
  bulk: Bulk
  actions: RowActions
}

export function BulkRows({ ids, left, bulk, actions }: BulkRowsProps) {
  const done = ids.length - left
  return (
    <section aria-label="Selected tracks">
      <header className="mt-5 mb-3 flex items-center justify-between gap-4">
        <h2 className="font-display text-xl leading-[1.1] font-bold">
          {formatTrackCount(ids.length)} selected
        </h2>
        <Button tone="ghost" disabled={bulk.isRunning} onClick={actions.clear}>
          Clear All
        </Button>
      </header>
      <p role="status" className="sr-only">
        {done > 0 && `${done} of ${formatTrackCount(ids.length)} uploaded`}
      </p>
      <Rows ids={ids} list={bulk.list} actions={actions} isRunning={bulk.isRunning} />
    </section>
  )
}

type RowsProps = {
  ids: readonly string[]
  list: Bulk['list']
  actions: RowActions
  isRunning: boolean
}

const Rows = memo(function Rows({ ids, list, actions, isRunning }: RowsProps) {
  return (
    <div className="rounded-panel border border-line bg-surface">
      <ul
        data-running={isRunning || undefined}
        className="group fading-list max-h-96 overflow-auto px-1.5 pt-1.5"
      >
        {ids.map((id) => {
          const store = list.item(id)
          return store && <BulkRow key={id} store={store} actions={actions} />
        })}
      </ul>
    </div>
  )
})

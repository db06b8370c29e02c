import {
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
  useDraggable,
  useDroppable,
} from '@dnd-kit/core'
import { GripVertical } from 'lucide-react'
import { memo, useSyncExternalStore } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { dragAccessibility, useDragSensors } from '#web/ui/sortable-list/drag-sensors.ts'
import { useDragAnnouncer } from '#web/ui/sortable-list/use-drag-announcer.tsx'
import { type MoveRow, rowStep, useMoveRow } from '#web/ui/sortable-list/use-move-row.ts'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import { BulkRow, type RowActions } from './bulk-rows.tsx'
import type { UploadItem } from './upload-items.ts'
import type { Bulk } from './use-bulk.ts'

type BulkRowsListProps = {
  bulk: Bulk
  actions: RowActions
  /** As high as the page. */
  isExpanded: boolean
}

/** The rows of a bulk upload, which can be dragged into another order until they are uploaded; failed ones first. */
export function BulkRowsList({ bulk, actions, isExpanded }: BulkRowsListProps) {
  const { list, isRunning, hasRun } = bulk
  const items = useSyncExternalStore(list.subscribe, list.get)
  const announcer = useDragAnnouncer(items.length)
  const sensors = useDragSensors(announcer.announce)
  const moveTo = useMoveRow({
    items,
    titleOf,
    onMove: ({ from, to }) => list.move(items[from]?.id ?? '', to),
    announce: announcer.announce,
  })
  const isFixed = isRunning || hasRun
  const rowOf = (row: { id: unknown } | null) => list.get().findIndex(({ id }) => id === row?.id)
  const indexOf = ({ over }: DragOverEvent) => rowOf(over)
  function end(event: DragEndEvent) {
    const to = indexOf(event)
    announcer.ended(event, to < 0 ? rowOf(event.active) : to)
    if (to >= 0) list.move(String(event.active.id), to)
  }
  return (
    <DndContext
      sensors={sensors}
      accessibility={dragAccessibility}
      onDragStart={announcer.started}
      onDragMove={(event) => {
        // Beside the list it stays where it was.
        const over = indexOf(event)
        announcer.moved(event, over < 0 ? rowOf(event.active) : over)
      }}
      onDragEnd={end}
      onDragCancel={announcer.cancelled}
    >
      {announcer.region}
      <TooltipProvider>
        <ul className={classNames('px-1.5 pt-1.5', !isExpanded && 'fading-list max-h-96')}>
          {failedFirst(items).map((item) => (
            <SortableRow
              key={item.id}
              {...{ item, actions, isRunning, moveTo }}
              row={items.indexOf(item)}
              rows={items.length}
              isFixed={isFixed || items.length < 2}
            />
          ))}
        </ul>
      </TooltipProvider>
    </DndContext>
  )
}

const titleOf = ({ title }: UploadItem) => title

const failedFirst = (items: readonly UploadItem[]) => [
  ...items.filter(({ status }) => status === 'failed'),
  ...items.filter(({ status }) => status !== 'failed'),
]

/** Marks where the dragged row lands. */
const dropClass = 'bg-primary-soft shadow-[inset_0_0_0_1.5px_var(--color-primary-lo)]'

type SortableRowProps = {
  item: UploadItem
  actions: RowActions
  isRunning: boolean
  isFixed: boolean
  row: number
  rows: number
  moveTo: MoveRow
}

/** `content-visibility` skips rows outside the viewport. */
const SortableRow = memo(function SortableRow(all: SortableRowProps) {
  const { isFixed, row, rows, moveTo, ...props } = all
  const { id, title } = props.item
  const drag = useDraggable({ id, data: { title, row, rows }, disabled: isFixed })
  const drop = useDroppable({ id, disabled: isFixed })
  return (
    <li
      onKeyDown={(event) => {
        const step = !isFixed && !drag.isDragging && rowStep(event)
        if (step) moveTo(row, row + step)
      }}
      ref={(element) => {
        drag.setNodeRef(element)
        drop.setNodeRef(element)
      }}
      className={classNames(
        '[contain-intrinsic-size:auto_84px] [content-visibility:auto] not-first:border-t not-first:border-line',
        drag.isDragging && 'bg-raised',
        drop.isOver && !drag.isDragging && dropClass,
      )}
    >
      <BulkRow
        {...props}
        handle={
          isFixed ? undefined : (
            <button
              type="button"
              ref={drag.setActivatorNodeRef}
              {...drag.attributes}
              {...drag.listeners}
              aria-label={`Reorder ${title}`}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              className="grid h-10 w-7 cursor-grab touch-none place-items-center rounded-art-lg text-faint hover:bg-raised hover:text-text"
            >
              <GripVertical className="size-5" />
            </button>
          )
        }
      />
    </li>
  )
})

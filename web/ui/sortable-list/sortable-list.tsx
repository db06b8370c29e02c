import {
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  DragOverlay,
  type DragStartEvent,
  type Modifier,
  useDraggable,
} from '@dnd-kit/core'
import { GripVertical } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { useMediaQuery } from '#web/lib/use-browser-state.ts'
import { BareVirtualList, linedRow, VirtualRow } from '../virtual-list.tsx'
import { useDragAnnouncements, useDragSensors } from './drag-sensors.ts'
import { type DragState, dropIndex, rowOffset } from './drag-state.ts'

type RowOptions = {
  /** What the row is dragged by. */
  handle: ReactNode
  isDragged?: boolean
}
type RenderRow<Item> = (item: Item, row: number, options: RowOptions) => ReactNode

type SortableListProps<Item> = {
  items: readonly Item[]
  titleOf: (item: Item) => string
  onMove: (move: DragState) => void
  /** Sets the row height: `[--row-height:76px]`. */
  className: string
  /** Stacking of the dragged row. */
  zIndex?: number
  /** Renders a row. A stable function saves rendering. */
  children: RenderRow<Item>
}

const restrictToVertical: Modifier = ({ transform }) => ({ ...transform, x: 0 })
const modifiers = [restrictToVertical]
const autoScroll = { threshold: { x: 0, y: 0.15 } }
const dropAnimation = { duration: 220, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }

/** A virtual list whose rows can be dragged by mouse, touch and keyboard. */
export function SortableList<Item extends { id: string }>(props: SortableListProps<Item>) {
  const { items, titleOf, onMove, className, zIndex = 20, children } = props
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<DragState | null>(null)
  const sensors = useDragSensors()
  const announcements = useDragAnnouncements()
  useInstantScroll(drag !== null)
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)')

  const rowOf = ({ active }: Pick<DragStartEvent, 'active'>) =>
    items.findIndex(({ id }) => id === active.id)
  function dragAfter(event: DragMoveEvent): DragState {
    const from = rowOf(event)
    const rows = items.length
    const rowHeight = (list.current?.offsetHeight ?? 0) / rows
    return { from, to: dropIndex({ from, rows, rowHeight }, event.delta.y) }
  }
  function move(event: DragMoveEvent) {
    const next = dragAfter(event)
    announcements.dropIndex.current = next.to
    // A move event may arrive after the drop.
    setDrag((now) => now && (now.from === next.from && now.to === next.to ? now : next))
  }
  function start(event: DragStartEvent) {
    const from = rowOf(event)
    announcements.dropIndex.current = from
    setDrag({ from, to: from })
  }
  function end(event: DragEndEvent) {
    const { from, to } = dragAfter(event)
    setDrag(null)
    if (from >= 0 && from !== to) onMove({ from, to })
  }

  const dragged = drag && items[drag.from]
  return (
    <DndContext
      sensors={sensors}
      modifiers={modifiers}
      autoScroll={autoScroll}
      accessibility={announcements.accessibility}
      onDragStart={start}
      onDragMove={move}
      onDragEnd={end}
      onDragCancel={() => setDrag(null)}
    >
      <BareVirtualList ref={list} items={items} pinned={drag?.from} className={className}>
        {(item, row) => (
          <SortableRow
            key={item.id}
            item={item}
            title={titleOf(item)}
            row={row}
            rows={items.length}
            offset={drag ? rowOffset(row, drag) : undefined}
            isPlaceholder={drag?.from === row}
            render={children as RenderRow<{ id: string }>}
          />
        )}
      </BareVirtualList>
      <DragOverlay zIndex={zIndex} dropAnimation={reducedMotion ? null : dropAnimation}>
        {dragged && (
          <DragPreview>
            {children(dragged, drag.from, { handle: draggedHandle, isDragged: true })}
          </DragPreview>
        )}
      </DragOverlay>
    </DndContext>
  )
}

type SortableRowProps = {
  item: { id: string }
  title: string
  row: number
  rows: number
  offset: number | undefined
  isPlaceholder: boolean
  render: RenderRow<{ id: string }>
}

const SortableRow = memo(function SortableRow(props: SortableRowProps) {
  const { item, title, row, rows, offset, isPlaceholder, render } = props
  const { attributes, listeners, setNodeRef, setActivatorNodeRef } = useDraggable({
    id: item.id,
    data: { title, row, rows },
  })
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      aria-label={`Reorder ${title}`}
      className={`${handleClass} cursor-grab touch-none text-faint hover:bg-raised hover:text-text`}
    >
      <GripVertical className="size-5" />
    </button>
  )
  return (
    <VirtualRow
      ref={setNodeRef}
      id={item.id}
      row={row}
      rows={rows}
      {...(offset !== undefined && {
        style: { transform: `translateY(calc(100% * ${offset}))` },
      })}
      className={classNames(
        offset !== undefined && 'transition-transform duration-(--duration-base)',
        isPlaceholder ? placeholderClass : linedRow,
      )}
    >
      {render(item, row, { handle })}
    </VirtualRow>
  )
})

/** Marks the drop position of the dragged row. */
const placeholderClass =
  'rounded-control bg-primary-soft shadow-[inset_0_0_0_1.5px_var(--color-primary-lo)] [&>*]:opacity-0'

const handleClass = 'grid h-10 w-7 place-items-center rounded-art-lg'
const draggedHandle = (
  <span className={`${handleClass} text-primary-text`}>
    <GripVertical className="size-5" />
  </span>
)

/** The dragged row, slightly rotated. */
function DragPreview({ children }: { children: ReactNode }) {
  return (
    <div inert aria-hidden="true" className="h-full cursor-grabbing">
      <div className="h-full translate-x-1.5 -rotate-[0.6deg] tablet:translate-x-4">{children}</div>
    </div>
  )
}

/** Disables smooth scrolling while a row is dragged. */
function useInstantScroll(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const { style } = document.documentElement
    style.scrollBehavior = 'auto'
    return () => {
      style.scrollBehavior = ''
    }
  }, [active])
}

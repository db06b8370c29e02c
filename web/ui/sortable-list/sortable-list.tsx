import {
  DndContext,
  type DragCancelEvent,
  type DragEndEvent,
  type DragMoveEvent,
  DragOverlay,
  type DragStartEvent,
  type Modifier,
  useDraggable,
} from '@dnd-kit/core'
import { GripVertical } from 'lucide-react'
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { useMediaQuery } from '#web/lib/use-browser-state.ts'
import { BareVirtualList, linedRow, VirtualRow } from '../virtual-list.tsx'
import { type DraggedRow, dragAccessibility, useDragSensors } from './drag-sensors.ts'
import { type DragState, dropIndex, rowOffset } from './drag-state.ts'
import { RowMoveContext } from './row-move.tsx'
import { useDragAnnouncer } from './use-drag-announcer.tsx'
import { type MoveRow, rowStep, useMoveRow } from './use-move-row.ts'

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

/** A virtual list whose rows can be moved by mouse, touch, keyboard and menu. */
export function SortableList<Item extends { id: string }>(props: SortableListProps<Item>) {
  const { items, titleOf, onMove, className, zIndex = 20, children } = props
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<DragState | null>(null)
  const announcer = useDragAnnouncer(items.length)
  const sensors = useDragSensors(announcer.announce)
  useInstantScroll(drag !== null)
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)')
  const moveTo = useMoveRow({ ...props, announce: announcer.announce })

  function dragAfter({ active, delta }: DragMoveEvent): DragState {
    const from = items.findIndex(({ id }) => id === active.id)
    const rows = items.length
    const rowHeight = (list.current?.offsetHeight ?? 0) / rows
    return { from, to: dropIndex({ from, rows, rowHeight }, delta.y) }
  }
  function start(event: DragStartEvent) {
    const { row } = event.active.data.current as DraggedRow
    announcer.started(event)
    setDrag({ from: row, to: row })
  }
  function move(event: DragMoveEvent) {
    const next = dragAfter(event)
    announcer.moved(event, next.to)
    // A move event may arrive after the drop.
    setDrag((now) => now && (now.from === next.from && now.to === next.to ? now : next))
  }
  function end(event: DragEndEvent) {
    const { from, to } = dragAfter(event)
    setDrag(null)
    announcer.ended(event, to)
    if (from >= 0 && from !== to) onMove({ from, to })
  }
  function cancel(event: DragCancelEvent) {
    setDrag(null)
    announcer.cancelled(event)
  }

  const dragged = drag && items[drag.from]
  return (
    <DndContext
      sensors={sensors}
      modifiers={modifiers}
      autoScroll={autoScroll}
      accessibility={dragAccessibility}
      onDragStart={start}
      onDragMove={move}
      onDragEnd={end}
      onDragCancel={cancel}
    >
      {announcer.region}
      <BareVirtualList ref={list} items={items} mountedRow={drag?.from} className={className}>
        {(item, row) => (
          <SortableRow
            key={item.id}
            item={item}
            title={titleOf(item)}
            row={row}
            rows={items.length}
            offset={drag ? rowOffset(row, drag) : undefined}
            isPlaceholder={drag?.from === row}
            moveTo={moveTo}
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
  moveTo: MoveRow
  render: RenderRow<{ id: string }>
}

const SortableRow = memo(function SortableRow(props: SortableRowProps) {
  const { item, title, row, rows, offset, isPlaceholder, moveTo, render } = props
  const { attributes, listeners, setNodeRef, setActivatorNodeRef } = useDraggable({
    id: item.id,
    data: { title, row, rows },
  })
  const move = useMemo(
    () => ({ title, row, rows, moveTo: (to: number) => moveTo(row, to) }),
    [title, row, rows, moveTo],
  )
  function press(event: KeyboardEvent) {
    const step = offset === undefined && rowStep(event)
    if (step) move.moveTo(row + step)
  }
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      aria-label={`Reorder ${title}`}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
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
      onKeyDown={press}
      {...(offset !== undefined && {
        style: { transform: `translateY(calc(100% * ${offset}))` },
      })}
      className={classNames(
        offset !== undefined && 'transition-transform duration-(--duration-base)',
        isPlaceholder ? placeholderClass : linedRow,
      )}
    >
      <RowMoveContext value={move}>{render(item, row, { handle })}</RowMoveContext>
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

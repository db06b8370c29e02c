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
import { memo, useEffect, useRef, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { useMediaQuery } from '#web/lib/use-browser-state.ts'
import { useDragAnnouncements } from './drag-announcements.ts'
import { useDragSensors } from './drag-sensors.ts'
import { type DragState, dropIndex, reordered, rowOffset } from './drag-state.ts'
import { TrackItem } from './track-item.tsx'
import { type Entry, TrackList } from './track-list.tsx'
import { type RowActions, TrackRow } from './track-row.tsx'

export type SortableTracksProps = {
  entries: Entry[]
  actions: RowActions
  onReorder: (trackIds: string[]) => void
}

const restrictToVertical: Modifier = ({ transform }) => ({ ...transform, x: 0 })
const modifiers = [restrictToVertical]
const autoScroll = { threshold: { x: 0, y: 0.15 } }
const dropAnimation = { duration: 220, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }

/** The owner's list: rows can be dragged by mouse, touch and keyboard. */
export function SortableTracks({ entries, actions, onReorder }: SortableTracksProps) {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<DragState | null>(null)
  const sensors = useDragSensors()
  const announcements = useDragAnnouncements()
  useInstantScroll(drag !== null)
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)')

  const rowOf = ({ active }: Pick<DragStartEvent, 'active'>) =>
    entries.findIndex(({ id }) => id === active.id)
  function dragAfter(event: DragMoveEvent): DragState {
    const from = rowOf(event)
    const rows = entries.length
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
    if (from !== to)
      onReorder(
        reordered(
          entries.map(({ trackId }) => trackId),
          { from, to },
        ),
      )
  }

  const draggedEntry = drag && entries[drag.from]
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
      <TrackList ref={list} entries={entries} pinned={drag?.from}>
        {(entry, row) => (
          <SortableItem
            key={entry.id}
            entry={entry}
            row={row}
            rows={entries.length}
            offset={drag ? rowOffset(row, drag) : undefined}
            isPlaceholder={drag?.from === row}
            {...actions}
          />
        )}
      </TrackList>
      <DragOverlay zIndex={20} dropAnimation={reducedMotion ? null : dropAnimation}>
        {draggedEntry && <DragPreview entry={draggedEntry} row={drag.from} {...actions} />}
      </DragOverlay>
    </DndContext>
  )
}

type SortableItemProps = RowActions & {
  entry: Entry
  row: number
  rows: number
  offset: number | undefined
  isPlaceholder: boolean
}

const SortableItem = memo(function SortableItem(props: SortableItemProps) {
  const { entry, row, rows, offset, isPlaceholder, onRemove } = props
  const { attributes, listeners, setNodeRef, setActivatorNodeRef } = useDraggable({
    id: entry.id,
    data: { title: entry.track.title, row, rows },
  })
  const grip = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      aria-label={`Reorder ${entry.track.title}`}
      className={`${handleClass} cursor-grab touch-none hover:bg-raised hover:text-text`}
    >
      <GripVertical className="size-5" />
    </button>
  )
  return (
    <TrackItem
      ref={setNodeRef}
      entry={entry}
      row={row}
      rows={rows}
      isPlaceholder={isPlaceholder}
      {...(offset !== undefined && { offset })}
    >
      <TrackRow track={entry.track} row={row} handle={grip} onRemove={onRemove} />
    </TrackItem>
  )
})

const handleClass = 'grid h-10 w-7 place-items-center rounded-[8px] text-faint'

/** The dragged row, slightly rotated. */
function DragPreview({ entry, row, ...actions }: RowActions & { entry: Entry; row: number }) {
  return (
    <div inert aria-hidden="true" className="h-full cursor-grabbing">
      <div className="h-full translate-x-1.5 -rotate-[0.6deg] tablet:translate-x-4">
        <TrackRow
          isDragged
          track={entry.track}
          row={row}
          handle={
            <span className={classNames(handleClass, 'text-primary-text!')}>
              <GripVertical className="size-5" />
            </span>
          }
          {...actions}
        />
      </div>
    </div>
  )
}

/** Disables smooth scrolling while a row is dragged. */
export function useInstantScroll(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const { style } = document.documentElement
    style.scrollBehavior = 'auto'
    return () => {
      style.scrollBehavior = ''
    }
  }, [active])
}

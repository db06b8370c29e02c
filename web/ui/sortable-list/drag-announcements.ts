import type { Active, DndContextProps } from '@dnd-kit/core'
import { useMemo, useRef } from 'react'
import type { DraggedRow } from './drag-sensors.ts'

const instructions =
  'To move a track, press Space or Enter, then the arrow keys up and down. Press Space or Enter again to drop it, or Escape to cancel.'

/** Screen reader announcements during a drag. `dropIndex` is updated by the list. */
export function useDragAnnouncements() {
  const dropIndex = useRef(-1)
  const accessibility = useMemo<NonNullable<DndContextProps['accessibility']>>(() => {
    let lastIndex = -1
    function announce(active: Active, what: string, index = dropIndex.current) {
      const { title, rows } = active.data.current as DraggedRow
      lastIndex = index
      return `${title} ${what} ${index + 1} of ${rows}.`
    }
    const rowOf = (active: Active) => (active.data.current as DraggedRow).row
    return {
      screenReaderInstructions: { draggable: instructions },
      announcements: {
        onDragStart: ({ active }) => announce(active, 'picked up. It is track', rowOf(active)),
        onDragMove: ({ active }) =>
          dropIndex.current === lastIndex ? undefined : announce(active, 'would be track'),
        onDragOver: () => undefined,
        onDragEnd: ({ active }) => announce(active, 'is now track'),
        onDragCancel: ({ active }) => announce(active, 'stays track', rowOf(active)),
      },
    }
  }, [])
  return { dropIndex, accessibility }
}

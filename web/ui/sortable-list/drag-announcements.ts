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
    const announce = (
      active: Active,
      message: (title: string, position: string) => string,
      index: number,
    ) => {
      const { title, rows } = active.data.current as DraggedRow
      lastIndex = index
      return message(title, `${index + 1} of ${rows}`)
    }
    const rowOf = (active: Active) => (active.data.current as DraggedRow).row
    return {
      screenReaderInstructions: { draggable: instructions },
      announcements: {
        onDragStart: ({ active }) =>
          announce(
            active,
            (title, position) => `${title} picked up. It is track ${position}.`,
            rowOf(active),
          ),
        onDragMove: ({ active }) =>
          dropIndex.current === lastIndex
            ? undefined
            : announce(
                active,
                (title, position) => `${title} would be track ${position}.`,
                dropIndex.current,
              ),
        onDragOver: () => undefined,
        onDragEnd: ({ active }) =>
          announce(
            active,
            (title, position) => `${title} is now track ${position}.`,
            dropIndex.current,
          ),
        onDragCancel: ({ active }) =>
          announce(active, (title, position) => `${title} stays track ${position}.`, rowOf(active)),
      },
    }
  }, [])
  return { dropIndex, accessibility }
}

import type { Active, DndContextProps } from '@dnd-kit/core'
import { useMemo, useRef } from 'react'
import type { DraggedRow } from './drag-sensors.ts'

const instructions =
  'To move a track, press Space or Enter, then the arrow keys up and down. Press Space or Enter again to drop it, or Escape to cancel.'

/** Screen reader announcements during a drag. `place` is the current drop index. */
export function useDragAnnouncements() {
  const place = useRef(-1)
  const accessibility = useMemo<NonNullable<DndContextProps['accessibility']>>(() => {
    let said = -1
    const tell = (active: Active, words: (title: string, place: string) => string, at: number) => {
      const { title, rows } = active.data.current as DraggedRow
      said = at
      return words(title, `${at + 1} of ${rows}`)
    }
    const rowOf = (active: Active) => (active.data.current as DraggedRow).row
    return {
      screenReaderInstructions: { draggable: instructions },
      announcements: {
        onDragStart: ({ active }) =>
          tell(active, (title, at) => `${title} picked up. It is track ${at}.`, rowOf(active)),
        onDragMove: ({ active }) =>
          place.current === said
            ? undefined
            : tell(active, (title, at) => `${title} would be track ${at}.`, place.current),
        onDragOver: () => undefined,
        onDragEnd: ({ active }) =>
          tell(active, (title, at) => `${title} is now track ${at}.`, place.current),
        onDragCancel: ({ active }) =>
          tell(active, (title, at) => `${title} stays track ${at}.`, rowOf(active)),
      },
    }
  }, [])
  return { place, accessibility }
}

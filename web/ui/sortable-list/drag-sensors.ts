import {
  type Active,
  type DndContextProps,
  KeyboardSensor,
  type KeyboardSensorOptions,
  PointerSensor,
  type PointerSensorOptions,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useMemo, useRef } from 'react'
import { keyboardStep } from './drag-state.ts'

/** The data that dnd-kit passes with a dragged row. */
type DraggedRow = { title: string; row: number; rows: number }

/** A minimum distance, so that an unsteady click is no drag. */
const pointerOptions: PointerSensorOptions = { activationConstraint: { distance: 4 } }

const keyboardOptions: KeyboardSensorOptions = {
  keyboardCodes: {
    start: ['Space', 'Enter'],
    cancel: ['Escape'],
    end: ['Space', 'Enter', 'Tab'],
  },
  scrollBehavior: 'instant',
  coordinateGetter(event, { currentCoordinates, context }) {
    const { active, activeNode, scrollAdjustedTranslate } = context
    if (!active || !activeNode) return undefined
    const { row, rows } = active.data.current as DraggedRow
    const origin = { from: row, rows, rowHeight: activeNode.offsetHeight }
    const step = keyboardStep(event.code, origin, scrollAdjustedTranslate?.y ?? 0)
    // Prevents page scrolling.
    if (event.code.startsWith('Arrow')) event.preventDefault()
    return step ? { ...currentCoordinates, y: currentCoordinates.y + step } : undefined
  },
}

export function useDragSensors() {
  return useSensors(
    useSensor(PointerSensor, pointerOptions),
    useSensor(KeyboardSensor, keyboardOptions),
  )
}

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

import {
  KeyboardSensor,
  type KeyboardSensorOptions,
  PointerSensor,
  type PointerSensorOptions,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { keyboardStep } from './drag-state.ts'

/** The data that dnd-kit passes with a dragged row. */
export type DraggedRow = { title: string; row: number; rows: number }

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

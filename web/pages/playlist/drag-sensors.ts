import {
  KeyboardSensor,
  type KeyboardSensorOptions,
  PointerSensor,
  type PointerSensorOptions,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { keyboardStep } from './drag-state.ts'

/** What a row tells about itself when it is moved. */
export type DraggedRow = { title: string; row: number; rows: number }

/** A click with a trembling hand is still a click. */
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
    const place = { from: row, rows, rowHeight: activeNode.offsetHeight }
    const step = keyboardStep(event.code, place, scrollAdjustedTranslate?.y ?? 0)
    // The page must not scroll as well.
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

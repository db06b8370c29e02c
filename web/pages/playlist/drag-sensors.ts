import {
  KeyboardSensor,
  type KeyboardSensorOptions,
  PointerSensor,
  type PointerSensorOptions,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { stepByKey } from './drag-state.ts'

/** What a row tells about itself when it is moved. */
export type MovedRow = { title: string; row: number; rows: number }

/** A click with a trembling hand is still a click. */
const byPointer: PointerSensorOptions = { activationConstraint: { distance: 4 } }

const byKeyboard: KeyboardSensorOptions = {
  keyboardCodes: {
    start: ['Space', 'Enter'],
    cancel: ['Escape'],
    end: ['Space', 'Enter', 'Tab'],
  },
  scrollBehavior: 'instant',
  coordinateGetter(event, { currentCoordinates, context }) {
    const { active, activeNode, scrollAdjustedTranslate } = context
    if (!active || !activeNode) return undefined
    const { row, rows } = active.data.current as MovedRow
    const place = { from: row, rows, rowHeight: activeNode.offsetHeight }
    const step = stepByKey(event.code, place, scrollAdjustedTranslate?.y ?? 0)
    // The page must not scroll as well.
    if (event.code.startsWith('Arrow')) event.preventDefault()
    return step ? { ...currentCoordinates, y: currentCoordinates.y + step } : undefined
  },
}

export function useMoveSensors() {
  return useSensors(useSensor(PointerSensor, byPointer), useSensor(KeyboardSensor, byKeyboard))
}

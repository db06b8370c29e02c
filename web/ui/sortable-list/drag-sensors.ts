import {
  type DndContextProps,
  KeyboardSensor,
  type KeyboardSensorOptions,
  PointerSensor,
  type PointerSensorOptions,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useMemo } from 'react'
import { keyboardStep } from './drag-state.ts'

/** The data that dnd-kit passes with a dragged row. */
export type DraggedRow = { title: string; row: number; rows: number }

/** A minimum distance, so that an unsteady click is no drag. */
const pointerOptions: PointerSensorOptions = { activationConstraint: { distance: 4 } }

const keyboardCodes: NonNullable<KeyboardSensorOptions['keyboardCodes']> = {
  start: ['Space', 'Enter'],
  cancel: ['Escape'],
  end: ['Space', 'Enter', 'Tab'],
}

/** `announce`, a stable function, gets what a key does that cannot move the row any further. */
export function useDragSensors(announce: (text: string) => void) {
  const keyboardOptions = useMemo(
    (): KeyboardSensorOptions => ({
      keyboardCodes,
      scrollBehavior: 'instant',
      coordinateGetter(event, { currentCoordinates, context }) {
        const { active, activeNode, scrollAdjustedTranslate, scrollableAncestors } = context
        if (!active || !activeNode) return undefined
        const { row, rows } = active.data.current as DraggedRow
        const origin = { from: row, rows, rowHeight: activeNode.offsetHeight }
        const step = keyboardStep(event.code, origin, scrollAdjustedTranslate?.y ?? 0)
        if (step === undefined) return undefined
        // Prevents page scrolling.
        event.preventDefault()
        if (step === 0) {
          announce(/Up$|Home/.test(event.code) ? 'First row.' : 'Last row.')
          return undefined
        }
        const top = currentCoordinates.y + step
        // For the arrows, dnd-kit scrolls itself.
        const scrolled = event.code.startsWith('Arrow') ? 0 : scrollTo(scrollableAncestors[0], top)
        return { ...currentCoordinates, y: top - scrolled }
      },
    }),
    [announce],
  )
  return useSensors(
    useSensor(PointerSensor, pointerOptions),
    useSensor(KeyboardSensor, keyboardOptions),
  )
}

/** Brings a row that would be at this height to the middle half of what is visible; returns by how far it has scrolled. */
function scrollTo(container: Element | undefined, top: number): number {
  if (!container) return 0
  const isPage = container === document.scrollingElement
  const start = isPage ? 0 : container.getBoundingClientRect().top
  const height = isPage ? innerHeight : container.clientHeight
  const inside = Math.min(Math.max(top, start + height / 4), start + height * 0.75)
  const before = container.scrollTop
  container.scrollBy({ top: top - inside, behavior: 'instant' })
  return container.scrollTop - before
}

const instructions =
  'To move a track, press Alt and an arrow key up or down. Or press Space or Enter, then the arrow keys, Page Up, Page Down, Home or End, and Space or Enter again to drop it, or Escape to cancel.'

const silent = () => undefined

/** The list announces drags itself, together with other moves. */
export const dragAccessibility: NonNullable<DndContextProps['accessibility']> = {
  screenReaderInstructions: { draggable: instructions },
  announcements: {
    onDragStart: silent,
    onDragMove: silent,
    onDragOver: silent,
    onDragEnd: silent,
    onDragCancel: silent,
  },
}

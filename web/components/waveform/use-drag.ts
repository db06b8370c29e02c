import { type PointerEvent, useState } from 'react'
import { timeAt } from './seeking.ts'

/** Dragging along an element; the position on release counts. */
export function useDrag(duration: number, onDrop: (seconds: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null)
  const timeOf = (event: PointerEvent<HTMLElement>) =>
    timeAt(event.clientX, event.currentTarget.getBoundingClientRect(), duration)
  return {
    /** The dragged playhead position in seconds; null while not dragging. */
    dragged,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || !event.isPrimary) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(timeOf(event))
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (dragged !== null) setDragged(timeOf(event))
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        if (dragged === null) return
        onDrop(timeOf(event))
        setDragged(null)
      },
      onPointerCancel: () => setDragged(null),
    },
  }
}

import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { scrubbedTime, timeAfterKey, timeAt } from '../engine/seeking.ts'

type ScrubDeps = {
  duration: number
  /** Read on each key press: the rendered position is older when keys are pressed quickly. */
  position: () => number
  onSeek: (seconds: number) => void
}

/** Seeking along an element: by click, by drag, where the release counts, and by keyboard. */
export function useScrub({ duration, position, onSeek }: ScrubDeps) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const last = useRef({ x: 0, time: 0 })
  const box = (event: PointerEvent<HTMLElement>) => event.currentTarget.getBoundingClientRect()
  function scrub(event: PointerEvent<HTMLElement>): number {
    const time = scrubbedTime(last.current, event, box(event), duration)
    last.current = { x: event.clientX, time }
    return time
  }
  return {
    /** The dragged playhead position in seconds; null while not dragging. */
    dragged,
    /** The time under the mouse; null while it is elsewhere. */
    hovered,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || !event.isPrimary) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(scrub(event))
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (dragged !== null) setDragged(scrub(event))
        else if (event.pointerType === 'mouse')
          setHovered(timeAt(event.clientX, box(event), duration))
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        if (dragged === null) return
        onSeek(scrub(event))
        setDragged(null)
        setHovered(null)
      },
      onPointerCancel: () => setDragged(null),
      onPointerLeave: () => setHovered(null),
      onKeyDown(event: KeyboardEvent) {
        const time = timeAfterKey(event.key, position(), duration)
        if (time === undefined || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        onSeek(time)
      },
    },
  }
}

import { useCallback, useState } from 'react'
import { useLatest } from '#web/lib/use-latest.ts'
import { connectScrub } from '../engine/seeking.ts'

type ScrubDeps = {
  duration: number
  position: () => number
  onSeek: (seconds: number) => void
}

/** Seeking along the element with the `ref`. */
export function useScrub(deps: ScrubDeps) {
  const latest = useLatest(deps)
  /** In seconds; null while not dragging, and while dragging or the mouse is elsewhere. */
  const [dragged, setDragged] = useState<number | null>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const ref = useCallback(
    (element: HTMLElement | null) =>
      element
        ? connectScrub(element, {
            duration: () => latest.current.duration,
            position: () => latest.current.position(),
            onSeek: (seconds) => latest.current.onSeek(seconds),
            onDrag: setDragged,
            onHover: setHovered,
          })
        : undefined,
    [latest],
  )
  return { dragged, hovered: dragged === null ? hovered : null, ref }
}

import { scrubbedTime, timeAfterKey } from '#web/features/player/engine/seeking.ts'

type ScrubDeps = {
  duration: () => number
  position: () => number
  onSeek: (seconds: number) => void
  /** Null when the drag ends. */
  onDrag: (seconds: number | null) => void
}

/** Seeking along an element: by click, by drag, where the release counts, and by keyboard. */
export function connectScrub(element: HTMLElement, deps: ScrubDeps): void {
  let last: { x: number; time: number } | null = null
  function drag(event: PointerEvent): number {
    const box = element.getBoundingClientRect()
    const from = last ?? { x: event.clientX, time: deps.position() }
    const time = scrubbedTime(from, event, box, deps.duration())
    last = { x: event.clientX, time }
    return time
  }
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return
    element.setPointerCapture(event.pointerId)
    deps.onDrag(drag(event))
  })
  element.addEventListener('pointermove', (event) => {
    if (last) deps.onDrag(drag(event))
  })
  element.addEventListener('pointerup', (event) => {
    if (!last) return
    deps.onSeek(drag(event))
    last = null
    deps.onDrag(null)
  })
  element.addEventListener('pointercancel', () => {
    last = null
    deps.onDrag(null)
  })
  element.addEventListener('keydown', (event) => {
    const time = timeAfterKey(event.key, deps.position(), deps.duration())
    if (time === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    deps.onSeek(time)
  })
}

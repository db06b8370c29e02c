/** Converts pointer positions and keys to playback times. All times in seconds. */

const arrowStep = 5
/** Page keys move by this fraction of the duration. */
const pageShare = 0.1

/** Pixels above or below the element, and how fast the position follows the pointer beyond them. */
const fineSteps = [
  { beyond: 140, rate: 1 / 16 },
  { beyond: 48, rate: 1 / 4 },
]

type Box = Pick<DOMRect, 'left' | 'width'>
type Pointer = { clientX: number; clientY: number }

export function timeAt(clientX: number, box: Box, duration: number): number {
  const share = box.width > 0 ? (clientX - box.left) / box.width : 0
  return within(share * duration, duration)
}

/**
 * The time while dragging: that under the pointer, or, away from the element, a finer step from the
 * last time. A pixel of the bar is several seconds of a long mix.
 */
export function scrubbedTime(
  last: { x: number; time: number },
  { clientX, clientY }: Pointer,
  box: Box & Pick<DOMRect, 'top' | 'bottom'>,
  duration: number,
): number {
  const distance = Math.max(box.top - clientY, clientY - box.bottom)
  const fine = fineSteps.find(({ beyond }) => distance > beyond)
  if (!fine || box.width <= 0) return timeAt(clientX, box, duration)
  const step = ((clientX - last.x) / box.width) * duration * fine.rate
  return within(last.time + step, duration)
}

/** Undefined for a key that does not seek. */
export function timeAfterKey(key: string, position: number, duration: number): number | undefined {
  const page = Math.max(arrowStep, duration * pageShare)
  const steps: Record<string, number> = {
    ArrowRight: arrowStep,
    ArrowUp: arrowStep,
    ArrowLeft: -arrowStep,
    ArrowDown: -arrowStep,
    PageUp: page,
    PageDown: -page,
    Home: -duration,
    End: duration,
  }
  const step = steps[key]
  return step === undefined ? undefined : within(position + step, duration)
}

/** Seeks relative to the current position. */
export function skipBy(
  player: { seek(seconds: number): void },
  position: { current(): number; duration(): number },
  seconds: number,
): void {
  player.seek(within(position.current() + seconds, position.duration() || Number.POSITIVE_INFINITY))
}

type ScrubDeps = {
  duration: () => number
  /** Read on each key press: a rendered position is older when keys are pressed quickly. */
  position: () => number
  onSeek: (seconds: number) => void
  /** Null when the drag ends. */
  onDrag: (seconds: number | null) => void
  /** The time under the mouse; null when it leaves. */
  onHover?: (seconds: number | null) => void
}

/** Seeking along an element: by click, by drag, where the release counts, and by keyboard. */
export function connectScrub(element: HTMLElement, deps: ScrubDeps): () => void {
  const { duration, position, onSeek, onDrag, onHover } = deps
  const disconnect = new AbortController()
  const { signal } = disconnect
  let last: { x: number; time: number } | null = null
  function scrub(event: PointerEvent): number {
    const box = element.getBoundingClientRect()
    const time = scrubbedTime(last ?? { x: event.clientX, time: 0 }, event, box, duration())
    last = { x: event.clientX, time }
    return time
  }
  function end() {
    last = null
    onDrag(null)
  }
  const listen = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => element.addEventListener(name, listener, { signal })
  listen('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return
    element.setPointerCapture(event.pointerId)
    onDrag(scrub(event))
  })
  listen('pointermove', (event) => {
    if (last) onDrag(scrub(event))
    else if (event.pointerType === 'mouse')
      onHover?.(timeAt(event.clientX, element.getBoundingClientRect(), duration()))
  })
  listen('pointerup', (event) => {
    if (!last) return
    onSeek(scrub(event))
    end()
    onHover?.(null)
  })
  listen('pointercancel', end)
  listen('pointerleave', () => onHover?.(null))
  listen('keydown', (event) => {
    const time = timeAfterKey(event.key, position(), duration())
    if (time === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onSeek(time)
  })
  return () => disconnect.abort()
}

function within(time: number, duration: number): number {
  return Math.min(duration, Math.max(0, time))
}

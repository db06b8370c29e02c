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

function within(time: number, duration: number): number {
  return Math.min(duration, Math.max(0, time))
}

/** Converts pointer positions and keys to playback times. All times in seconds. */

const arrowStep = 5
/** Page keys move by this fraction of the duration. */
const pageShare = 0.1

type Box = Pick<DOMRect, 'left' | 'width'>

export function timeAt(clientX: number, box: Box, duration: number): number {
  const share = box.width > 0 ? (clientX - box.left) / box.width : 0
  return within(share * duration, duration)
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

function within(time: number, duration: number): number {
  return Math.min(duration, Math.max(0, time))
}

import type { Quality } from './engine/sound-settings.ts'
import type { SleepTimer } from './store.ts'

/** The choices of quality, speed and sleep timer, and how they are named. */

export const qualities: Record<Quality, { title: string; text: string }> = {
  auto: { title: 'Auto', text: 'Small files that sound good' },
  original: { title: 'Original', text: 'The file as it was uploaded' },
  'data-saver': { title: 'Data saver', text: 'The smallest file' },
}

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

export const speedText = (speed: number) => `${speed}×`

/** The speed after or before this one. */
export function nextSpeed(speed: number, direction: 1 | -1): number {
  const faster = speeds.filter((other) => (direction > 0 ? other > speed : other < speed))
  return (direction > 0 ? faster[0] : faster.at(-1)) ?? speed
}

/** Minutes, the end of the track, or off. */
export type SleepChoice = number | 'track' | null
export const sleepChoices: readonly SleepChoice[] = [null, 15, 30, 45, 60, 'track']

export function sleepText(choice: SleepChoice): string {
  if (choice === null) return 'Off'
  return choice === 'track' ? 'End of track' : `${choice} minutes`
}

export function sleepTimer(choice: SleepChoice): SleepTimer | null {
  if (typeof choice !== 'number') return choice && { choice, at: null }
  return { choice, at: Date.now() + choice * 60_000 }
}

/** Tracks over ten minutes have skip buttons, and their position is remembered. */
export const isLong = ({ duration }: { duration: number | null }) => (duration ?? 0) > 600
/** Seconds. */
export const skipStep = 15

import { curve } from '../control.ts'
import type { Effect } from '../effects/modulation.ts'
import { lowpass } from '../effects/timbre.ts'
import { energyAt, type Score } from './score.ts'

/** A low-pass filter whose cutoff follows the song's energy, from `low` to `high` hertz. */
export function opensWithEnergy(
  score: Score,
  low: number,
  high: number,
  options: { resonance?: number; sway?: number } = {},
): Effect {
  const { resonance = 1, sway = 0 } = options
  return (sound) => {
    const cutoff = curve(sound.left.length, (seconds) => {
      const energy = energyAt(score, (seconds * score.bpm) / 60)
      const swayed = energy + sway * Math.sin(2 * Math.PI * 0.06 * seconds)
      return low * (high / low) ** swayed
    })
    lowpass(cutoff, resonance)(sound)
  }
}

import type { Channel } from '../song.ts'
import type { Voice } from '../voice.ts'
import { drumLine, loosen } from './accompaniment.ts'
import { type Score, write } from './score.ts'

export type DrumPart = {
  name: string
  voice: Voice
  level: number
  /** See `hits`. `busy` is played instead where the energy is high, `fill` at the end of a section. */
  pattern: string
  busy?: string
  fill?: string
  step?: number
  pitch?: number
} & Pick<Channel, 'pan' | 'scatter' | 'room' | 'echo' | 'duck' | 'effects' | 'looseness'>

/** One drum, in every section that plays the part. */
export function drum(score: Score, part: string, drumPart: DrumPart): Channel {
  const { pattern, busy, fill, step, pitch, ...channel } = drumPart
  const random = score.random.fork(`drum ${drumPart.name}`)
  const options = {
    ...(fill === undefined ? {} : { fill }),
    ...(step === undefined ? {} : { step }),
    ...(pitch === undefined ? {} : { pitch }),
  }
  const notes = write(score, part, (section, beats) =>
    drumLine(section.energy > 0.8 && busy ? busy : pattern, beats, options),
  )
  return { ...channel, notes: loosen(notes, random), takes: 4 }
}

/** One hit at the start of each section of that energy or more. */
export function accents(
  score: Score,
  options: {
    name: string
    voice: Voice
    level: number
    energy: number
    pitch?: number
    room?: number
  },
): Channel {
  const { energy, pitch = 60, ...channel } = options
  const notes = score.sections
    .filter((section, i) => i > 0 && section.energy >= energy)
    .map((section) => ({
      at: section.bar * score.beatsPerBar,
      length: 2,
      pitch,
      velocity: 0.8,
    }))
  return { ...channel, notes }
}

/** Swells over the last bars before each section of that energy or more. */
export function risers(
  score: Score,
  options: {
    name: string
    voice: Voice
    level: number
    energy: number
    bars: number
    room?: number
  },
): Channel {
  const { energy, bars, ...channel } = options
  const beats = bars * score.beatsPerBar
  const notes = score.sections
    .filter(
      (section, i) => section.energy >= energy && (score.sections[i - 1]?.energy ?? 1) < energy,
    )
    .map((section) => ({
      at: section.bar * score.beatsPerBar - beats,
      length: beats,
      pitch: 60,
      velocity: 0.8,
    }))
    .filter((note) => note.at >= 0)
  return { ...channel, notes }
}

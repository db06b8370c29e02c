import type { Channel } from '../song.ts'
import type { Voice } from '../voice.ts'
import { drumLine, loosen } from './accompaniment.ts'
import { type Score, write } from './score.ts'

type DrumOptions = {
  /** Played instead of the pattern where the energy is high. */
  busy?: string
  /** Played at the end of each section. */
  fill?: string
  step?: number
  pitch?: number
} & Pick<
  Channel,
  'pan' | 'scatter' | 'reverbSend' | 'delaySend' | 'duck' | 'effects' | 'timingJitter'
>

/** A row of a drum machine: part, instrument, level and pattern (see `hits`). */
export type DrumRow = readonly [
  part: string,
  name: string,
  voice: Voice,
  level: number,
  pattern: string,
  options?: DrumOptions,
]

export function drumKit(score: Score, rows: readonly DrumRow[]): Channel[] {
  return rows.map((row) => drum(score, row))
}

/** One drum, in every section that plays its part. */
export function drum(score: Score, [part, name, voice, level, pattern, options]: DrumRow): Channel {
  const { busy, fill, step, pitch, ...channel } = options ?? {}
  const random = score.random.fork(`drum ${name}`)
  const lineOptions = {
    ...(fill === undefined ? {} : { fill }),
    ...(step === undefined ? {} : { step }),
    ...(pitch === undefined ? {} : { pitch }),
  }
  const notes = write(score, part, (section, beats) =>
    drumLine(section.energy > 0.8 && busy ? busy : pattern, beats, lineOptions),
  )
  return { ...channel, name, voice, level, notes: loosen(notes, random), variations: 4 }
}

/** One hit at the start of each section of that energy or more, except the first section. */
export function accents(
  score: Score,
  options: {
    name: string
    voice: Voice
    level: number
    energy: number
    pitch?: number
    reverbSend?: number
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

/** Crescendos over the last bars before each section of that energy or more that follows one of less. */
export function risers(
  score: Score,
  options: {
    name: string
    voice: Voice
    level: number
    energy: number
    bars: number
    reverbSend?: number
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

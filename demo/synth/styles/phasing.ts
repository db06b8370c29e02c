import { voiced } from '../composition/accompaniment.ts'
import { accents } from '../composition/drum-kit.ts'
import type { Note } from '../composition/notes.ts'
import { heldPart } from '../composition/parts.ts'
import { isMinor, pitchAt, scaleOf } from '../composition/scales.ts'
import { openScore, type Score, type SongParameters, write } from '../composition/score.ts'
import { boom, shaker } from '../drums/metal.ts'
import { block } from '../drums/wood.ts'
import { choir, formantFilters } from '../instruments/choir.ts'
import { clarinet } from '../instruments/leads.ts'
import { kalimba, marimba, musicBox } from '../instruments/mallets.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'

const form = [
  { name: 'one', share: 2, energy: 0.5, plays: 'first' },
  { name: 'two', share: 4, energy: 0.7, plays: 'first second tick' },
  { name: 'three', share: 4, energy: 0.9, plays: 'first second third voices tick' },
  { name: 'all', share: 4, energy: 1, plays: 'first second third voices reeds tick' },
  { name: 'one again', share: 1, energy: 0.6, plays: 'first' },
] as const

/** Phase music: all voices play the same pattern, one of them shifted. */
export function phasing(parameters: SongParameters): Song {
  const random = randomFrom(`${parameters.seed} plan`)
  const minor = isMinor(scaleOf(parameters.key))
  const main = minor ? 'i7 | i7 | bVImaj7 | bVII' : 'Imaj7 | Imaj7 | vi7 | IVadd9'
  const score = openScore(parameters, { form, harmony: { main }, beatsPerBar: 6 })
  const cell = inventCell(score, random)
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    tail: 4,
    channels: [
      ...loopers(score, cell),
      ...others(score),
      accents(score, {
        name: 'boom',
        voice: boom,
        level: -26,
        energy: 0.7,
        pitch: 33,
        reverbSend: 0.5,
      }),
    ],
    reverb: { decaySeconds: 2, damping: 5200, preDelay: 0.02 },
    delay: { seconds: (60 / parameters.bpm) * 1.5, feedback: 0.3, tone: 3000 },
    ...(parameters.backgroundNoise
      ? { backgroundNoise: { kind: parameters.backgroundNoise, level: -38 } }
      : {}),
    master: { loudness: -16, fadeOut: 2.5 },
  }
}

/** A pattern of twelve steps, about a third of them rests. */
function inventCell(score: Score, random: Random): (number | undefined)[] {
  const degrees = random.shuffle([0, 1, 2, 4, 5, 7, 8])
  return Array.from({ length: 12 }, (_, step) => {
    if (step > 0 && random.chance(0.3)) return undefined
    const degree = degrees[(step * 5) % degrees.length] ?? 0
    return pitchAt(score.scale, degree)
  })
}

/** `ahead` increases by one step every other repetition, which changes the phase. */
function looped(
  cell: readonly (number | undefined)[],
  beats: number,
  options: { drifts: boolean; shift: number },
): Note[] {
  const notes: Note[] = []
  for (let step = 0; step * 0.5 < beats; step++) {
    const ahead = options.drifts ? 1 + Math.floor(step / 24) : 0
    const pitch = cell[(step + ahead) % cell.length]
    if (pitch === undefined) continue
    const velocity = step % 3 === 0 ? 0.78 : 0.6
    notes.push({ at: step * 0.5, length: 0.5, pitch: pitch + options.shift, velocity })
  }
  return notes
}

function loopers(score: Score, cell: readonly (number | undefined)[]): Channel[] {
  const part = (name: string, drifts: boolean, shift: number) =>
    write(score, name, (_, beats) => looped(cell, beats, { drifts, shift }))
  const shared = { reverbSend: 0.25, timingJitter: 0.005, variations: 3 }
  return [
    {
      ...shared,
      name: 'first',
      voice: marimba,
      notes: part('first', false, 0),
      level: -19,
      pan: -0.5,
    },
    {
      ...shared,
      name: 'second',
      voice: marimba,
      notes: part('second', true, 0),
      level: -19.5,
      pan: 0.5,
    },
    {
      ...shared,
      name: 'third',
      voice: musicBox,
      notes: part('third', true, 12).filter((_, i) => i % 2 === 0),
      level: -22,
      delaySend: 0.3,
    },
    {
      ...shared,
      name: 'low',
      voice: kalimba,
      notes: part('second', false, -12).filter((_, i) => i % 3 === 0),
      level: -22,
    },
  ]
}

function others(score: Score): Channel[] {
  const chords = (part: string, low: number, high: number, voices: number) =>
    heldPart(score, part, { low, high, voices })
  const pulses = write(score, 'reeds', (section, beats) => {
    const spans = voiced(section.chords, score.scale, { low: 50, high: 69, voices: 2 })
    return Array.from({ length: Math.floor(beats * 2) }, (_, i) => {
      const span = spans.findLast((candidate) => candidate.at <= i * 0.5)
      // The reeds crescendo and decrescendo over six beats.
      const velocity = 0.25 + 0.5 * Math.sin((Math.PI * (i % 12)) / 12)
      return (span?.pitches ?? []).map((pitch) => ({ at: i * 0.5, length: 0.4, pitch, velocity }))
    }).flat()
  })
  const ticks = write(score, 'tick', (_, beats) =>
    Array.from({ length: Math.floor(beats) }, (_, i) => ({
      at: i,
      length: 0.25,
      pitch: i % 3 === 0 ? 79 : 84,
      velocity: i % 3 === 0 ? 0.7 : 0.45,
    })),
  )
  return [
    {
      name: 'voices',
      voice: choir(0.8),
      effects: [formantFilters('ah')],
      notes: chords('voices', 57, 74, 3),
      level: -24,
      reverbSend: 0.5,
    },
    { name: 'reeds', voice: clarinet, notes: pulses, level: -24, pan: 0.2, reverbSend: 0.3 },
    { name: 'ticks', voice: block, notes: ticks, level: -28, pan: -0.2, reverbSend: 0.3 },
    { name: 'seeds', voice: shaker, notes: ticks, level: -31, pan: 0.4, reverbSend: 0.2 },
  ]
}

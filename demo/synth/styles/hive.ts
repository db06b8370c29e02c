import type { Note } from '../composition/notes.ts'
import { inMode, pitchAt } from '../composition/scales.ts'
import { openScore, type Score, type SongParameters, write } from '../composition/score.ts'
import { tom } from '../drums/membranes.ts'
import { boom, shaker } from '../drums/metal.ts'
import { block } from '../drums/wood.ts'
import { chorus, width, wow } from '../effects/modulation.ts'
import { crush, drive, lowpass, sweep } from '../effects/timbre.ts'
import { cello, viola } from '../instruments/bowed.ts'
import { choir, formantFilters } from '../instruments/choir.ts'
import { bell } from '../instruments/mallets.ts'
import { drone } from '../instruments/pads.ts'
import { banjo } from '../instruments/plucked.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'
import type { Voice } from '../voice.ts'

const form = [
  { name: 'listen', share: 2, energy: 0.5, plays: 'drone swarm' },
  { name: 'stir', share: 3, energy: 0.75, plays: 'drone swarm scratch bells' },
  { name: 'swarm', share: 3, energy: 1, plays: 'drone swarm scratch bells slides pulse voices' },
  { name: 'settle', share: 2, energy: 0.55, plays: 'drone slides voices bells' },
] as const

const thud = tom({ ring: 0.5, slap: 0.3, bend: 0.2 })

/** Experimental: clusters and irregular bursts. */
export function hive(parameters: SongParameters): Song {
  const random = randomFrom(`${parameters.seed} plan`)
  const score = openScore(parameters, { form, harmony: { main: 'i' }, group: 1 })
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    tail: 6,
    channels: [...hums(score), ...scratches(score, random), ...slides(score, random)],
    reverb: { decaySeconds: 3.8, damping: 3000, preDelay: 0.03 },
    delay: { seconds: 0.43, feedback: 0.6, tone: 2300 },
    backgroundNoise: { kind: parameters.backgroundNoise ?? 'insects', level: -35 },
    master: { loudness: -17, effects: [wow(1.6, 0.21)], fadeIn: 1.5, fadeOut: 4 },
  }
}

function hums(score: Score): Channel[] {
  const tonic = pitchAt(score.scale, 0) - 24
  const held = (part: string, pitches: readonly number[]) =>
    write(score, part, (_, beats) =>
      pitches.map((pitch) => ({ at: 0, length: beats, pitch, velocity: 0.7 })),
    )
  return [
    {
      name: 'drone',
      voice: drone,
      notes: held('drone', [tonic, tonic + 7]),
      level: -20,
      reverbSend: 0.2,
    },
    {
      name: 'swarm',
      voice: viola,
      // Voices a few cents and a semitone apart beat against each other.
      notes: held('swarm', [tonic + 24.1, tonic + 23.92, tonic + 31.07, tonic + 30.95]),
      level: -24,
      scatter: 0.8,
      reverbSend: 0.4,
      effects: [drive(2.5), sweep(500, 2600, 0.11, 2.4), chorus(0.6, 1.7), width(0.6)],
    },
    {
      name: 'voices',
      voice: choir(1.4),
      effects: [formantFilters('mm')],
      notes: held('voices', [tonic + 12, tonic + 19, tonic + 26]),
      level: -24,
      reverbSend: 0.6,
    },
  ]
}

/** Events in irregular bursts. */
function bursts(beats: number, random: Random, pitches: readonly number[]): Note[] {
  const notes: Note[] = []
  let at = random.between(0, 1.5)
  while (at < beats) {
    const pitch = random.pick(pitches)
    const pace = random.pick([0.125, 0.1667, 0.25])
    const count = random.whole(1, 7)
    for (let i = 0; i < count && at < beats; i++) {
      notes.push({ at, length: 0.2, pitch, velocity: random.between(0.3, 0.9) })
      at += pace
    }
    at += random.pick([0.5, 0.75, 1.5, 2])
  }
  return notes
}

function scratches(score: Score, random: Random): Channel[] {
  const five = inMode(score.scale, 'minor pentatonic')
  const steps = [0, 2, 3, 5, 7, 8].map((step) => pitchAt(five, step))
  const near = { scatter: 0.3, reverbSend: 0.35 }
  const far = { scatter: 0.8, reverbSend: 0.4, delaySend: 0.35 }
  const channel = (part: string, name: string, voice: Voice, level: number, pitches: number[]) => {
    const stream = random.fork(name)
    const notes = write(score, part, (_, beats) => bursts(beats, stream, pitches))
    return { name, voice, level, notes }
  }
  const boomAtStart = write(score, 'drone', () => [{ at: 0, length: 2, pitch: 29, velocity: 0.8 }])
  return [
    {
      ...channel('scratch', 'scratch', block, -26, [79, 86, 91, 95]),
      ...far,
      effects: [crush(6, 11_000)],
    },
    { ...channel('scratch', 'wires', banjo, -23, steps), ...far, effects: [lowpass(5000)] },
    { ...channel('bells', 'bells', bell(Math.SQRT2, 2.2), -25, steps), ...far },
    { ...channel('pulse', 'pulse', thud, -20, [38, 38, 41, 45]), ...near },
    { ...channel('pulse', 'wings', shaker, -31, [60]), ...far },
    { name: 'boom', voice: boom, notes: boomAtStart, level: -24, reverbSend: 0.5 },
  ]
}

/** Long bowed notes without resolution. */
function slides(score: Score, random: Random): Channel[] {
  const stream = random.fork('slides')
  const notes = write(score, 'slides', (_, beats) => {
    const all: Note[] = []
    for (let at = 0; at < beats - 2; at += stream.pick([3, 4, 5])) {
      const pitch = pitchAt(score.scale, stream.pick([0, 2, 4, 5, 7])) - 12
      all.push({ at, length: 3.5, pitch, velocity: 0.7, from: pitch + stream.pick([-2, -1, 1, 3]) })
    }
    return all
  })
  return [
    {
      name: 'slides',
      voice: cello,
      notes,
      level: -22,
      scatter: 0.5,
      reverbSend: 0.5,
      delaySend: 0.3,
    },
  ]
}

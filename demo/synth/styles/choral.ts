import { rootFrom } from '../composition/chords.ts'
import { accents } from '../composition/drum-kit.ts'
import { finalBass, finalChord } from '../composition/ending.ts'
import { leadChannel } from '../composition/lead.ts'
import { heldPart } from '../composition/parts.ts'
import { isMinor, scaleOf } from '../composition/scales.ts'
import { openScore, type Score, type SongParameters, write } from '../composition/score.ts'
import { boom } from '../drums/metal.ts'
import { choir, formantFilters } from '../instruments/choir.ts'
import { drone } from '../instruments/pads.ts'
import { randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'

const majorTurns = [
  'I | iii | IV | I',
  'I | vi | IV | Vsus4',
  'IV | I | ii | vi',
  'Iadd9 | V | vi | IV',
] as const
const minorTurns = ['i | bVI | bIII | bVII', 'i | iv | bVI | v', 'iadd9 | bVII | iv | i'] as const

const form = [
  { name: 'hull', share: 2, energy: 0.4, plays: 'drone low' },
  { name: 'rise', share: 4, energy: 0.7, plays: 'drone low high' },
  { name: 'all', share: 4, energy: 1, plays: 'drone low high bright lead' },
  { name: 'leave', share: 2, energy: 0.5, plays: 'drone low lead' },
] as const

const tunes = [
  'x___x___ x_______',
  '..x_x_x_ x___x___',
  'x_____x_ x_______',
  'x___x_x_ ____x___',
] as const

/** A choir with long reverb over a pedal tone. */
export function choral(parameters: SongParameters): Song {
  const random = randomFrom(`${parameters.seed} plan`)
  const minor = isMinor(scaleOf(parameters.key))
  const harmony = { main: random.pick(minor ? minorTurns : majorTurns) }
  const score = openScore(parameters, { form, harmony })
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    slowing: { beats: 6, amount: 0.25 },
    tail: 7,
    channels: [
      hull(score),
      ...voices(score, minor ? 'i' : 'I'),
      leadChannel(score, {
        instrument: parameters.lead ?? 'voice',
        rhythms: tunes,
        step: 0.5,
        motifBeats: 8,
        level: -19,
        reverbSend: 0.7,
        delaySend: 0.25,
        leap: 4,
      }),
      accents(score, {
        name: 'boom',
        voice: boom,
        level: -25,
        energy: 0.6,
        pitch: 33,
        reverbSend: 0.6,
      }),
    ],
    reverb: { decaySeconds: 5.2, damping: 3200, preDelay: 0.04 },
    delay: { seconds: 0.78, feedback: 0.4, tone: 1800 },
    backgroundNoise: { kind: parameters.backgroundNoise ?? 'sea', level: -33 },
    master: { loudness: -17, fadeIn: 1.5, fadeOut: 4 },
  }
}

function hull(score: Score): Channel {
  const root = rootFrom({ root: 0, tones: [0] }, score.scale.tonic, 36)
  return {
    name: 'drone',
    voice: drone,
    notes: [
      ...write(score, 'drone', (_, beats) => [
        { at: 0, length: beats, pitch: root, velocity: 0.7 },
      ]),
      ...finalBass(score, 36, 3),
    ],
    level: -23,
    reverbSend: 0.2,
  }
}

function voices(score: Score, home: string): Channel[] {
  const low = { low: 43, high: 60, voices: 3 }
  const high = { low: 57, high: 74, voices: 3 }
  const sung = (part: string, range: typeof low) => heldPart(score, part, range, { overlap: 0.98 })
  return [
    {
      name: 'low choir',
      voice: choir(0.7, 3),
      effects: [formantFilters('oo')],
      notes: [...sung('low', low), ...finalChord(score, home, { ...low, beats: 3 })],
      level: -19,
      reverbSend: 0.5,
      timingJitter: 0.03,
    },
    {
      name: 'high choir',
      voice: choir(0.9, 3),
      effects: [formantFilters('ah')],
      notes: [...sung('high', high), ...finalChord(score, home, { ...high, beats: 3 })],
      level: -20,
      reverbSend: 0.65,
      timingJitter: 0.04,
    },
    {
      name: 'bright choir',
      voice: choir(1.1),
      effects: [formantFilters('oh')],
      notes: sung('bright', { low: 64, high: 81, voices: 2 }),
      level: -25,
      reverbSend: 0.8,
      timingJitter: 0.05,
    },
  ]
}

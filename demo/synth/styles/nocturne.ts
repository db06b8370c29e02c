import { broken, voiced } from '../composition/accompaniment.ts'
import { rootFrom } from '../composition/chords.ts'
import { finalBass, finalChord } from '../composition/ending.ts'
import { leadChannel } from '../composition/lead.ts'
import { heldPart } from '../composition/parts.ts'
import { isMinor, scaleOf } from '../composition/scales.ts'
import { openScore, type Score, type SongParameters, write } from '../composition/score.ts'
import { strings } from '../instruments/bowed.ts'
import { piano } from '../instruments/keys.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'

const majorTurns = [
  'Iadd9 | V | vi7 | iii7 | IVmaj7 | I | ii7 | V9sus',
  'Imaj7 | vi7 | IVmaj7 | iv6 | Imaj7 | vi7 | ii9 | V',
] as const
const minorTurns = [
  'iadd9 | bVImaj7 | bIII | bVII | iv7 | i | bVImaj7 | V',
  'i7 | iv7 | bVII | bIIImaj7 | bVImaj7 | iv7 | V7 | i',
] as const

const form = [
  { name: 'alone', share: 2, energy: 0.5, plays: 'left' },
  { name: 'theme', share: 4, energy: 0.7, plays: 'left right' },
  { name: 'wider', share: 4, energy: 1, plays: 'left right strings' },
  { name: 'theme', share: 2, energy: 0.55, plays: 'left right' },
] as const

const tunes = [
  'x___x_x_ x_______',
  '..x_x_x_ x___x___',
  'x_____x_ x_x_x___',
  'x___x___ x_x_x_x_',
  'x_x_x___ ..x_x___',
] as const

/** Solo piano: arpeggios in the left hand, melody in the right. */
export function nocturne(parameters: SongParameters): Song {
  const random = randomFrom(`${parameters.seed} plan`)
  const minor = isMinor(scaleOf(parameters.key))
  const harmony = { main: random.pick(minor ? minorTurns : majorTurns) }
  const score = openScore(parameters, { form, harmony })
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    slowing: { beats: 8, amount: 0.5 },
    tail: 5,
    channels: [
      ...leftHand(score, random, minor),
      leadChannel(score, {
        name: 'right',
        part: 'right',
        instrument: parameters.lead ?? 'piano',
        rhythms: tunes,
        step: 0.5,
        motifBeats: 8,
        level: -17.5,
        pan: 0.12,
        reverbSend: 0.3,
        timingJitter: 0.014,
        leap: 4,
      }),
    ],
    reverb: { decaySeconds: 2.4, damping: 4200, preDelay: 0.02 },
    backgroundNoise: { kind: parameters.backgroundNoise ?? 'tape', level: -45 },
    master: { loudness: -17.5, fadeOut: 3 },
  }
}

function leftHand(score: Score, random: Random, minor: boolean): Channel[] {
  const range = { low: 48, high: 66, voices: 3 }
  const pattern = random.pick(['.121', '.1212121', '.1.2.1.2'])
  const rocking = write(score, 'left', (section) => [
    ...broken(voiced(section.chords, score.scale, range), { pattern, step: 0.5, ring: 2.2 }),
    ...section.chords.map((span) => ({
      at: span.at,
      length: span.beats,
      pitch: rootFrom(span.chord, score.scale.tonic, 33),
      velocity: 0.72,
    })),
  ])
  const home = finalChord(score, minor ? 'i' : 'Iadd9', { ...range, roll: 0.16, beats: 4 })
  return [
    {
      name: 'left hand',
      voice: piano(0.45),
      notes: [...rocking, ...home, ...finalBass(score, 33)],
      level: -20,
      pan: -0.12,
      reverbSend: 0.25,
      timingJitter: 0.012,
    },
    {
      name: 'strings',
      voice: strings,
      notes: heldPart(score, 'strings', { low: 55, high: 74, voices: 3 }),
      level: -27,
      reverbSend: 0.5,
    },
  ]
}

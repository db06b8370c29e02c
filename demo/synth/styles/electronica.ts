import { opensWithEnergy } from '../composition/automation.ts'
import { accents, drumKit } from '../composition/drum-kit.ts'
import { finalChord } from '../composition/ending.ts'
import { leadChannel } from '../composition/lead.ts'
import { bassPart, brokenPart, heldPart } from '../composition/parts.ts'
import { inMode, isMinor, scaleOf } from '../composition/scales.ts'
import { openScore, type Score, type SongParameters } from '../composition/score.ts'
import { kicks, snares } from '../drums/membranes.ts'
import { boom, closedHat, shaker } from '../drums/metal.ts'
import { block, rim, snap } from '../drums/wood.ts'
import { chorus } from '../effects/modulation.ts'
import { crush } from '../effects/timbre.ts'
import { basses } from '../instruments/basses.ts'
import { synthPluck } from '../instruments/leads.ts'
import { kalimba } from '../instruments/mallets.ts'
import { pads } from '../instruments/pads.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'

const majorTurns = [
  'vi7 | IVmaj7 | Imaj7 | V',
  'Imaj9 | iii7 | vi7 | IVadd9',
  'IVmaj9 | V | vi7 | iii7',
] as const
const minorTurns = [
  'i7 | bVImaj7 | bIII | bVII',
  'i9 | bVII | bVImaj7 | bVII',
  'iv7 | bVII | i7 | bVImaj7',
] as const

const form = [
  { name: 'wake', share: 2, energy: 0.4, plays: 'figure pad' },
  { name: 'walk', share: 4, energy: 0.7, plays: 'figure pad drums bass' },
  { name: 'run', share: 4, energy: 0.95, plays: 'figure second pad drums bass lead' },
  { name: 'float', share: 2, energy: 0.45, plays: 'pad second lead' },
  { name: 'run', share: 4, energy: 1, plays: 'figure second pad drums bass lead' },
  { name: 'rest', share: 2, energy: 0.4, plays: 'figure pad' },
] as const

const tunes = [
  'x__x __x_ x___ ..x_ x__x __x_ ____ ....',
  '..x_ x___ ..x_ x___ x_x_ x___ ____ ....',
  'x___ __x_ x_x_ ____ x___ __x_ x___ ____',
  'x_x_ x__x __x_ ____ .... x_x_ x___ ....',
] as const

/** Interlocking sequencer patterns. */
export function electronica(parameters: SongParameters): Song {
  const random = randomFrom(`${parameters.seed} plan`)
  const minor = isMinor(scaleOf(parameters.key))
  const harmony = { main: random.pick(minor ? minorTurns : majorTurns) }
  const score = openScore(parameters, { form, harmony })
  const drums = machineKit(score, random)
  const kickNotes = drums[0]?.notes ?? []
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    swing: { ratio: random.between(0.5, 0.56), grid: 0.25 },
    tail: 4,
    channels: [
      ...drums,
      ...figures(score, random),
      ...grounds(score, random, minor),
      leadChannel(score, {
        instrument: parameters.lead ?? random.pick(['bell', 'synth', 'music box', 'kalimba']),
        rhythms: tunes,
        step: 0.25,
        motifBeats: 8,
        scale: inMode(score.scale, minor ? 'minor pentatonic' : 'major pentatonic'),
        level: -18,
        reverbSend: 0.35,
        delaySend: 0.4,
        duck: 0.2,
      }),
    ],
    pulse: kickNotes.map((note) => note.at),
    pump: 0.22,
    reverb: { decaySeconds: 2.2, damping: 5200, preDelay: 0.02 },
    delay: { seconds: (60 / parameters.bpm) * 0.75, feedback: 0.5, tone: 3400 },
    ...(parameters.backgroundNoise
      ? { backgroundNoise: { kind: parameters.backgroundNoise, level: -38 } }
      : {}),
    master: { loudness: -14.5, fadeOut: 2.5 },
  }
}

function machineKit(score: Score, random: Random): Channel[] {
  const kickPattern = random.pick(['X.....x...x.....', 'X..x......X..o..', 'X.......x.X.....'])
  return [
    ...drumKit(score, [
      ['drums', 'kick', kicks.tight, -15, kickPattern],
      [
        'drums',
        'snare',
        random.chance(0.5) ? snares.bright : snap,
        -20,
        '....X.......X..-',
        { fill: '....X..x-.x.X.xx', reverbSend: 0.2 },
      ],
      [
        'drums',
        'hat',
        closedHat,
        -30,
        'x-o.x-ooxo-.x-o-',
        { busy: 'x-oox-ooxo-ox-oo', scatter: 0.4 },
      ],
      [
        'drums',
        'tick',
        random.chance(0.5) ? rim : block,
        -29,
        random.pick(['...o..x..o......', '.o...x....o..x..', '..o....x.o....o.']),
        { pitch: 84, scatter: 0.7, delaySend: 0.25, effects: [crush(7, 16_000)] },
      ],
      ['lead', 'shaker', shaker, -34, '-.o.-.o.', { pan: -0.4 }],
    ]),
    accents(score, {
      name: 'boom',
      voice: boom,
      level: -24,
      energy: 0.9,
      pitch: 31,
      reverbSend: 0.3,
    }),
  ]
}

function figures(score: Score, random: Random): Channel[] {
  const range = { low: 60, high: 80, voices: 4 }
  const figure = (part: string, pattern: string, ring: number) =>
    brokenPart(score, part, range, { pattern, step: 0.25, ring })
  return [
    {
      name: 'figure',
      voice: synthPluck(500, 3800),
      notes: figure('figure', random.pick(['0213', '0123 2.1.', '0.21 3.12 0.2.']), 0.9),
      level: -20,
      scatter: 0.2,
      reverbSend: 0.2,
      delaySend: 0.3,
      duck: 0.25,
      effects: [opensWithEnergy(score, 900, 11_000)],
    },
    {
      name: 'second figure',
      voice: kalimba,
      notes: figure('second', random.pick(['..4...5.', '4.....6...5.', '...5..4.']), 2),
      level: -25,
      pan: -0.4,
      scatter: 0.2,
      reverbSend: 0.3,
      delaySend: 0.45,
    },
  ]
}

function grounds(score: Score, random: Random, minor: boolean): Channel[] {
  const range = { low: 50, high: 72, voices: 4 }
  const pattern = random.pick(['1_____1_..8_..1_', '1_.1__..1_.5__..', '1_______..1_5_8_'])
  return [
    {
      name: 'pad',
      voice: random.chance(0.5) ? pads.glow : pads.wide,
      notes: [
        ...heldPart(score, 'pad', range),
        ...finalChord(score, minor ? 'i7' : 'Imaj7', { ...range, beats: 3 }),
      ],
      level: -23,
      reverbSend: 0.35,
      duck: 0.5,
      effects: [chorus(0.3, 0.4)],
    },
    {
      name: 'bass',
      voice: random.chance(0.5) ? basses.round : basses.sub,
      notes: bassPart(score, 'bass', { pattern, step: 0.25, low: 33 }),
      level: -16,
      duck: 0.4,
    },
  ]
}

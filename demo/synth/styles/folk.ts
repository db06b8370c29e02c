import { drumKit } from '../composition/drum-kit.ts'
import { finalBass, finalChord } from '../composition/ending.ts'
import { leadChannel } from '../composition/lead.ts'
import { bassPart, brokenPart, heldPart, struckPart } from '../composition/parts.ts'
import { isMinor, scaleOf } from '../composition/scales.ts'
import { openScore, type Score, type SongParameters } from '../composition/score.ts'
import { kicks } from '../drums/membranes.ts'
import { shaker, tambourine } from '../drums/metal.ts'
import { cello } from '../instruments/bowed.ts'
import { choir, formantFilters } from '../instruments/choir.ts'
import { banjo, doubleBass, nylonGuitar, steelGuitar } from '../instruments/plucked.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'

const majorTurns = [
  'I | V | vi | IV',
  'I | IV | I | V',
  'I | iii | IV | V',
  'IV | I | ii | V',
  'I | bVII | IV | I',
] as const
const minorTurns = ['i | bVII | bVI | bVII', 'i | bIII | bVII | iv', 'i | iv | bVII | i'] as const

const form = [
  { name: 'opening', share: 2, energy: 0.55, plays: 'guitar' },
  { name: 'verse', share: 4, energy: 0.7, plays: 'guitar lead bass' },
  { name: 'chorus', share: 4, energy: 1, plays: 'guitar strum lead bass choir foot' },
  { name: 'verse', share: 4, energy: 0.75, plays: 'guitar lead bass cello' },
  { name: 'chorus', share: 4, energy: 1, plays: 'guitar strum lead bass choir foot cello' },
  { name: 'close', share: 2, energy: 0.5, plays: 'guitar cello' },
] as const

const inFour = ['x_x_x_x_ x___..x_', 'x___x_x_ x___....', '..x_x_x_ x_x_x___', 'x_xx_x__ x___x___']
const inThree = ['x_x_x_ x___x_', 'x___x_ x_____', '..x_x_ x_x_x_', 'x_xxx_ x___..']

/** Fingerpicked guitar, a simple melody and light percussion. */
export function folk(parameters: SongParameters): Song {
  return compose(parameters, 4)
}

export function waltz(parameters: SongParameters): Song {
  return compose(parameters, 3)
}

function compose(parameters: SongParameters, beatsPerBar: number): Song {
  const random = randomFrom(`${parameters.seed} plan`)
  const minor = isMinor(scaleOf(parameters.key))
  const [main = 'I', chorus = main] = random.shuffle<string>(minor ? minorTurns : majorTurns)
  const harmony = { main, chorus }
  const score = openScore(parameters, { form, harmony, beatsPerBar })
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    swing: { ratio: random.between(0.5, 0.55), grid: 0.5 },
    slowing: { beats: beatsPerBar, amount: 0.3 },
    tail: 4,
    channels: [
      ...guitars(score, minor, random),
      ...ground(score),
      leadChannel(score, {
        instrument: parameters.lead ?? random.pick(['fiddle', 'flute', 'accordion', 'voice']),
        rhythms: beatsPerBar === 3 ? inThree : inFour,
        step: 0.5,
        motifBeats: beatsPerBar * 2,
        level: -19,
        pan: 0.15,
        reverbSend: 0.35,
        timingJitter: 0.012,
      }),
    ],
    reverb: { decaySeconds: 1.9, damping: 4600, preDelay: 0.018 },
    ...(parameters.backgroundNoise
      ? { backgroundNoise: { kind: parameters.backgroundNoise, level: -40 } }
      : {}),
    master: { loudness: -16.5, fadeOut: 2.5 },
  }
}

function guitars(score: Score, minor: boolean, random: Random): Channel[] {
  const three = score.beatsPerBar === 3
  const range = { low: 50, high: 69, voices: 4 }
  const pattern = three
    ? random.pick(['0.2323', '031323'])
    : random.pick(['02130213', '0.213.2.', '03121312'])
  const picked = brokenPart(score, 'guitar', range, { pattern, step: 0.5, ring: 2.4 })
  const strummed = struckPart(
    score,
    'strum',
    { low: 52, high: 74, voices: 4 },
    {
      rhythm: three ? 'x_x_x_' : 'x___x_xx__xxx_x_',
      step: three ? 0.5 : 0.25,
      roll: 0.018,
    },
  )
  return [
    {
      name: 'picked guitar',
      voice: random.chance(0.55) ? nylonGuitar : steelGuitar,
      notes: [...picked, ...finalChord(score, minor ? 'i' : 'I', { ...range, roll: 0.14 })],
      level: -18,
      pan: -0.25,
      reverbSend: 0.22,
      timingJitter: 0.009,
    },
    {
      name: 'strummed',
      voice: random.chance(0.3) ? banjo : steelGuitar,
      notes: strummed,
      level: -23,
      pan: 0.4,
      reverbSend: 0.2,
      timingJitter: 0.006,
    },
  ]
}

function ground(score: Score): Channel[] {
  const three = score.beatsPerBar === 3
  const sung = (part: string, low: number, high: number, voices: number) =>
    heldPart(score, part, { low, high, voices })
  const bass = bassPart(score, 'bass', {
    pattern: three ? '1_____' : '1___5___',
    step: 0.5,
    low: 33,
  })
  return [
    {
      name: 'bass',
      voice: doubleBass,
      notes: [...bass, ...finalBass(score, 33)],
      level: -17,
      reverbSend: 0.08,
    },
    { name: 'cello', voice: cello, notes: sung('cello', 45, 57, 1), level: -23, reverbSend: 0.35 },
    {
      name: 'choir',
      voice: choir(0.3),
      effects: [formantFilters('oh')],
      notes: sung('choir', 57, 74, 3),
      level: -25,
      reverbSend: 0.5,
    },
    ...drumKit(score, [
      ['foot', 'foot', kicks.soft, -21, three ? 'X.....' : 'X...x...', { step: 0.5 }],
      [
        'foot',
        'shaker',
        three ? tambourine : shaker,
        -32,
        three ? '..x.x.' : 'o.x.o.x.',
        { step: 0.5, pan: -0.4, reverbSend: 0.2 },
      ],
    ]),
  ]
}

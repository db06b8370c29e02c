import { drumKit } from '../composition/drum-kit.ts'
import { finalBass, finalChord } from '../composition/ending.ts'
import { leadChannel } from '../composition/lead.ts'
import { bassPart, struckPart } from '../composition/parts.ts'
import { inMode, isMinor, scaleOf } from '../composition/scales.ts'
import { openScore, type Score, type SongParameters } from '../composition/score.ts'
import { kicks, snares } from '../drums/membranes.ts'
import { dustyHat } from '../drums/metal.ts'
import { rim } from '../drums/wood.ts'
import { tremolo, wow } from '../effects/modulation.ts'
import { drive, lowpass } from '../effects/timbre.ts'
import { basses } from '../instruments/basses.ts'
import { electricPiano, piano } from '../instruments/keys.ts'
import { doubleBass } from '../instruments/plucked.ts'
import { randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'

const majorTurns = [
  'Imaj9 | vi9 | ii9 | V13',
  'IVmaj9 | iii7 | vi9 | V9sus',
  'ii9 | V13 | Imaj9 | vi9',
  'Imaj9 | IVmaj9 | iii7 vi9 | ii9 V13',
] as const
const minorTurns = [
  'i9 | bVImaj7 | iv9 | v7',
  'iv9 | bVII13 | bIIImaj9 | bVImaj7',
  'i9 | iv9 | bVImaj7 | V7b9',
  'i9 v7 | bVImaj7 | iv9 | bVII9',
] as const

const form = [
  { name: 'intro', share: 2, energy: 0.4, plays: 'keys' },
  { name: 'verse', share: 4, energy: 0.7, plays: 'keys drums bass' },
  { name: 'hook', share: 4, energy: 0.9, plays: 'keys drums bass lead' },
  { name: 'break', share: 2, energy: 0.45, plays: 'keys bass' },
  { name: 'hook', share: 4, energy: 0.95, plays: 'keys drums bass lead' },
  { name: 'outro', share: 2, energy: 0.5, plays: 'keys lead' },
] as const

const tunes = [
  '..x_ x_x. x___ .... ..x_ x_x. x_x_ ____',
  'x__x __x_ x___ .... x__x __x_ ____ ....',
  '.... x_x_ x__x ____ .... x_x_ x___ ____',
  'x_x_ ..x_ x___ ..x_ x___ .... ..x_ x_x_',
  'x___ ..x_ ..x_ x___ x_x_ x___ ____ ....',
] as const

const comps = [
  'x_____x_ ...x____',
  'x___..x_ x_____..',
  '..x____x _.x_____',
  'x_______ ..x___x_',
] as const

/** Laid-back drums, electric piano and vinyl crackle. */
export function lofi(parameters: SongParameters): Song {
  const minor = isMinor(scaleOf(parameters.key))
  const random = randomFrom(`${parameters.seed} plan`)
  const harmony = { main: random.pick(minor ? minorTurns : majorTurns) }
  const score = openScore(parameters, { form, harmony })
  const lead = leadChannel(score, {
    instrument: parameters.lead ?? random.pick(['vibraphone', 'guitar', 'flute', 'electric piano']),
    rhythms: tunes,
    step: 0.25,
    motifBeats: 8,
    scale: inMode(score.scale, minor ? 'minor pentatonic' : 'major pentatonic'),
    level: -17,
    pan: 0.12,
    reverbSend: 0.3,
    delaySend: 0.22,
  })
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    swing: { ratio: random.between(0.56, 0.61), grid: 0.25 },
    tail: 3.5,
    channels: [keys(score, random.pick(comps), minor), ...rhythmSection(score), lead],
    reverb: { decaySeconds: 1.3, damping: 3600, preDelay: 0.012 },
    delay: { seconds: (60 / parameters.bpm) * 0.75, feedback: 0.36, tone: 2400 },
    backgroundNoise: { kind: parameters.backgroundNoise ?? 'vinyl', level: -39 },
    master: {
      loudness: -16,
      effects: [wow(0.9, 0.5), lowpass(9500)],
      tone: [
        { kind: 'low-shelf', hertz: 110, decibels: 1.5 },
        { kind: 'high-shelf', hertz: 5000, decibels: -2.5 },
      ],
      fadeOut: 2.5,
    },
  }
}

function keys(score: Score, rhythm: string, minor: boolean): Channel {
  const range = { low: 50, high: 74, voices: 4, rootless: true }
  const felt = score.random.fork('keys').chance(0.35)
  const notes = struckPart(score, 'keys', range, { rhythm, step: 0.25, roll: 0.03 })
  return {
    name: 'keys',
    voice: felt ? piano(0.9) : electricPiano(0.8),
    notes: [...notes, ...finalChord(score, minor ? 'i9' : 'Imaj9', { ...range, roll: 0.06 })],
    level: -18,
    reverbSend: 0.2,
    timingJitter: 0.009,
    effects: felt ? [lowpass(3800)] : [tremolo(0.35, 3.1), lowpass(4200)],
  }
}

function rhythmSection(score: Score): Channel[] {
  const random = score.random.fork('rhythm')
  const upright = random.chance(0.5)
  const pattern = random.pick(['1____.1. ..1_5_..', '1__..1__ ..8.5_1.', '1_____.. 1_..5_1.'])
  const bass = bassPart(score, 'bass', { pattern, step: 0.25, low: 33 })
  return [
    {
      name: 'bass',
      voice: upright ? doubleBass : basses.round,
      notes: [...bass, ...finalBass(score, 33)],
      level: -16,
      timingJitter: 0.008,
    },
    ...drumKit(score, [
      [
        'drums',
        'kick',
        kicks.dusty,
        -17,
        random.pick(['X.....x. ..X.....', 'X..x.... ..X...o.', 'X.....o. .xX.....']),
      ],
      [
        'drums',
        'snare',
        random.chance(0.7) ? snares.dusty : rim,
        -18,
        '....X... ....X..-',
        { fill: '....X... ....X-ox', reverbSend: 0.16, timingJitter: 0.007 },
      ],
      [
        'drums',
        'hat',
        dustyHat,
        -29,
        'x.o.x.o. x.o.x.oo',
        { busy: 'x-o.x-o. x.o-x.oo', pan: 0.2, timingJitter: 0.007, effects: [drive(1.2)] },
      ],
    ]),
  ]
}

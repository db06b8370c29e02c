import { accents, drumKit } from '../composition/drum-kit.ts'
import { leadChannel } from '../composition/lead.ts'
import { bassPart, heldPart, struckPart } from '../composition/parts.ts'
import { inMode } from '../composition/scales.ts'
import { openScore, type Score, type SongParameters } from '../composition/score.ts'
import { kicks, snares, tom } from '../drums/membranes.ts'
import { closedHat, crash, openHat, shaker } from '../drums/metal.ts'
import { rim } from '../drums/wood.ts'
import { drive, highpass, lowpass, sweep } from '../effects/timbre.ts'
import { basses } from '../instruments/basses.ts'
import { organ, piano } from '../instruments/keys.ts'
import { pads } from '../instruments/pads.ts'
import { mutedGuitar } from '../instruments/plucked.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'

const turns = [
  'i7 | i7 | iv7 | i7',
  'i7 | bVII | i7 | bVII',
  'i | iv | bVII | bIII',
  'i7 | v7 | iv7 | i7',
] as const

const form = [
  { name: 'version', share: 2, energy: 0.5, plays: 'bass skank hats' },
  { name: 'riddim', share: 4, energy: 0.8, plays: 'bass skank hats drums bubble' },
  { name: 'tune', share: 4, energy: 0.95, plays: 'bass skank hats drums bubble lead' },
  { name: 'dub', share: 4, energy: 0.6, plays: 'bass drums echoes pad' },
  { name: 'tune', share: 4, energy: 1, plays: 'bass skank hats drums bubble lead pad' },
  { name: 'away', share: 2, energy: 0.5, plays: 'echoes hats pad' },
] as const

const tunes = [
  'x_x_x___ ..x_x___ x_x_x___ ........',
  '..x_x_x_ x___.... ..x_x_x_ x_______',
  'x___x_x_ ..x_x_x_ x_______ ........',
] as const

/** Heavy bass, off-beat chords and a prominent delay. */
export function dub(parameters: SongParameters): Song {
  const random = randomFrom(`${parameters.seed} plan`)
  const score = openScore(parameters, { form, harmony: { main: random.pick(turns) } })
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    swing: { ratio: random.between(0.55, 0.6), grid: 0.25 },
    tail: 5,
    channels: [
      ...drums(score, random),
      bass(score, random),
      ...offBeats(score, random),
      pad(score),
      leadChannel(score, {
        instrument: parameters.lead ?? random.pick(['accordion', 'trumpet', 'flute']),
        rhythms: tunes,
        step: 0.25,
        motifBeats: 8,
        scale: inMode(score.scale, 'minor pentatonic'),
        level: -19,
        pan: 0.1,
        reverbSend: 0.35,
        delaySend: 0.6,
      }),
    ],
    reverb: { decaySeconds: 2.8, damping: 3000, preDelay: 0.03 },
    delay: { seconds: (60 / parameters.bpm) * 0.75, feedback: 0.62, tone: 1900 },
    ...(parameters.backgroundNoise
      ? { backgroundNoise: { kind: parameters.backgroundNoise, level: -38 } }
      : {}),
    master: {
      loudness: -14.5,
      tone: [{ kind: 'low-shelf', hertz: 90, decibels: 2 }],
      fadeOut: 3.5,
    },
  }
}

function drums(score: Score, random: Random): Channel[] {
  return [
    ...drumKit(score, [
      [
        'drums',
        'kick',
        kicks.soft,
        -15,
        random.pick(['........X.......', 'X.......X.......', '........X.....o.']),
      ],
      [
        'drums',
        'snare',
        snares.live,
        -19,
        '........X.......',
        { fill: '........X..xx.xX', reverbSend: 0.35, delaySend: 0.25 },
      ],
      [
        'drums',
        'rim',
        rim,
        -24,
        '...o..x.....o.x.',
        { pan: -0.3, delaySend: 0.4, reverbSend: 0.2 },
      ],
      ['hats', 'hat', closedHat, -26, 'x.o-x.o.x.o-x.oo'],
      ['hats', 'shaker', shaker, -34, '-.o.-.o.', { pan: 0.4 }],
      ['echoes', 'open hat', openHat, -30, '......x.........', { delaySend: 0.7 }],
      [
        'echoes',
        'tom',
        tom({ ring: 0.4, slap: 0.4, bend: 0.25 }),
        -25,
        '............x.x.................',
        { pitch: 50, pan: -0.4, delaySend: 0.6, reverbSend: 0.4 },
      ],
    ]),
    accents(score, { name: 'crash', voice: crash, level: -29, energy: 0.8, reverbSend: 0.4 }),
  ]
}

function bass(score: Score, random: Random): Channel {
  const pattern = random.pick([
    '1_1_..5_8_..5_1_',
    '1___..1_3_5_....',
    '..1_1_..5_..8_5_',
    '1_..5_8_..7_5_..',
  ])
  return {
    name: 'bass',
    voice: basses.dub,
    notes: bassPart(score, 'bass', { pattern, step: 0.25, low: 31 }),
    level: -13,
    effects: [drive(1.6), lowpass(900)],
  }
}

function pad(score: Score): Channel {
  const range = { low: 57, high: 76, voices: 3 }
  return {
    name: 'pad',
    voice: pads.warm,
    notes: heldPart(score, 'pad', range),
    level: -28,
    reverbSend: 0.4,
    effects: [sweep(500, 3200, 0.07, 1.6)],
  }
}

function offBeats(score: Score, random: Random): Channel[] {
  const range = { low: 57, high: 76, voices: 3 }
  const struckWith = (part: string, rhythm: string) =>
    struckPart(score, part, range, { rhythm, step: 0.25 })
  return [
    {
      name: 'skank',
      voice: random.chance(0.5) ? mutedGuitar : piano(0),
      notes: struckWith('skank', '....x.......x...'),
      level: -18.5,
      pan: 0.25,
      reverbSend: 0.2,
      delaySend: 0.18,
      effects: [highpass(300)],
    },
    {
      name: 'bubble',
      voice: organ,
      notes: struckWith('bubble', '..x_x_x_..x_x_x_'),
      level: -27,
      pan: -0.3,
      effects: [lowpass(2200)],
    },
    {
      name: 'thrown chord',
      voice: pads.stab,
      notes: struckWith('echoes', '....x___________................'),
      level: -21,
      reverbSend: 0.4,
      delaySend: 0.9,
    },
  ]
}

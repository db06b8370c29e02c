import { opensWithEnergy } from '../composition/automation.ts'
import { rootFrom } from '../composition/chords.ts'
import { accents, drumKit, risers } from '../composition/drum-kit.ts'
import { finalChord } from '../composition/ending.ts'
import { leadChannel } from '../composition/lead.ts'
import type { Note } from '../composition/notes.ts'
import { brokenPart, heldPart } from '../composition/parts.ts'
import { inMode, isMinor, scaleOf } from '../composition/scales.ts'
import {
  openScore,
  type Score,
  type Section,
  type SongParameters,
  write,
} from '../composition/score.ts'
import { kicks, snares } from '../drums/membranes.ts'
import { boom, closedHat, crash, openHat, ride, riser } from '../drums/metal.ts'
import { chorus } from '../effects/modulation.ts'
import { drive } from '../effects/timbre.ts'
import { basses } from '../instruments/basses.ts'
import { electricPiano } from '../instruments/keys.ts'
import { synthPluck } from '../instruments/leads.ts'
import { pads } from '../instruments/pads.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'

const minorTurns = [
  'i9 | i9 | bVImaj7 | bVImaj7 | iv9 | iv9 | v7 | v7',
  'i9 | i9 | bIIImaj7 | bIIImaj7 | bVImaj7 | bVImaj7 | bVII | bVII',
] as const
const majorTurns = ['Imaj9 | Imaj9 | vi9 | vi9 | ii9 | ii9 | IVmaj7 | V9sus'] as const

const form = [
  { name: 'mist', share: 4, energy: 0.4, plays: 'pad figure' },
  { name: 'hint', share: 4, energy: 0.6, plays: 'pad figure hats lead' },
  { name: 'drop', share: 8, energy: 1, plays: 'pad drums hats bass figure' },
  { name: 'fall', share: 4, energy: 0.5, plays: 'pad lead' },
  { name: 'drop', share: 8, energy: 1, plays: 'pad drums hats bass figure lead ride' },
  { name: 'away', share: 4, energy: 0.45, plays: 'pad figure' },
] as const

const tunes = [
  'x___x___ x_______ ....x___ x_______',
  '..x___x_ x_______ ..x___x_ ____....',
  'x_______ x___x___ x_______ ........',
] as const

/** Fast breakbeats over half-time harmony. */
export function drumAndBass(parameters: SongParameters): Song {
  const random = randomFrom(`${parameters.seed} plan`)
  const minor = isMinor(scaleOf(parameters.key))
  const harmony = { main: random.pick(minor ? minorTurns : majorTurns) }
  const score = openScore(parameters, { form, harmony, group: 4 })
  const drums = breaks(score, random)
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    tail: 4,
    channels: [
      ...drums,
      bass(score, random),
      ...grounds(score, random, minor),
      leadChannel(score, {
        instrument: parameters.lead ?? random.pick(['voice', 'bell', 'flute', 'electric piano']),
        rhythms: tunes,
        step: 0.5,
        motifBeats: 16,
        scale: inMode(score.scale, minor ? 'minor pentatonic' : 'major pentatonic'),
        level: -19,
        reverbSend: 0.45,
        delaySend: 0.4,
        duck: 0.15,
      }),
    ],
    pulse: (drums[0]?.notes ?? []).map((note) => note.at),
    pump: 0.16,
    reverb: { decaySeconds: 2.6, damping: 4800, preDelay: 0.02 },
    delay: { seconds: (60 / parameters.bpm) * 1.5, feedback: 0.45, tone: 3000 },
    ...(parameters.backgroundNoise
      ? { backgroundNoise: { kind: parameters.backgroundNoise, level: -38 } }
      : {}),
    master: { loudness: -13.5, effects: [drive(1.3)], fadeOut: 2.5 },
  }
}

function breaks(score: Score, random: Random): Channel[] {
  return [
    ...drumKit(score, [
      [
        'drums',
        'kick',
        kicks.tight,
        -14.5,
        random.pick(['X.........X.....', 'X.........X..o..', 'X..x......X.....']),
      ],
      [
        'drums',
        'snare',
        snares.bright,
        -16,
        '....X..-.-..X..-',
        { busy: '....X..-.o..X-.o', fill: '....X..x.xo.X.xX', reverbSend: 0.16 },
      ],
      ['hats', 'hat', closedHat, -28, 'x.o.x.o.x.o.x.oo', { busy: 'x-o-x-oox-o-x-oo', pan: 0.15 }],
      ['drums', 'open hat', openHat, -29, '..........x.....................', { pan: -0.2 }],
      ['ride', 'ride', ride, -31, 'x.x.x.x.', { pan: 0.3 }],
    ]),
    accents(score, { name: 'crash', voice: crash, level: -25, energy: 0.9, reverbSend: 0.2 }),
    accents(score, {
      name: 'boom',
      voice: boom,
      level: -22,
      energy: 0.9,
      pitch: 29,
      reverbSend: 0.3,
    }),
    risers(score, {
      name: 'riser',
      voice: riser,
      level: -24,
      energy: 0.9,
      bars: 2,
      reverbSend: 0.3,
    }),
  ]
}

/** Three bass notes per chord; the second and the third slide from the one before. */
function bass(score: Score, random: Random): Channel {
  const figures = random.shuffle([
    [
      [0, 1.5, 0],
      [1.75, 0.75, 0],
      [2.5, 1.4, 7],
    ],
    [
      [0, 2.4, 0],
      [2.5, 0.5, 12],
      [3, 0.9, 0],
    ],
    [
      [0, 0.7, 0],
      [0.75, 1.6, 0],
      [2.5, 1.2, -2],
    ],
  ] as const)
  const line = (section: Section): Note[] =>
    section.chords.flatMap((span, i) => {
      const root = rootFrom(span.chord, score.scale.tonic, 31)
      return (figures[i % 2] ?? []).map(([at, length, interval], k, all) => ({
        at: span.at + at,
        length,
        pitch: root + interval,
        velocity: 0.8,
        ...(k > 0 ? { from: root + (all[k - 1]?.[2] ?? 0) } : {}),
      }))
    })
  return {
    name: 'bass',
    voice: basses.reese,
    notes: write(score, 'bass', line),
    level: -14,
    duck: 0.45,
  }
}

function grounds(score: Score, random: Random, minor: boolean): Channel[] {
  const range = { low: 55, high: 77, voices: 4 }
  const pattern = random.pick(['0.2.3.1.', '0..2..3..1..2...', '3.2.1.0.2.'])
  return [
    {
      name: 'pad',
      voice: pads.wide,
      notes: [
        ...heldPart(score, 'pad', range),
        ...finalChord(score, minor ? 'i9' : 'Imaj9', { ...range, beats: 6 }),
      ],
      level: -22,
      reverbSend: 0.4,
      duck: 0.35,
      effects: [chorus(0.3, 0.3), opensWithEnergy(score, 1600, 7000)],
    },
    {
      name: 'figure',
      voice: random.chance(0.5) ? electricPiano(1) : synthPluck(600, 2800),
      notes: brokenPart(score, 'figure', range, { pattern, step: 0.5, ring: 1.4 }),
      level: -23,
      scatter: 0.3,
      reverbSend: 0.3,
      delaySend: 0.35,
      duck: 0.2,
    },
  ]
}

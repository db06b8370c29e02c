import { opensWithEnergy } from '../composition/automation.ts'
import { accents, drumKit, risers } from '../composition/drum-kit.ts'
import { finalChord } from '../composition/ending.ts'
import { leadChannel } from '../composition/lead.ts'
import { bassPart, brokenPart, heldPart } from '../composition/parts.ts'
import { isMinor, scaleOf } from '../composition/scales.ts'
import { openScore, type Score, type SongParameters } from '../composition/score.ts'
import { kicks, snares, tom } from '../drums/membranes.ts'
import { closedHat, crash, openHat, riser } from '../drums/metal.ts'
import { clap } from '../drums/wood.ts'
import { chorus } from '../effects/modulation.ts'
import { basses } from '../instruments/basses.ts'
import { synthPluck } from '../instruments/leads.ts'
import { bell } from '../instruments/mallets.ts'
import { pads } from '../instruments/pads.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'

const majorTurns = [
  ['vi | IV | I | V', 'IV | V | vi | I'],
  ['I | V | vi | IV', 'IV | I | V | vi'],
  ['I | vi | IV | V', 'ii | IV | I | V'],
] as const
const minorTurns = [
  ['i | bVI | bIII | bVII', 'bVI | bVII | i | bIII'],
  ['i | bVII | bVI | bVII', 'iv | bVI | bIII | bVII'],
] as const

const form = [
  { name: 'intro', share: 2, energy: 0.45, plays: 'arp pad' },
  { name: 'verse', share: 4, energy: 0.7, plays: 'arp bass drums lead' },
  { name: 'lift', share: 2, energy: 0.6, plays: 'arp pad bass claps' },
  { name: 'chorus', share: 4, energy: 1, plays: 'arp pad bass drums claps lead sparkle' },
  { name: 'chorus', share: 4, energy: 1, plays: 'arp pad bass drums claps lead sparkle' },
  { name: 'outro', share: 2, energy: 0.45, plays: 'arp pad sparkle' },
] as const

const tunes = [
  'x_x_x_.x _x_x____ x_x_x_.x _x______',
  'x___x_x_ ..x_x_x_ x___x_x_ ____....',
  '..x_x_x_ x_x_x___ ..x_x_x_ x_______',
  'x__x__x_ x__x__x_ x_______ ........',
] as const

/** Bright synths, a big snare and a repeated chorus. */
export function synthPop(parameters: SongParameters): Song {
  const random = randomFrom(`${parameters.seed} plan`)
  const minor = isMinor(scaleOf(parameters.key))
  const [main, chorusTurn] = random.pick<readonly [string, string]>(minor ? minorTurns : majorTurns)
  const score = openScore(parameters, {
    form,
    harmony: { main, lift: chorusTurn, chorus: chorusTurn },
  })
  const drums = kit(score, random)
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    tail: 3.5,
    channels: [
      ...drums,
      bass(score, random),
      ...synths(score, random, minor ? 'i' : 'Iadd9'),
      leadChannel(score, {
        instrument: parameters.lead ?? random.pick(['synth', 'voice']),
        rhythms: tunes,
        step: 0.25,
        motifBeats: 8,
        level: -16.5,
        reverbSend: 0.28,
        delaySend: 0.25,
        duck: 0.15,
      }),
    ],
    pulse: (drums[0]?.notes ?? []).map((note) => note.at),
    pump: 0.24,
    reverb: { decaySeconds: 1.9, damping: 5600, preDelay: 0.015 },
    delay: { seconds: (60 / parameters.bpm) * 0.75, feedback: 0.4, tone: 3800 },
    master: {
      loudness: -13.5,
      tone: [{ kind: 'high-shelf', hertz: 6000, decibels: 1.5 }],
      fadeOut: 2,
    },
  }
}

function kit(score: Score, random: Random): Channel[] {
  return [
    ...drumKit(score, [
      [
        'drums',
        'kick',
        kicks.house,
        -14.5,
        random.pick(['X.......X.x.....', 'X...X...X...X...', 'X.....x.X.......']),
      ],
      [
        'drums',
        'snare',
        snares.fat,
        -16.5,
        '....X.......X...',
        { fill: '....X...x.x.XxXx', reverbSend: 0.35 },
      ],
      [
        'claps',
        'clap',
        clap,
        -22,
        '....X.......X...',
        { fill: '....X...X...XxXX', reverbSend: 0.3 },
      ],
      ['drums', 'hat', closedHat, -29, 'x.o.x.o.x.o.x.o.', { busy: 'xoooxoooxoooxooo', pan: 0.2 }],
      ['sparkle', 'open hat', openHat, -29, '..x...x.'],
      [
        'drums',
        'tom',
        tom({ ring: 0.4, slap: 0.3, bend: 0.5 }),
        -21,
        '................',
        { fill: '........x..x..x.', pitch: 48, pan: -0.3, reverbSend: 0.35 },
      ],
    ]),
    accents(score, { name: 'crash', voice: crash, level: -24, energy: 0.9, reverbSend: 0.2 }),
    risers(score, {
      name: 'riser',
      voice: riser,
      level: -26,
      energy: 0.9,
      bars: 2,
      reverbSend: 0.3,
    }),
  ]
}

function bass(score: Score, random: Random): Channel {
  const pattern = random.pick(['11811181', '1.1.8.1.', '1118111811181118'])
  return {
    name: 'bass',
    voice: basses.round,
    notes: bassPart(score, 'bass', { pattern, step: 0.25, low: 33, length: 0.75 }),
    level: -15,
    duck: 0.35,
  }
}

function synths(score: Score, random: Random, home: string): Channel[] {
  const range = { low: 57, high: 76, voices: 4 }
  const figure = (part: string, pattern: string, step: number) =>
    brokenPart(score, part, range, { pattern, step, ring: 1 })
  return [
    {
      name: 'arp',
      voice: synthPluck(700, 3600),
      notes: figure('arp', random.pick(['0123', '0213 2131', '3210 3.1.']), 0.25),
      level: -22,
      scatter: 0.3,
      reverbSend: 0.15,
      delaySend: 0.3,
      effects: [opensWithEnergy(score, 1200, 9000)],
    },
    {
      name: 'pad',
      voice: pads.wide,
      notes: [...heldPart(score, 'pad', range), ...finalChord(score, home, range)],
      level: -20,
      reverbSend: 0.3,
      duck: 0.4,
      effects: [chorus(0.4, 0.5)],
    },
    {
      name: 'sparkle',
      voice: bell(3.5, 1.2),
      notes: figure('sparkle', '4...6...5...4...', 0.25),
      level: -27,
      scatter: 0.5,
      reverbSend: 0.4,
      delaySend: 0.4,
    },
  ]
}

import { broken, held, struck, voiced } from '../composition/accompaniment.ts'
import { opensWithEnergy } from '../composition/automation.ts'
import { accents, type DrumRow, drum, drumKit, risers } from '../composition/drum-kit.ts'
import { leadChannel } from '../composition/lead.ts'
import { bassPart } from '../composition/parts.ts'
import { inMode, isMinor, scaleOf } from '../composition/scales.ts'
import { openScore, type Score, type SongParameters, write } from '../composition/score.ts'
import { kicks } from '../drums/membranes.ts'
import { closedHat, crash, openHat, riser, shaker, tambourine } from '../drums/metal.ts'
import { clap, cowbell } from '../drums/wood.ts'
import { chorus } from '../effects/modulation.ts'
import { basses } from '../instruments/basses.ts'
import { electricPiano, organ, piano } from '../instruments/keys.ts'
import { pads } from '../instruments/pads.ts'
import { mutedGuitar } from '../instruments/plucked.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'

const minorTurns = [
  'i9 | iv9 | bVImaj7 | v7',
  'i7 | i7 | bVImaj7 | bVII',
  'iv9 | i9 | bVImaj7 | V7b9',
] as const
const majorTurns = [
  'ii9 | V13 | Imaj9 | vi9',
  'IVmaj7 | iii7 | ii9 | V9sus',
  'vi9 | ii9 | IVmaj7 | V9sus',
] as const

const form = [
  { name: 'intro', share: 4, energy: 0.4, plays: 'kick hats stabs' },
  { name: 'groove', share: 8, energy: 0.7, plays: 'kick hats clap bass stabs' },
  { name: 'break', share: 4, energy: 0.35, plays: 'pad stabs lead' },
  { name: 'drop', share: 8, energy: 1, plays: 'kick hats clap bass stabs pad lead extra' },
  { name: 'outro', share: 4, energy: 0.6, plays: 'kick hats bass' },
] as const

const tunes = [
  'x_.x_.x_ ..x_x___ x_.x_.x_ ........',
  '....x_x_ x___..x_ ....x_x_ x_______',
  'x___..x_ ..x_..x_ x___x___ ........',
  '..x_..x_ x_x_.... ..x_..x_ x___....',
] as const

/** Four-on-the-floor kick, off-beat chords, sidechain ducking. */
export function house(parameters: SongParameters): Song {
  const random = randomFrom(`${parameters.seed} plan`)
  const minor = isMinor(scaleOf(parameters.key))
  const harmony = { main: random.pick(minor ? minorTurns : majorTurns) }
  const score = openScore(parameters, { form, harmony, group: 4 })
  const disco = random.chance(0.4)
  const kickRow: DrumRow = [
    'kick',
    'kick',
    kicks.house,
    -13,
    'X...X...X...X...',
    { timingJitter: 0 },
  ]
  const kickChannel = drum(score, kickRow)
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    swing: { ratio: random.between(0.51, 0.55), grid: 0.25 },
    tail: 2.5,
    channels: [
      kickChannel,
      ...percussion(score, disco),
      bass(score, disco, random),
      ...harmonies(score, disco, random),
      leadChannel(score, {
        instrument: parameters.lead ?? random.pick(['voice', 'synth', 'vibraphone']),
        rhythms: tunes,
        step: 0.25,
        motifBeats: 8,
        scale: inMode(score.scale, minor ? 'minor pentatonic' : 'major pentatonic'),
        level: -18,
        reverbSend: 0.3,
        delaySend: 0.35,
        duck: 0.25,
      }),
    ],
    pulse: kickChannel.notes.map((note) => note.at),
    pump: 0.26,
    reverb: { decaySeconds: 1.6, damping: 5200, preDelay: 0.015 },
    delay: { seconds: (60 / parameters.bpm) * 0.75, feedback: 0.45, tone: 3200 },
    master: { loudness: -13, tone: [{ kind: 'low-shelf', hertz: 90, decibels: 1 }], fadeOut: 1.5 },
  }
}

function percussion(score: Score, disco: boolean): Channel[] {
  return [
    ...drumKit(score, [
      [
        'clap',
        'clap',
        clap,
        -20,
        '....X.......X...',
        { fill: '....X.......X.xX', reverbSend: 0.25 },
      ],
      ['hats', 'open hat', openHat, -26, '..x...x...x...x.', { reverbSend: 0.05 }],
      ['hats', 'hat', closedHat, -31, 'o-.-o-.-o-.-o-.-', { busy: 'oo-oo-oooo-oo-oo', pan: -0.25 }],
      ['clap', 'shaker', disco ? tambourine : shaker, -31, 'o-x-o-x-o-x-o-x-', { pan: 0.35 }],
      ['extra', 'cowbell', cowbell, -31, '...x..o...x..o..', { pan: -0.4, reverbSend: 0.2 }],
    ]),
    accents(score, { name: 'crash', voice: crash, level: -24, energy: 0.7, reverbSend: 0.2 }),
    risers(score, {
      name: 'riser',
      voice: riser,
      level: -23,
      energy: 0.9,
      bars: 2,
      reverbSend: 0.3,
    }),
  ]
}

function bass(score: Score, disco: boolean, random: Random): Channel {
  const pattern = disco
    ? '1.8.1.8.1.8.1.8.'
    : random.pick(['..1...1...1.5.1.', '1..1..8...1..7..', '..1_..1...8...1.'])
  return {
    name: 'bass',
    voice: disco ? basses.finger : basses.funky,
    notes: bassPart(score, 'bass', { pattern, step: 0.25, low: 33, length: 0.85 }),
    level: -15,
    duck: 0.55,
  }
}

function harmonies(score: Score, disco: boolean, random: Random): Channel[] {
  const range = { low: 53, high: 76, voices: 4, rootless: true }
  const rhythm = random.pick(['..x..x....x..x..', 'x..x..x...x.x...', '...x..x...x..x..'])
  const spans = (part: string, writer: (voicing: ReturnType<typeof voiced>) => Channel['notes']) =>
    write(score, part, (section) => [...writer(voiced(section.chords, score.scale, range))])
  return [
    {
      name: 'stabs',
      voice: random.pick([pads.stab, organ, piano(0), electricPiano(1.3)]),
      notes: spans('stabs', (voicing) => struck(voicing, { rhythm, step: 0.25, length: 1.2 })),
      level: -18,
      reverbSend: 0.2,
      delaySend: 0.2,
      duck: 0.4,
      effects: [chorus(0.3), opensWithEnergy(score, 600, 9000)],
    },
    {
      name: 'pad',
      voice: pads.wide,
      notes: spans('pad', (voicing) => held(voicing)),
      level: -23,
      reverbSend: 0.3,
      duck: 0.7,
    },
    {
      name: 'guitar',
      voice: mutedGuitar,
      notes: disco
        ? spans('clap', (voicing) => broken(voicing, { pattern: '2.32.3.22.3.32.3', step: 0.25 }))
        : [],
      level: -25,
      pan: 0.45,
      reverbSend: 0.12,
    },
  ]
}

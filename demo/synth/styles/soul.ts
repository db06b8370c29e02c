import { accents, drumKit } from '../composition/drum-kit.ts'
import { finalBass, finalChord } from '../composition/ending.ts'
import { leadChannel } from '../composition/lead.ts'
import { bassPart, brokenPart, heldPart, struckPart } from '../composition/parts.ts'
import { inMode, isMinor, scaleOf } from '../composition/scales.ts'
import { openScore, type Score, type SongParameters } from '../composition/score.ts'
import { kicks, snares, tom } from '../drums/membranes.ts'
import { closedHat, crash, openHat, tambourine } from '../drums/metal.ts'
import { chorus, tremolo } from '../effects/modulation.ts'
import { basses } from '../instruments/basses.ts'
import { clavinet, electricPiano, organ } from '../instruments/keys.ts'
import { mutedTrumpet } from '../instruments/leads.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'

const minorTurns = ['i9 | i9 | IV9 | i9', 'i7 | iv9 | i7 | bVII9', 'ii9 | V13 | i9 | i9'] as const
const majorTurns = [
  'I9 | I9 | IV9 | I9',
  'Imaj7 | vi9 | ii9 | V9sus',
  'IVmaj7 | iii7 | ii9 | V13',
] as const

const form = [
  { name: 'intro', share: 2, energy: 0.6, plays: 'drums clav' },
  { name: 'verse', share: 4, energy: 0.75, plays: 'drums clav bass keys lead' },
  { name: 'chorus', share: 4, energy: 1, plays: 'drums clav bass keys horns organ lead' },
  { name: 'break', share: 2, energy: 0.6, plays: 'drums bass' },
  { name: 'chorus', share: 4, energy: 1, plays: 'drums clav bass keys horns organ lead' },
] as const

const tunes = [
  '..x_ x_x_ x___ .... ..x_ x_x_ ____ ....',
  'x__x __x_ .... x_x_ x___ .... .... ....',
  'x_x_ ..x_ x_x_ ____ .... x_x_ x___ ....',
  '.... x_x_ x__x __x_ x___ ____ .... ....',
] as const

/** Bass-led groove. */
export function soul(parameters: SongParameters): Song {
  const random = randomFrom(`${parameters.seed} plan`)
  const minor = isMinor(scaleOf(parameters.key))
  const harmony = { main: random.pick(minor ? minorTurns : majorTurns) }
  const score = openScore(parameters, { form, harmony })
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    swing: { ratio: random.between(0.52, 0.57), grid: 0.25 },
    tail: 3,
    channels: [
      ...drums(score, random),
      bass(score, random),
      ...rhythmSection(score, random, minor),
      ...horns(score, random),
      leadChannel(score, {
        instrument: parameters.lead ?? random.pick(['voice', 'electric piano', 'guitar']),
        rhythms: tunes,
        step: 0.25,
        motifBeats: 8,
        scale: inMode(score.scale, minor ? 'minor pentatonic' : 'major pentatonic'),
        level: -18,
        reverbSend: 0.25,
        delaySend: 0.15,
      }),
    ],
    reverb: { decaySeconds: 1.3, damping: 5200, preDelay: 0.012 },
    delay: { seconds: (60 / parameters.bpm) * 0.75, feedback: 0.25, tone: 3000 },
    master: { loudness: -14.5, tone: [{ kind: 'low-shelf', hertz: 100, decibels: 1 }], fadeOut: 2 },
  }
}

function drums(score: Score, random: Random): Channel[] {
  return [
    ...drumKit(score, [
      [
        'drums',
        'kick',
        kicks.live,
        -16,
        random.pick(['X..x..x...X.....', 'X.x.......X..x..', 'X..X...o..X...o.']),
      ],
      [
        'drums',
        'snare',
        snares.live,
        -17,
        '....X..-.-..X..-',
        { fill: '....X..-.-o.XxoX', reverbSend: 0.15 },
      ],
      ['drums', 'hat', closedHat, -28, 'xoxoxoxoxoxoxo.o', { pan: 0.2 }],
      ['drums', 'open hat', openHat, -29, '..............x.'],
      ['horns', 'tambourine', tambourine, -31, '..x...x...x...x.', { pan: -0.35 }],
      [
        'drums',
        'conga',
        tom({ ring: 0.22, slap: 0.5, bend: 0.1 }),
        -27,
        random.pick(['..o..ox...o..o.x', '...o..xo...o..x.']),
        { pitch: 57, pan: -0.45, reverbSend: 0.15 },
      ],
    ]),
    accents(score, { name: 'crash', voice: crash, level: -26, energy: 0.9, reverbSend: 0.2 }),
  ]
}

function bass(score: Score, random: Random): Channel {
  const pattern = random.pick(['1..1.81...7.8.1.', '1...1.5.7.8...17', '1_..8.1..5.7.8..'])
  return {
    name: 'bass',
    voice: basses.finger,
    notes: [
      ...bassPart(score, 'bass', { pattern, step: 0.25, low: 31, length: 0.9 }),
      ...finalBass(score, 31, 3),
    ],
    level: -14.5,
  }
}

function rhythmSection(score: Score, random: Random, minor: boolean): Channel[] {
  const range = { low: 53, high: 74, voices: 4, rootless: true }
  const chords = (part: string, rhythm: string) =>
    struckPart(score, part, range, { rhythm, step: 0.25 })
  return [
    {
      name: 'clavinet',
      voice: clavinet,
      notes: brokenPart(score, 'clav', range, {
        pattern: random.pick(['0.21.2.10.2.1.32', '1.0.21..1.0.2.13']),
        step: 0.25,
      }),
      level: -23,
      pan: 0.4,
      reverbSend: 0.1,
    },
    {
      name: 'keys',
      voice: electricPiano(1.1),
      notes: [
        ...chords('keys', random.pick(['x__..x__..x_....', '..x__.x_...x__..'])),
        ...finalChord(score, minor ? 'i9' : 'Imaj9', range),
      ],
      level: -20,
      pan: -0.2,
      reverbSend: 0.15,
      effects: [tremolo(0.4, 4.2)],
    },
    {
      name: 'organ',
      voice: organ,
      notes: heldPart(score, 'organ', range),
      level: -26,
      reverbSend: 0.25,
      effects: [chorus(0.5, 6)],
    },
  ]
}

function horns(score: Score, random: Random): Channel[] {
  const rhythm = random.pick([
    'x...........x_x.................',
    '......x_x...............x_x_....',
  ])
  return [
    {
      name: 'horns',
      voice: mutedTrumpet,
      notes: struckPart(
        score,
        'horns',
        { low: 60, high: 77, voices: 3 },
        {
          rhythm,
          step: 0.25,
        },
      ),
      level: -21,
      scatter: 0.4,
      reverbSend: 0.2,
      timingJitter: 0.009,
    },
  ]
}

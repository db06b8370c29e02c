import { struck, voiced } from '../composition/accompaniment.ts'
import { accents, drumKit } from '../composition/drum-kit.ts'
import { finalBass, finalChord } from '../composition/ending.ts'
import { leadChannel } from '../composition/lead.ts'
import { bassPart, brokenPart, heldPart } from '../composition/parts.ts'
import { inMode, isMinor, scaleOf } from '../composition/scales.ts'
import { openScore, type Score, type SongParameters, write } from '../composition/score.ts'
import { kicks, snares, tom } from '../drums/membranes.ts'
import { closedHat, crash, openHat, tambourine } from '../drums/metal.ts'
import { chorus } from '../effects/modulation.ts'
import { cabinet, drive } from '../effects/timbre.ts'
import { basses } from '../instruments/basses.ts'
import { organ } from '../instruments/keys.ts'
import { electricGuitar } from '../instruments/plucked.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'

const majorTurns = [
  ['I | iii | vi | IV', 'IV | V | vi | I'],
  ['vi | IV | I | V', 'IV | I | V | vi'],
  ['I | V | ii | IV', 'I | IV | vi | V'],
] as const
const minorTurns = [
  ['i | bVI | bIII | bVII', 'bVI | bVII | i | i'],
  ['i | v | bVI | iv', 'bVI | bIII | bVII | i'],
] as const

const form = [
  { name: 'intro', share: 2, energy: 0.5, plays: 'clean' },
  { name: 'verse', share: 4, energy: 0.7, plays: 'clean bass drums' },
  { name: 'chorus', share: 4, energy: 1, plays: 'clean loud bass drums crashes lead organ' },
  { name: 'verse', share: 4, energy: 0.75, plays: 'clean bass drums lead' },
  { name: 'chorus', share: 4, energy: 1, plays: 'clean loud bass drums crashes lead organ' },
  { name: 'outro', share: 2, energy: 0.5, plays: 'clean organ' },
] as const

const tunes = [
  'x_x_x___ ..x_x_x_',
  '..x_x_x_ x_x_x___',
  'x___x_x_ x_______',
  'x_xx_x_x _x__....',
  'x_x_..x_ x___x___',
] as const

/** Two guitars, one distorted in the chorus. */
export function indie(parameters: SongParameters): Song {
  const random = randomFrom(`${parameters.seed} plan`)
  const minor = isMinor(scaleOf(parameters.key))
  const [main, chorusTurn] = random.pick<readonly [string, string]>(minor ? minorTurns : majorTurns)
  const score = openScore(parameters, { form, harmony: { main, chorus: chorusTurn } })
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    tail: 3.5,
    channels: [
      ...drums(score, random),
      ...guitars(score, random, minor),
      ...rest(score, random),
      leadChannel(score, {
        instrument: parameters.lead ?? random.pick(['voice', 'synth', 'guitar']),
        rhythms: tunes,
        step: 0.5,
        motifBeats: 8,
        scale: inMode(score.scale, minor ? 'minor pentatonic' : 'major'),
        level: -17,
        reverbSend: 0.28,
        delaySend: 0.2,
        timingJitter: 0.008,
      }),
    ],
    reverb: { decaySeconds: 1.5, damping: 5000, preDelay: 0.015 },
    delay: { seconds: (60 / parameters.bpm) * 0.75, feedback: 0.3, tone: 3200 },
    master: { loudness: -14, effects: [drive(1.2)], fadeOut: 2 },
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
        random.pick(['X.....x.X.......', 'X......xX.x.....', 'X...x...X.x.....']),
      ],
      [
        'drums',
        'snare',
        snares.live,
        -17,
        '....X.......X...',
        { fill: '....X.....x.XxXX', reverbSend: 0.22 },
      ],
      ['drums', 'hat', closedHat, -28, 'x.o.x.o.x.o.x.o.', { pan: 0.25 }],
      ['crashes', 'open hat', openHat, -27, 'x...x...x...x...', { pan: 0.25 }],
      ['crashes', 'tambourine', tambourine, -31, '..o...x...o...x.', { pan: -0.4 }],
      [
        'bass',
        'tom',
        tom({ ring: 0.35, slap: 0.5, bend: 0.2 }),
        -22,
        '................',
        { fill: '..........x.x...', pitch: 45, pan: -0.2, reverbSend: 0.2 },
      ],
    ]),
    accents(score, { name: 'crash', voice: crash, level: -23, energy: 0.9, reverbSend: 0.2 }),
  ]
}

function guitars(score: Score, random: Random, minor: boolean): Channel[] {
  const range = { low: 52, high: 72, voices: 4 }
  const pattern = random.pick(['0213 2131', '0123 2123', '0.23 1.23'])
  const clean = brokenPart(score, 'clean', range, { pattern, step: 0.5, ring: 2 })
  const power = (rhythm: string, low: number) =>
    write(score, 'loud', (section) =>
      struck(
        voiced(
          section.chords.map((span) => ({
            ...span,
            chord: { root: span.chord.root, tones: [span.chord.root, (span.chord.root + 7) % 12] },
          })),
          score.scale,
          { low, high: low + 19, voices: 2 },
        ),
        { rhythm, step: 0.5, roll: 0.01 },
      ),
    )
  const loud = { voice: electricGuitar, level: -20, reverbSend: 0.12, effects: [drive(9), cabinet] }
  return [
    {
      name: 'clean guitar',
      voice: electricGuitar,
      notes: [...clean, ...finalChord(score, minor ? 'i' : 'I', { ...range, roll: 0.1 })],
      level: -19,
      pan: -0.2,
      reverbSend: 0.25,
      delaySend: 0.18,
      effects: [chorus(0.45, 0.8)],
      timingJitter: 0.007,
    },
    { ...loud, name: 'loud left', notes: power('xxxxxxxx', 43), pan: -0.75 },
    { ...loud, name: 'loud right', notes: power('x_xxx_xx', 48), pan: 0.75 },
  ]
}

function rest(score: Score, random: Random): Channel[] {
  const pattern = random.pick(['11111111', '1.111.15', '1_111_55'])
  return [
    {
      name: 'bass',
      voice: basses.finger,
      notes: [
        ...bassPart(score, 'bass', { pattern, step: 0.5, low: 31, length: 0.9 }),
        ...finalBass(score, 31),
      ],
      level: -16,
    },
    {
      name: 'organ',
      voice: organ,
      notes: heldPart(score, 'organ', { low: 60, high: 79, voices: 3 }),
      level: -27,
      reverbSend: 0.3,
      effects: [chorus(0.5, 5.5)],
    },
  ]
}

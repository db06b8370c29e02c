import { bassLine, walkingBass } from '../composition/accompaniment.ts'
import { drumKit } from '../composition/drum-kit.ts'
import { finalBass, finalChord } from '../composition/ending.ts'
import { improvise } from '../composition/improvisation.ts'
import { leadChannel } from '../composition/lead.ts'
import { legato } from '../composition/notes.ts'
import { struckPart } from '../composition/parts.ts'
import { isMinor, scaleOf } from '../composition/scales.ts'
import { openScore, type Score, type SongParameters, write } from '../composition/score.ts'
import { brush, kicks, snares } from '../drums/membranes.ts'
import { pedalHat, ride } from '../drums/metal.ts'
import { piano } from '../instruments/keys.ts'
import { type LeadName, leadVoices } from '../instruments/lead-voices.ts'
import { doubleBass } from '../instruments/plucked.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'

const majorTurns = [
  'Imaj7 | vi7 | ii9 | V13 | iii7 | VI7b9 | ii9 | V13',
  'ii9 | V13 | Imaj9 | Imaj9 | iv9 | bVII9 | Imaj9 | V9sus',
  'Imaj9 | IVmaj7 | iii7 vi7 | ii9 V13',
] as const
const minorTurns = [
  'i6 | iv9 | ii7b5 | V7b9 | i6 | bVI7 | ii7b5 V7b9 | i6',
  'iv9 | bVII9 | bIIImaj7 | bVImaj7 | ii7b5 | V7b9 | i6 | i6',
] as const

const form = [
  { name: 'intro', share: 1, energy: 0.5, plays: 'comp bass' },
  { name: 'head', share: 4, energy: 0.75, plays: 'comp bass drums head' },
  { name: 'solo', share: 4, energy: 0.95, plays: 'comp bass drums solo walk' },
  { name: 'head', share: 2, energy: 0.8, plays: 'comp bass drums head' },
] as const

const tunes = [
  'x_xx_x_x x___..x_',
  '..x_xx_x _x__x___',
  'x__x_x__ x_xx____',
  'xx_x__x_ ..x_x_x_',
  '.xx_x_x_ x_______',
] as const

/** A trio with a lead instrument; brushes at slow tempos, a ride cymbal at fast ones. */
export function jazz(parameters: SongParameters): Song {
  const random = randomFrom(`${parameters.seed} plan`)
  const minor = isMinor(scaleOf(parameters.key))
  const ballad = parameters.bpm < 96
  const harmony = { main: random.pick(minor ? minorTurns : majorTurns) }
  const score = openScore(parameters, { form, harmony, group: ballad ? 2 : 4 })
  const instrument = parameters.lead ?? random.pick(['trumpet', 'vibraphone', 'clarinet', 'piano'])
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    swing: { ratio: ballad ? 0.6 : 0.64, grid: 0.5 },
    slowing: { beats: 4, amount: 0.35 },
    tail: 4,
    channels: [
      ...drums(score, ballad),
      bass(score, ballad, random),
      comping(score, ballad, minor, random),
      ...tune(score, instrument),
    ],
    reverb: { decaySeconds: 1.5, damping: 4200, preDelay: 0.014 },
    backgroundNoise: { kind: parameters.backgroundNoise ?? 'tape', level: -46 },
    master: { loudness: -16.5, fadeOut: 2.5 },
  }
}

function drums(score: Score, ballad: boolean): Channel[] {
  const time = { step: 0.5, timingJitter: 0.006, reverbSend: 0.15 }
  if (ballad)
    return [
      ...drumKit(score, [
        ['drums', 'brush', brush, -25, 'o-x--oX-', { ...time, pan: -0.15 }],
        ['drums', 'hat', pedalHat, -32, '..x...x.', { ...time }],
        ['drums', 'kick', kicks.soft, -25, 'o.......', { ...time }],
      ]),
    ]
  return [
    ...drumKit(score, [
      ['drums', 'ride', ride, -26, 'x.xox.xo', { ...time, pan: 0.25 }],
      ['drums', 'hat', pedalHat, -30, '..X...X.', { ...time, pan: -0.2 }],
      [
        'drums',
        'snare',
        snares.live,
        -28,
        '...-....-..o...-',
        { ...time, busy: '...o.-..-..o-..o', fill: '...o.-..-.xo-xox' },
      ],
      ['drums', 'kick', kicks.soft, -25, 'o.......o....o..', { ...time }],
    ]),
  ]
}

function bass(score: Score, ballad: boolean, random: Random): Channel {
  const walker = random.fork('bass')
  const notes = write(score, 'bass', (section) =>
    ballad || !section.parts.has('walk')
      ? bassLine(section.chords, score.scale, { pattern: '1___5_1_', step: 0.5, low: 33 })
      : walkingBass(section.chords, score.scale, 33, walker),
  )
  return {
    name: 'bass',
    voice: doubleBass,
    notes: [...notes, ...finalBass(score, 33)],
    level: -15.5,
    reverbSend: 0.08,
    timingJitter: 0.008,
  }
}

function comping(score: Score, ballad: boolean, minor: boolean, random: Random): Channel {
  const range = { low: 51, high: 72, voices: 4, rootless: true }
  const rhythm = ballad
    ? random.pick(['x______x_____...', 'x____x__x_______'])
    : random.pick(['x__x_......x__..', '...x__.x_...x___', 'x_.x_.......x_.x'])
  const notes = struckPart(score, 'comp', range, { rhythm, step: 0.5, roll: 0.02 })
  const home = finalChord(score, minor ? 'i6' : 'Imaj9', { ...range, roll: 0.12 })
  return {
    name: 'piano',
    voice: piano(0.15),
    notes: [...notes, ...home],
    level: -21,
    pan: -0.2,
    reverbSend: 0.22,
    timingJitter: 0.008,
  }
}

/** The head, then an improvised solo. */
function tune(score: Score, instrument: LeadName): Channel[] {
  const shared = { level: -18, pan: 0.15, reverbSend: 0.28, timingJitter: 0.01 }
  const head = leadChannel(score, {
    ...shared,
    part: 'head',
    instrument,
    rhythms: tunes,
    step: 0.5,
    motifBeats: 8,
  })
  const { voice, low, high, joins } = leadVoices[instrument]
  const random = score.random.fork('solo')
  const style = { scale: score.scale, low, high, step: 0.5, busyness: 0.72 }
  const solo = write(score, 'solo', (section) => improvise(section.chords, style, random))
  return [head, { ...shared, name: 'solo', voice, notes: joins ? legato(solo, 0.98) : solo }]
}

import { broken, struck, voiced } from '../composition/accompaniment.ts'
import { drumKit } from '../composition/drum-kit.ts'
import { finalBass, finalChord } from '../composition/ending.ts'
import { leadChannel } from '../composition/lead.ts'
import { bassPart, heldPart } from '../composition/parts.ts'
import { inMode } from '../composition/scales.ts'
import { openScore, type Score, type SongParameters, write } from '../composition/score.ts'
import { kicks, snares } from '../drums/membranes.ts'
import { closedHat, openHat } from '../drums/metal.ts'
import { clap, snap } from '../drums/wood.ts'
import { crush, drive, lowpass } from '../effects/timbre.ts'
import { basses } from '../instruments/basses.ts'
import { strings } from '../instruments/bowed.ts'
import { electricPiano, organ, piano } from '../instruments/keys.ts'
import { vibraphone } from '../instruments/mallets.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'

const turns = [
  'i7 | i7 | iv9 | V7b9',
  'i9 | bVImaj7 | i9 | bVImaj7',
  'ii7b5 | V7b9 | i9 | i9',
  'i7 bVII | bVImaj7 V7 | i7 bVII | bVImaj7',
] as const

const form = [
  { name: 'intro', share: 2, energy: 0.5, plays: 'loop hook' },
  { name: 'verse', share: 4, energy: 0.75, plays: 'loop drums bass' },
  { name: 'hook', share: 4, energy: 1, plays: 'loop drums bass hook strings' },
  { name: 'verse', share: 4, energy: 0.8, plays: 'loop drums bass' },
  { name: 'hook', share: 4, energy: 1, plays: 'loop drums bass hook strings' },
  { name: 'outro', share: 2, energy: 0.5, plays: 'loop strings' },
] as const

const tunes = [
  'x_x_ ..x_ x___ .... x_x_ ..x_ x___ x___',
  '..x_ x_x_ ..x_ ____ ..x_ x_x_ x___ ....',
  'x___ x_x_ .... x_x_ x___ .... .... ....',
  'x_.x _.x_ x___ .... .... x_x_ x___ ....',
] as const

/** A sampled loop with laid-back drums. */
export function hipHop(parameters: SongParameters): Song {
  const random = randomFrom(`${parameters.seed} plan`)
  const score = openScore(parameters, { form, harmony: { main: random.pick(turns) } })
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    swing: { ratio: random.between(0.57, 0.62), grid: 0.25 },
    tail: 3,
    channels: [
      ...drums(score, random),
      ...loop(score, random),
      leadChannel(score, {
        name: 'hook',
        part: 'hook',
        instrument: parameters.lead ?? random.pick(['trumpet', 'vibraphone', 'flute']),
        rhythms: tunes,
        step: 0.25,
        motifBeats: 8,
        scale: inMode(score.scale, 'minor pentatonic'),
        level: -18,
        pan: -0.1,
        reverbSend: 0.25,
        delaySend: 0.2,
      }),
    ],
    reverb: { decaySeconds: 1.1, damping: 4200, preDelay: 0.01 },
    delay: { seconds: (60 / parameters.bpm) * 0.75, feedback: 0.3, tone: 2600 },
    backgroundNoise: { kind: parameters.backgroundNoise ?? 'vinyl', level: -42 },
    master: {
      loudness: -14,
      effects: [drive(1.3)],
      tone: [{ kind: 'low-shelf', hertz: 100, decibels: 1.5 }],
      fadeOut: 2,
    },
  }
}

function drums(score: Score, random: Random): Channel[] {
  const kickPattern = random.pick(['X..x....x.X.....', 'X.x.......X..x..', 'X......x.xX.....'])
  return [
    ...drumKit(score, [
      ['drums', 'kick', kicks.dusty, -15, kickPattern],
      [
        'drums',
        'snare',
        snares.fat,
        -17,
        '....X..-....X...',
        { fill: '....X..-..-.X.ox', reverbSend: 0.18, timingJitter: 0.006 },
      ],
      [
        'strings',
        'clap',
        random.chance(0.5) ? clap : snap,
        -25,
        '....X.......X...',
        { reverbSend: 0.2 },
      ],
      [
        'drums',
        'hat',
        closedHat,
        -28,
        'x.o.x.o.x.oox.o.',
        { busy: 'x.oox.o.x-oox.oo', pan: 0.15, timingJitter: 0.006 },
      ],
      ['drums', 'open hat', openHat, -30, '..............x.'],
    ]),
  ]
}

function loop(score: Score, random: Random): Channel[] {
  const range = { low: 53, high: 75, voices: 4, rootless: true }
  const arpeggio = random.chance(0.4)
  const pattern = random.pick(['0.2.1.3.2.1.', '3.2.1.2.0...'])
  const rhythm = random.pick(['x___..x_..x___..', 'x__x__x_....x_..', '..x___x_x___....'])
  return [
    {
      name: 'loop',
      voice: random.pick([piano(0.3), electricPiano(1.1), vibraphone, organ]),
      notes: [
        ...write(score, 'loop', (section) => {
          const spans = voiced(section.chords, score.scale, range)
          return arpeggio
            ? broken(spans, { pattern, step: 0.25, ring: 2 })
            : struck(spans, { rhythm, step: 0.25, roll: 0.02 })
        }),
        ...finalChord(score, 'i9', range),
      ],
      level: -18,
      reverbSend: 0.15,
      effects: [crush(9, 16_000), lowpass(5200)],
    },
    ...underneath(score, random),
  ]
}

function underneath(score: Score, random: Random): Channel[] {
  const bassPattern = random.pick(['1__..1__..1_5_..', '1_...._1..8.5_1.', '1_1_..1_....7_8_'])
  return [
    {
      name: 'bass',
      voice: random.chance(0.5) ? basses.finger : basses.booming,
      notes: [
        ...bassPart(score, 'bass', { pattern: bassPattern, step: 0.25, low: 31 }),
        ...finalBass(score, 31),
      ],
      level: -15,
    },
    {
      name: 'strings',
      voice: strings,
      notes: heldPart(score, 'strings', { low: 64, high: 81, voices: 2 }),
      level: -26,
      reverbSend: 0.35,
    },
  ]
}

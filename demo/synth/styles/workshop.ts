import { drumKit } from '../composition/drum-kit.ts'
import { leadChannel } from '../composition/lead.ts'
import { bassPart } from '../composition/parts.ts'
import { inMode, isMinor, scaleOf } from '../composition/scales.ts'
import { openScore, type Score, type SongParameters } from '../composition/score.ts'
import { brush, kicks, tom } from '../drums/membranes.ts'
import { shaker } from '../drums/metal.ts'
import { block, clap, rim } from '../drums/wood.ts'
import { marimba } from '../instruments/mallets.ts'
import { doubleBass } from '../instruments/plucked.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'

const form = [
  { name: 'one hand', share: 2, energy: 0.5, plays: 'table' },
  { name: 'two hands', share: 4, energy: 0.7, plays: 'table spoons bass' },
  { name: 'tune', share: 4, energy: 0.95, plays: 'table spoons cups bass lead claps' },
  { name: 'table alone', share: 2, energy: 0.6, plays: 'table cups solo' },
  { name: 'tune', share: 4, energy: 1, plays: 'table spoons cups bass lead claps' },
] as const

const tunes = [
  'x.x.x.x_ ..x.x___ x.x.x.x_ ........',
  'x_.x_.x_ x_.x_.x_ x___.... ........',
  '..x.x.x. x_..x_.. ..x.x.x. x_______',
] as const

/** Found percussion with pitched objects. */
export function workshop(parameters: SongParameters): Song {
  const random = randomFrom(`${parameters.seed} plan`)
  const minor = isMinor(scaleOf(parameters.key))
  const main = minor
    ? random.pick(['i7 | bVII | i7 | iv7', 'i7 | i7 | bVI | bVII'])
    : random.pick(['I | bVII | IV | I', 'I | I | IV | V'])
  const score = openScore(parameters, { form, harmony: { main } })
  const pattern = random.pick(['1..1..8...5.1...', '1.....5.1..8....', '1..5..8.1.......'])
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    swing: { ratio: random.between(0.52, 0.58), grid: 0.25 },
    tail: 2.5,
    channels: [
      ...table(score, random),
      {
        name: 'bass',
        voice: random.chance(0.5) ? doubleBass : marimba,
        notes: bassPart(score, 'bass', { pattern, step: 0.25, low: 36 }),
        level: -17,
        reverbSend: 0.1,
      },
      leadChannel(score, {
        instrument: parameters.lead ?? random.pick(['kalimba', 'marimba', 'viola', 'music box']),
        rhythms: tunes,
        step: 0.25,
        motifBeats: 8,
        scale: inMode(score.scale, minor ? 'minor pentatonic' : 'major pentatonic'),
        level: -18,
        reverbSend: 0.25,
        delaySend: 0.12,
      }),
    ],
    reverb: { decaySeconds: 1.1, damping: 5200, preDelay: 0.01 },
    delay: { seconds: (60 / parameters.bpm) * 0.5, feedback: 0.25, tone: 3600 },
    backgroundNoise: { kind: parameters.backgroundNoise ?? 'kitchen', level: -36 },
    master: { loudness: -16, fadeOut: 2 },
  }
}

const leg = tom({ ring: 0.28, slap: 0.6, bend: 0.12 })

function table(score: Score, random: Random): Channel[] {
  const near = { reverbSend: 0.2, timingJitter: 0.007 }
  const knee = random.pick(['X.....x...X.....', 'X..x....X.....x.'])
  const low = random.pick(['...x..o...x..x..', '..x...x..o..x...'])
  const high = random.pick(['.....x.....o..x.', '....o..x......xo'])
  const spoons = random.pick(['x.ox.ox.x.ox.oxo', 'xoo.xoo.xo.oxoo.'])
  const cups = random.pick(['..x...o.....x...', '......x..o......'])
  return drumKit(score, [
    ['table', 'knee', kicks.soft, -18, knee, near],
    ['table', 'low leg', leg, -20, low, { ...near, pitch: 50, pan: -0.35 }],
    ['table', 'high leg', leg, -22, high, { ...near, pitch: 57, pan: 0.3 }],
    ['spoons', 'spoons', block, -27, spoons, { ...near, pitch: 91, pan: 0.5 }],
    ['cups', 'cups', block, -29, cups, { ...near, pitch: 98, scatter: 0.6 }],
    ['claps', 'hands', clap, -25, '....x.......x...', near],
    ['solo', 'rim', rim, -24, 'x.xo..xo.xx.o.x.', { ...near, pan: -0.2 }],
    ['spoons', 'rice', shaker, -33, 'o-x-', near],
    ['lead', 'broom', brush, -30, '..o...o.', near],
  ])
}

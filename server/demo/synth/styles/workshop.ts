import { bassLine } from '../composition/accompaniment.ts'
import { drum } from '../composition/drum-kit.ts'
import { leadChannel } from '../composition/lead.ts'
import { inMode, isMinor, scaleOf } from '../composition/scales.ts'
import { type Brief, openScore, type Score, write } from '../composition/score.ts'
import { shaker } from '../drums/metal.ts'
import { brush, kicks, tom } from '../drums/skins.ts'
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

/** Whatever stands on the table, played by people who know where it rings. */
export function workshop(brief: Brief): Song {
  const random = randomFrom(`${brief.seed} plan`)
  const minor = isMinor(scaleOf(brief.key))
  const main = minor
    ? random.pick(['i7 | bVII | i7 | iv7', 'i7 | i7 | bVI | bVII'])
    : random.pick(['I | bVII | IV | I', 'I | I | IV | V'])
  const score = openScore(brief, { form, harmony: { main } })
  const pattern = random.pick(['1..1..8...5.1...', '1.....5.1..8....', '1..5..8.1.......'])
  return {
    bpm: brief.bpm,
    beats: score.beats,
    swing: { ratio: random.between(0.52, 0.58), grid: 0.25 },
    tail: 2.5,
    channels: [
      ...table(score, random),
      {
        name: 'bass',
        voice: random.chance(0.5) ? doubleBass : marimba,
        notes: write(score, 'bass', (section) =>
          bassLine(section.chords, score.scale, { pattern, step: 0.25, low: 36 }),
        ),
        level: -17,
        room: 0.1,
      },
      leadChannel(score, {
        instrument: brief.lead ?? random.pick(['kalimba', 'marimba', 'viola', 'music box']),
        rhythms: tunes,
        step: 0.25,
        motifBeats: 8,
        scale: inMode(score.scale, minor ? 'minor pentatonic' : 'major pentatonic'),
        level: -18,
        room: 0.25,
        echo: 0.12,
      }),
    ],
    room: { seconds: 1.1, damping: 5200, distance: 0.01 },
    echo: { seconds: (60 / brief.bpm) * 0.5, feedback: 0.25, tone: 3600 },
    air: { kind: brief.air ?? 'kitchen', level: -36 },
    master: { loudness: -16, fadeOut: 2 },
  }
}

function table(score: Score, random: Random): Channel[] {
  const leg = tom({ ring: 0.28, slap: 0.6, bend: 0.12 })
  const shared = { room: 0.2, looseness: 0.007 }
  const pick = (...patterns: readonly string[]) => random.pick(patterns)
  return [
    drum(score, 'table', {
      ...shared,
      name: 'knee',
      voice: kicks.soft,
      pattern: pick('X.....x...X.....', 'X..x....X.....x.'),
      level: -18,
    }),
    drum(score, 'table', {
      ...shared,
      name: 'low leg',
      voice: leg,
      pattern: pick('...x..o...x..x..', '..x...x..o..x...'),
      pitch: 50,
      level: -20,
      pan: -0.35,
    }),
    drum(score, 'table', {
      ...shared,
      name: 'high leg',
      voice: leg,
      pattern: pick('.....x.....o..x.', '....o..x......xo'),
      pitch: 57,
      level: -22,
      pan: 0.3,
    }),
    drum(score, 'spoons', {
      ...shared,
      name: 'spoons',
      voice: block,
      pattern: pick('x.ox.ox.x.ox.oxo', 'xoo.xoo.xo.oxoo.'),
      pitch: 91,
      level: -27,
      pan: 0.5,
    }),
    drum(score, 'cups', {
      ...shared,
      name: 'cups',
      voice: block,
      pattern: pick('..x...o.....x...', '......x..o......'),
      pitch: 98,
      level: -29,
      scatter: 0.6,
    }),
    drum(score, 'claps', {
      ...shared,
      name: 'hands',
      voice: clap,
      pattern: '....x.......x...',
      level: -25,
    }),
    drum(score, 'solo', {
      ...shared,
      name: 'rim',
      voice: rim,
      pattern: 'x.xo..xo.xx.o.x.',
      level: -24,
      pan: -0.2,
    }),
    drum(score, 'spoons', { ...shared, name: 'rice', voice: shaker, pattern: 'o-x-', level: -33 }),
    drum(score, 'lead', {
      ...shared,
      name: 'broom',
      voice: brush,
      pattern: '..o...o.',
      level: -30,
    }),
  ]
}

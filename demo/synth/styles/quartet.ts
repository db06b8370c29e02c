import { rootFrom } from '../composition/chords.ts'
import { finalChord } from '../composition/ending.ts'
import { leadChannel } from '../composition/lead.ts'
import { harmonize } from '../composition/melody.ts'
import { moved } from '../composition/notes.ts'
import { brokenPart, heldPart } from '../composition/parts.ts'
import { isMinor, scaleOf } from '../composition/scales.ts'
import { openScore, type Score, type SongParameters, write } from '../composition/score.ts'
import { cello, spiccato, strings, viola } from '../instruments/bowed.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'

const minorTurns = [
  'i | iv | V7 | i | bVI | iv | V7 | i',
  'i | bVII | bVI | V7 | i | iv | V7 | i',
  'i V7 | i | iv i | V7 | bVI bIII | iv V7 | i | i',
] as const
const majorTurns = [
  'I | vi | ii | V7 | I | IV | V7 | I',
  'I | V | vi | iii | IV | I | ii V7 | I',
] as const

const form = [
  { name: 'prelude', share: 2, energy: 0.5, plays: 'run low' },
  { name: 'first', share: 4, energy: 0.7, plays: 'run low melody' },
  { name: 'middle', share: 4, energy: 0.6, plays: 'long low second melody' },
  { name: 'last', share: 4, energy: 1, plays: 'run long low melody second' },
] as const

const tunes = [
  'x___x_x_ x_x_x___',
  'x_____x_ x___x___',
  '..x_x_x_ x_______',
  'x_x_x_x_ x___x___',
  'x___xxxx x___x___',
] as const

/** A string quartet: melody with independent accompaniment. */
export function quartet(parameters: SongParameters): Song {
  const random = randomFrom(`${parameters.seed} plan`)
  const minor = isMinor(scaleOf(parameters.key))
  const harmony = { main: random.pick(minor ? minorTurns : majorTurns) }
  const score = openScore(parameters, { form, harmony, group: 4 })
  const melody = leadChannel(score, {
    name: 'melody',
    part: 'melody',
    instrument: parameters.lead ?? 'fiddle',
    rhythms: tunes,
    step: 0.5,
    motifBeats: 8,
    level: -18,
    pan: -0.3,
    reverbSend: 0.4,
    timingJitter: 0.014,
    leap: 4,
  })
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    slowing: { beats: 8, amount: 0.4 },
    tail: 5,
    channels: [melody, secondVoice(score, melody), ...accompanists(score, random, minor)],
    reverb: { decaySeconds: 2.9, damping: 4400, preDelay: 0.025 },
    ...(parameters.backgroundNoise
      ? { backgroundNoise: { kind: parameters.backgroundNoise, level: -40 } }
      : {}),
    master: { loudness: -17, fadeOut: 3 },
  }
}

/** The viola follows the melody a sixth below. */
function secondVoice(score: Score, melody: Channel): Channel {
  const notes = write(score, 'second', (section, beats) => {
    const start = section.bar * score.beatsPerBar
    const sung = melody.notes.filter((note) => note.at >= start && note.at < start + beats)
    return moved(harmonize(sung, score.scale, -5), { beats: -start })
  })
  return { ...melody, name: 'second', voice: viola, notes, level: -22, pan: 0.1 }
}

function accompanists(score: Score, random: Random, minor: boolean): Channel[] {
  const range = { low: 52, high: 71, voices: 3 }
  const pattern = random.pick(['0121', '0212 1212', '2101'])
  const home = minor ? 'i' : 'I'
  return [
    {
      name: 'running viola',
      voice: spiccato,
      notes: brokenPart(score, 'run', range, { pattern, step: 0.5, ring: 0.8 }),
      level: -22,
      pan: 0.25,
      reverbSend: 0.35,
      timingJitter: 0.008,
    },
    {
      name: 'long strings',
      voice: strings,
      notes: [
        ...heldPart(score, 'long', range),
        ...finalChord(score, home, { ...range, beats: 3 }),
      ],
      level: -23,
      reverbSend: 0.4,
    },
    {
      name: 'cello',
      voice: cello,
      notes: write(score, 'low', (section) =>
        section.chords.map((span) => ({
          at: span.at,
          length: span.beats * 0.96,
          pitch: rootFrom(span.chord, score.scale.tonic, 36),
          velocity: 0.75,
        })),
      ),
      level: -20,
      pan: 0.35,
      reverbSend: 0.35,
      timingJitter: 0.012,
    },
  ]
}

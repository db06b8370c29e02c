import { accents } from '../composition/drum-kit.ts'
import { finalBass, finalChord } from '../composition/ending.ts'
import { leadChannel } from '../composition/lead.ts'
import { brokenPart, heldPart } from '../composition/parts.ts'
import { inMode, isMinor, scaleOf } from '../composition/scales.ts'
import { openScore, type Score, type SongParameters, write } from '../composition/score.ts'
import { boom } from '../drums/metal.ts'
import { chorus, width } from '../effects/modulation.ts'
import { lowpass, sweep } from '../effects/timbre.ts'
import { piano } from '../instruments/keys.ts'
import { kalimba } from '../instruments/mallets.ts'
import { drone, pads } from '../instruments/pads.ts'
import { harp } from '../instruments/plucked.ts'
import { randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'

const majorTurns = [
  'Imaj9 | IVmaj9',
  'IVmaj9 | vi9 | Imaj7 | Vsus4',
  'Imaj7 | iii7 | IVmaj9 | ii9',
  'Iadd9 | bVIImaj7 | IVmaj9 | Iadd9',
] as const
const minorTurns = [
  'i9 | bVImaj7',
  'i9 | bIIImaj7 | bVImaj9 | iv9',
  'iv9 | i9 | bVImaj7 | v7',
] as const

const form = [
  { name: 'fog', share: 2, energy: 0.45, plays: 'pad drone' },
  { name: 'light', share: 3, energy: 0.7, plays: 'pad drone figure' },
  { name: 'open', share: 3, energy: 1, plays: 'pad drone figure lead bass' },
  { name: 'settle', share: 2, energy: 0.5, plays: 'pad drone lead' },
] as const

const tunes = [
  'x_______ ....x___',
  '..x_____ x_______',
  'x___x___ ________',
  '....x_x_ x_______',
  'x_____x_ ____....',
] as const

/** Ambient: slow chords, a repeating figure, occasional bells. */
export function drift(parameters: SongParameters): Song {
  const random = randomFrom(`${parameters.seed} plan`)
  const minor = isMinor(scaleOf(parameters.key))
  const harmony = { main: random.pick(minor ? minorTurns : majorTurns) }
  const score = openScore(parameters, { form, harmony })
  const padName = random.pick(['warm', 'air', 'glow'] as const)
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    tail: 6,
    channels: [
      ...grounds(score, padName, minor ? 'i9' : 'Imaj9'),
      figure(score),
      leadChannel(score, {
        instrument:
          parameters.lead ?? random.pick(['bell', 'flute', 'electric piano', 'vibraphone']),
        rhythms: tunes,
        step: 0.5,
        motifBeats: 8,
        scale: inMode(score.scale, minor ? 'minor pentatonic' : 'major pentatonic'),
        level: -21,
        reverbSend: 0.6,
        delaySend: 0.45,
        leap: 4,
      }),
      accents(score, {
        name: 'boom',
        voice: boom,
        level: -27,
        energy: 0.7,
        pitch: 31,
        reverbSend: 0.5,
      }),
    ],
    reverb: { decaySeconds: 4.4, damping: 3800, preDelay: 0.03 },
    delay: { seconds: (60 / parameters.bpm) * 0.75, feedback: 0.55, tone: 2600 },
    ...(parameters.backgroundNoise
      ? { backgroundNoise: { kind: parameters.backgroundNoise, level: -35 } }
      : {}),
    master: { loudness: -17, fadeIn: 2, fadeOut: 4.5 },
  }
}

function grounds(score: Score, padName: keyof typeof pads, home: string): Channel[] {
  const range = { low: 52, high: 76, voices: 4 }
  const chords = heldPart(score, 'pad', range, { overlap: 1.02 })
  const bass = write(score, 'bass', (section) =>
    section.chords.map((span) => ({
      at: span.at,
      length: span.beats * 0.96,
      pitch: 36 + ((((score.scale.tonic + span.chord.root - 36) % 12) + 12) % 12),
      velocity: 0.7,
    })),
  )
  const low = finalBass(score, 36, 2)
  return [
    {
      name: 'pad',
      voice: pads[padName],
      notes: [...chords, ...finalChord(score, home, { ...range, beats: 2 })],
      level: -19,
      reverbSend: 0.4,
      effects: [chorus(0.35, 0.3), sweep(1400, 5200, 0.045, 0.8), width(0.7)],
      timingJitter: 0.02,
    },
    {
      name: 'drone',
      voice: drone,
      notes: write(score, 'drone', (_, beats) => [
        { at: 0, length: beats, pitch: low[0]?.pitch ?? 36, velocity: 0.6 },
      ]),
      level: -27,
      reverbSend: 0.2,
    },
    { name: 'bass', voice: pads.warm, notes: [...bass, ...low], level: -23 },
  ]
}

function figure(score: Score): Channel {
  const random = score.random.fork('figure')
  const pattern = random.pick(['0.2.1.3.', '0123..2.', '3.1.2.0.', '0.3..2.1'])
  const range = { low: 60, high: 79, voices: 4 }
  const notes = brokenPart(score, 'figure', range, { pattern, step: 0.5, ring: 2.5 })
  return {
    name: 'figure',
    voice: random.pick([piano(1), harp, kalimba]),
    notes,
    level: -24,
    scatter: 0.35,
    reverbSend: 0.45,
    delaySend: 0.35,
    effects: [lowpass(7000)],
    timingJitter: 0.014,
  }
}

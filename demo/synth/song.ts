import type { Note } from './composition/notes.ts'
import type { DelaySettings } from './effects/delay.ts'
import type { Effect } from './effects/modulation.ts'
import type { ReverbSettings } from './effects/reverb.ts'
import type { ShelfOrPeak } from './filters.ts'
import type { BackgroundNoise } from './texture.ts'
import type { Voice } from './voice.ts'

/** One instrument in the mix. */
export type Channel = {
  name: string
  voice: Voice
  notes: readonly Note[]
  /** Its loudness in decibels. */
  level: number
  /** -1 left to 1 right. */
  pan?: number
  /** Random panning of each note, up to this far from `pan`. */
  scatter?: number
  /** Send levels of reverb and delay, from 0 to 1. */
  reverbSend?: number
  delaySend?: number
  /** Depth of the ducking by the bass drum, from 0 to 1. */
  duck?: number
  effects?: readonly Effect[]
  /** Random timing offset in seconds. */
  timingJitter?: number
  /** Number of renderings per pitch, so that repeated notes differ. */
  variations?: number
}

type Swing = {
  /** The swing ratio: 0.5 is straight, 0.667 a triplet. */
  ratio: number
  /** The swung note value in beats: 0.5 for eighths, 0.25 for sixteenths. */
  grid: number
}

/** A whole piece, ready to be rendered. */
export type Song = {
  bpm: number
  beats: number
  swing?: Swing
  /** Ritardando: 0.3 is 30 % slower at the very end. */
  slowing?: { beats: number; amount: number }
  /** Seconds for the last notes to decay. */
  tail: number
  channels: readonly Channel[]
  /** The beats of the bass drum, for ducking. */
  pulse?: readonly number[]
  /** Release time of the ducking in seconds. */
  pump?: number
  reverb: ReverbSettings
  delay?: DelaySettings
  backgroundNoise?: { kind: BackgroundNoise; level: number }
  master: Master
}

export type Master = {
  /** Target loudness of the master in decibels: -14 is a modern record, -20 a quiet one. */
  loudness: number
  tone?: readonly ShelfOrPeak[]
  effects?: readonly Effect[]
  fadeIn?: number
  fadeOut?: number
}

import type { Note } from './composition/notes.ts'
import type { Echo } from './effects/echo.ts'
import type { Effect } from './effects/movement.ts'
import type { Room } from './effects/reverb.ts'
import type { ShelfOrPeak } from './filters.ts'
import type { Air } from './texture.ts'
import type { Voice } from './voice.ts'

/** One instrument in the mix. */
export type Channel = {
  name: string
  voice: Voice
  notes: readonly Note[]
  /** How loud its loud parts are, in decibels; everything else is measured against this. */
  level: number
  /** -1 left to 1 right. */
  pan?: number
  /** Each note may stand elsewhere, this far from `pan`. */
  scatter?: number
  /** How much goes to the room and to the echo, from 0 to 1. */
  room?: number
  echo?: number
  /** How far the bass drum pushes it down, from 0 to 1. */
  duck?: number
  effects?: readonly Effect[]
  /** Seconds by which a note may come early or late. */
  looseness?: number
  /** Renderings per pitch, so that repeated notes are not copies. */
  takes?: number
}

type Swing = {
  /** The pair's first half: 0.5 is straight, 0.667 a triplet. */
  ratio: number
  /** Length of the straight half in beats: 0.5 swings eighths, 0.25 sixteenths. */
  grid: number
}

/** A whole piece, ready to be rendered. */
export type Song = {
  bpm: number
  beats: number
  swing?: Swing
  /** The last beats slow down by this much: 0.3 is a third slower at the very end. */
  slowing?: { beats: number; amount: number }
  /** Seconds for the last notes to die away. */
  tail: number
  channels: readonly Channel[]
  /** The beats at which the bass drum is hit, for what ducks under it. */
  pulse?: readonly number[]
  /** Seconds that what was pushed down needs to come back. */
  pump?: number
  room: Room
  echo?: Echo
  air?: { kind: Air; level: number }
  master: Master
}

export type Master = {
  /** How loud the whole is; -14 is a modern record, -20 a quiet one. */
  loudness: number
  tone?: readonly ShelfOrPeak[]
  effects?: readonly Effect[]
  fadeIn?: number
  fadeOut?: number
}

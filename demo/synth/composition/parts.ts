import { bassLine, broken, held, struck, voiced } from './accompaniment.ts'
import type { VoicingRange } from './chords.ts'
import type { Note } from './notes.ts'
import { type Score, write } from './score.ts'

/** The accompaniments, each for all sections that play a part. */

export function heldPart(
  score: Score,
  part: string,
  range: VoicingRange,
  options?: Parameters<typeof held>[1],
): Note[] {
  return write(score, part, ({ chords }) => held(voiced(chords, score.scale, range), options))
}

export function struckPart(
  score: Score,
  part: string,
  range: VoicingRange,
  options: Parameters<typeof struck>[1],
): Note[] {
  return write(score, part, ({ chords }) => struck(voiced(chords, score.scale, range), options))
}

export function brokenPart(
  score: Score,
  part: string,
  range: VoicingRange,
  options: Parameters<typeof broken>[1],
): Note[] {
  return write(score, part, ({ chords }) => broken(voiced(chords, score.scale, range), options))
}

export function bassPart(
  score: Score,
  part: string,
  options: Parameters<typeof bassLine>[2],
): Note[] {
  return write(score, part, ({ chords }) => bassLine(chords, score.scale, options))
}

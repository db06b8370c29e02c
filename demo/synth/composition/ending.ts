import { chordOf, rootFrom, voiceChord } from './chords.ts'
import type { Note } from './notes.ts'
import type { Score } from './score.ts'

/** A final chord, after the last bar. */
export function finalChord(
  score: Score,
  symbol: string,
  options: { low: number; high: number; voices: number; beats?: number; roll?: number },
): Note[] {
  const pitches = voiceChord(chordOf(symbol), score.scale.tonic, options)
  return pitches.map((pitch, finger) => ({
    at: score.beats + finger * (options.roll ?? 0),
    length: options.beats ?? 4,
    pitch,
    velocity: 0.55,
  }))
}

export function finalBass(score: Score, low: number, beats = 4): Note[] {
  const pitch = rootFrom(chordOf('I'), score.scale.tonic, low)
  return [{ at: score.beats, length: beats, pitch, velocity: 0.65 }]
}

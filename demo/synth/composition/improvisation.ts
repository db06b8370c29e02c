import type { Random } from '../random.ts'
import { type ChordSpan, nearestTone } from './chords.ts'
import type { Note } from './notes.ts'
import { pitchAt, type Scale, stepNear } from './scales.ts'

export type SoloStyle = { scale: Scale; low: number; high: number; step: number; busyness: number }

/** Stepwise lines with chord tones on the beat and rests between phrases. */
export function improvise(chords: readonly ChordSpan[], style: SoloStyle, random: Random): Note[] {
  const { scale, low, high, step } = style
  const last = chords.at(-1)
  const total = last ? last.at + last.beats : 0
  const notes: Note[] = []
  let pitch = Math.round((low + high) / 2)
  let direction = random.chance(0.5) ? 1 : -1
  let remaining = 0
  for (let at = 0; at < total; at += step) {
    if (remaining <= 0) {
      const resting = random.chance(1 - style.busyness)
      remaining = resting ? -1 : random.whole(4, 11)
      if (resting) continue
      direction = pitch > (low + high) / 2 ? -1 : 1
    }
    remaining--
    const chord = chords.findLast((span) => span.at <= at + 0.001)?.chord
    if (!chord) continue
    if (pitch >= high) direction = -1
    if (pitch <= low) direction = 1
    const size = random.chance(0.16) ? random.whole(2, 3) : 1
    const free = pitchAt(scale, stepNear(scale, pitch) + direction * size)
    pitch = Number.isInteger(at) ? nearestTone(chord, scale.tonic, free) : free
    if (random.chance(0.14)) direction = -direction
    const held = remaining === 0 ? random.pick([2, 3, 4]) : 1
    const accent = Number.isInteger(at) ? 0.62 : 0.74
    notes.push({ at, length: step * held, pitch, velocity: accent + random.bell(0.05) })
    if (held > 1) at += step * (held - 1)
  }
  return notes
}

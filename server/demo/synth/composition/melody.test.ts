import { expect, test } from 'vitest'
import { randomFrom } from '../random.ts'
import { progression } from './chords.ts'
import { inventTheme, sing } from './melody.ts'
import { scaleOf } from './scales.ts'

const style = {
  scale: scaleOf('D minor'),
  low: 62,
  high: 81,
  rhythms: ['x_x_x_x_ x___x___', '..x_x_x_ x_x_x___', 'x___x_x_ x_______'],
  step: 0.5,
  motifBeats: 8,
}
const chords = progression('i | bVI | iv | v', 4)
const tunes = Array.from({ length: 40 }, (_, i) =>
  sing(inventTheme(randomFrom(`tune ${i}`), style), chords, { form: i, height: 0.5 }),
)
const toneOf = (pitch: number) => (((pitch - style.scale.tonic) % 12) + 12) % 12

test('tunes land on the chord where a bar begins', () => {
  for (const tune of tunes)
    for (const note of tune.filter(({ at }) => at % 4 === 0)) {
      const chord = chords.findLast(({ at }) => at <= note.at)?.chord
      expect(chord?.tones).toContain(toneOf(note.pitch))
    }
})

test('tunes stay where the instrument sounds well, and move', () => {
  for (const tune of tunes) {
    const pitches = tune.map(({ pitch }) => pitch)
    expect(Math.min(...pitches)).toBeGreaterThanOrEqual(style.low - 5)
    expect(Math.max(...pitches)).toBeLessThanOrEqual(style.high + 5)
    expect(new Set(pitches).size).toBeGreaterThanOrEqual(2)
  }
})

test('notes of a tune do not run into each other', () => {
  for (const tune of tunes)
    tune.forEach((note, i) => {
      const next = tune[i + 1]
      if (next) expect(note.at + note.length).toBeLessThanOrEqual(next.at + 0.001)
    })
})

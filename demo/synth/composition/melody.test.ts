import { expect, test } from 'vitest'
import { randomFrom } from '../random.ts'
import { progression } from './chords.ts'
import { fitTheme, inventTheme } from './melody.ts'
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
  fitTheme(inventTheme(randomFrom(`tune ${i}`), style), chords, { form: i, height: 0.5 }),
)
const toneOf = (pitch: number) => (((pitch - style.scale.tonic) % 12) + 12) % 12

test('melody: the first note of a bar is a chord tone', () => {
  for (const tune of tunes)
    for (const note of tune.filter(({ at }) => at % 4 === 0)) {
      const chord = chords.findLast(({ at }) => at <= note.at)?.chord
      expect(chord?.tones).toContain(toneOf(note.pitch))
    }
})

test("melody: notes stay within the instrument's range and move", () => {
  for (const tune of tunes) {
    const pitches = tune.map(({ pitch }) => pitch)
    expect(Math.min(...pitches)).toBeGreaterThanOrEqual(style.low - 5)
    expect(Math.max(...pitches)).toBeLessThanOrEqual(style.high + 5)
    expect(new Set(pitches).size).toBeGreaterThanOrEqual(2)
  }
})

test('melody: notes do not overlap', () => {
  for (const tune of tunes)
    tune.forEach((note, i) => {
      const next = tune[i + 1]
      if (next) expect(note.at + note.length).toBeLessThanOrEqual(next.at + 0.001)
    })
})

import { expect, test } from 'vitest'
import { levelsOf } from './waveform-levels.ts'

test('waveform levels: each one is the highest peak of its share of the bins', () => {
  const data = Array.from({ length: 4096 }, () => 0)
  data[0] = -128
  data[4095] = 64
  const levels = levelsOf(data)
  expect(levels).toHaveLength(200)
  expect([levels[0], levels[100], levels[199]]).toEqual([1, 0, 0.5])
})

test('waveform levels: a file shorter than 200 bins repeats them', () => {
  expect(levelsOf([-64, 32])).toEqual(Array.from({ length: 200 }, () => 0.5))
})

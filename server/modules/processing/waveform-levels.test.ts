import { expect, test } from 'vitest'
import { waveformLevels } from './waveform-levels.ts'

test('waveform levels: there are 200, each the highest peak of its part', () => {
  const peaks = new Int8Array(2 * 4000)
  peaks[2 * 20] = -128
  peaks[2 * 3999 + 1] = 64
  const levels = waveformLevels(peaks)
  expect(levels).toHaveLength(200)
  expect(levels[1]).toBe(255)
  expect(levels[199]).toBe(128)
  expect(levels.filter((level) => level > 0)).toHaveLength(2)
})

test('waveform levels: a track of one bin has the same level everywhere', () => {
  expect(new Set(waveformLevels(new Int8Array([-32, 16])))).toEqual(new Set([64]))
})

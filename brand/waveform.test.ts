import { expect, test } from 'vitest'
import { waveform, wavePath } from './waveform.ts'

test('waveform: an id always gives the same 200 bars from 8 to 90', () => {
  for (const id of ['track-1', '0b7f1d2e-0000-4000-8000-000000000000', '']) {
    const bars = waveform(id)
    expect(bars).toHaveLength(200)
    expect(Math.min(...bars)).toBeGreaterThanOrEqual(8)
    expect(Math.max(...bars)).toBeLessThanOrEqual(90)
    expect(waveform(id)).toEqual(bars)
  }
  expect(waveform('track-1').slice(0, 12)).toEqual([8, 8, 8, 12, 14, 9, 18, 13, 16, 13, 36, 28])
  expect(waveform('track-1')).not.toEqual(waveform('track-2'))
})

test('waveform: the path centers each bar in a 1000 by 100 viewBox', () => {
  expect(wavePath([20, 90])).toBe('M250 40V60M750 5V95')
})

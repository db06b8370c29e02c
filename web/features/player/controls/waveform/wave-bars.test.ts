import { expect, test } from 'vitest'
import { barsFromLevels, wavePath } from '#brand/waveform.ts'
import { getWaveformBars } from '../../engine/waveform-bars.ts'

const heights = (path: string) =>
  [...path.matchAll(/M[\d.]+ ([\d.]+)V([\d.]+)/g)].map(
    ([, top, foot]) => Number(foot) - Number(top),
  )

const pathOf = (trackId: string) => wavePath(getWaveformBars(trackId))

test('waveform path: it has 200 bars of 8 to 90 in a height of 100 and is deterministic', () => {
  const bars = heights(pathOf('track-1'))
  expect(bars).toHaveLength(200)
  expect(Math.min(...bars)).toBeGreaterThanOrEqual(8)
  expect(Math.max(...bars)).toBeLessThanOrEqual(90)
  expect(pathOf('track-1')).toBe(pathOf('track-1'))
  expect(pathOf('track-2')).not.toBe(pathOf('track-1'))
})

test('waveform bars: the loudest level has the full height, and silence is still visible', () => {
  expect(barsFromLevels([0, 0.25, 0.5])).toEqual([8, 45, 90])
  expect(barsFromLevels([0, 0])).toEqual([8, 8])
})

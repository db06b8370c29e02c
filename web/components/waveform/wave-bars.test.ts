import { expect, it } from 'vitest'
import { barsFromLevels } from '#web/features/player/waveform-bars.ts'
import { waveformPath } from './wave-bars.tsx'

const heights = (path: string) =>
  [...path.matchAll(/M[\d.]+ ([\d.]+)V([\d.]+)/g)].map(
    ([, top, foot]) => Number(foot) - Number(top),
  )

it('waveform path: it has 200 bars of 8 to 90 in a height of 100 and is deterministic', () => {
  const bars = heights(waveformPath('track-1'))
  expect(bars).toHaveLength(200)
  expect(Math.min(...bars)).toBeGreaterThanOrEqual(8)
  expect(Math.max(...bars)).toBeLessThanOrEqual(90)
  expect(waveformPath('track-1')).toBe(waveformPath('track-1'))
  expect(waveformPath('track-2')).not.toBe(waveformPath('track-1'))
})

it('waveform bars: the loudest level has the full height, and silence is still visible', () => {
  expect(barsFromLevels([0, 0.25, 0.5])).toEqual([8, 45, 90])
  expect(barsFromLevels([0, 0])).toEqual([8, 8])
})

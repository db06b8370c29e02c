import { expect, test } from 'vitest'
import { chart, chartBars } from './plays-chart.tsx'

const days = (...plays: number[]) => plays.map((n, index) => ({ day: `day ${index}`, plays: n }))

test('chart bars: they are scaled to the best day and start at the baseline', () => {
  const bars = chartBars(days(50, 100, 25))
  expect(bars.map(({ height }) => height)).toEqual([80, 160, 40])
  for (const { y, height } of bars) expect(y + height).toBe(chart.height)
})

test('chart bars: they are visible for any number of plays above zero', () => {
  expect(chartBars(days(0, 1, 100_000)).map(({ height }) => height)).toEqual([0, 3, 160])
  expect(chartBars(days(0, 0)).map(({ height }) => height)).toEqual([0, 0])
  expect(chartBars([])).toEqual([])
})

test('chart bars: they share the width evenly', () => {
  const bars = chartBars(days(...Array(30).fill(1)))
  expect(bars.map(({ x }, index) => x - index * 30)).toEqual(Array(30).fill(expect.closeTo(4.2)))
  expect(bars[29]).toMatchObject({ width: expect.closeTo(21.6) })
})

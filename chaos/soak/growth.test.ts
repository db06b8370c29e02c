import fc from 'fast-check'
import { expect, test } from 'vitest'
import { certainGrowth, growthPerSample } from './growth.ts'

const noise = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 18, maxLength: 18 })

test('growth: noise around a level and a sawtooth are not reported as growth', () => {
  fc.assert(
    fc.property(noise, (wobbles) => {
      const held = wobbles.map((wobble, at) => 100 + wobble + (at % 5) * 10)
      // The lows of the sawtooth do not exceed its earlier highs.
      expect(certainGrowth(held)).toBeLessThanOrEqual(40)
    }),
  )
  expect(certainGrowth([100, 180, 120, 90, 170, 110, 100, 175, 95])).toBeLessThan(0)
})

test('growth: a leak is reported in spite of noise', () => {
  fc.assert(
    fc.property(noise, (wobbles) => {
      const held = wobbles.map((wobble, at) => 100 + wobble + at * 10)
      expect(certainGrowth(held)).toBeGreaterThan(0)
      expect(growthPerSample(held)).toBeGreaterThan(5)
    }),
  )
})

test('growth: too few samples throw an error', () => {
  expect(() => certainGrowth([1, 2])).toThrow('2 samples')
})

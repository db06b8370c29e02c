import fc from 'fast-check'
import { expect, test } from 'vitest'
import { certainGrowth, growthPerSample } from './growth.ts'

const noise = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 18, maxLength: 18 })

test('noise around a level is no growth, and a sawtooth neither', () => {
  fc.assert(
    fc.property(noise, (wobbles) => {
      const held = wobbles.map((wobble, at) => 100 + wobble + (at % 5) * 10)
      // What is held at every fifth sample is not above what was held at any earlier fourth.
      expect(certainGrowth(held)).toBeLessThanOrEqual(40)
    }),
  )
  expect(certainGrowth([100, 180, 120, 90, 170, 110, 100, 175, 95])).toBeLessThan(0)
})

test('what leaks grows, whatever the noise', () => {
  fc.assert(
    fc.property(noise, (wobbles) => {
      const held = wobbles.map((wobble, at) => 100 + wobble + at * 10)
      expect(certainGrowth(held)).toBeGreaterThan(0)
      expect(growthPerSample(held)).toBeGreaterThan(5)
    }),
  )
})

test('too few samples are not judged', () => {
  expect(() => certainGrowth([1, 2])).toThrow('2 samples')
})

import { expect, test } from 'vitest'
import { GiB, MiB, memoryBudget } from './memory-budget.ts'

test.each([
  [1, 64],
  [2, 128],
  [4, 256],
  [64, 256],
])('the memory budget of a machine with %i GiB is %i MiB', (memory, share) => {
  const limits = { min: 64 * MiB, max: 256 * MiB }
  expect(memoryBudget(1 / 16, limits, memory * GiB)).toBe(share * MiB)
})

test('the memory budget is that of this machine by default', () => {
  expect(memoryBudget(1, { max: Number.POSITIVE_INFINITY })).toBeGreaterThan(256 * MiB)
})

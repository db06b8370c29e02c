import { expect, it } from 'vitest'
import { GiB, MiB, memoryBudget } from './memory-budget.ts'

it.each([
  [1, 64],
  [2, 128],
  [4, 256],
  [64, 256],
])('of %i GiB a sixteenth, at least 64 and at most 256 MiB: %i MiB', (memory, share) => {
  const limits = { least: 64 * MiB, most: 256 * MiB }
  expect(memoryBudget(1 / 16, limits, memory * GiB)).toBe(share * MiB)
})

it('knows the memory of this machine', () => {
  expect(memoryBudget(1, { most: Number.POSITIVE_INFINITY })).toBeGreaterThan(256 * MiB)
})

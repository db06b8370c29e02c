import { describe, expect, it } from 'vitest'
import { createSharedCounts } from '#server/platform/rate-limit/distributed-counter.ts'
import { createAddressBudget } from './address-budget.ts'

const alone = { addToAll: async () => [] }

describe('the budget of an address', () => {
  it('is its own, is spent, and comes back after an hour', () => {
    let now = 0
    const budget = createAddressBudget(2, createSharedCounts({ ...alone, now: () => now }))
    budget.take('192.0.2.1')
    now = 600_000
    budget.take('192.0.2.1')
    expect(() => budget.take('192.0.2.1')).toThrow(expect.objectContaining({ retryAfter: 3000 }))
    budget.take('192.0.2.2')
    now = 3_600_000
    budget.take('192.0.2.1')
  })

  it('gets back what did not count', () => {
    const budget = createAddressBudget(1, createSharedCounts(alone))
    budget.take('192.0.2.1')
    budget.giveBack('192.0.2.1')
    budget.take('192.0.2.1')
    expect(() => budget.take('192.0.2.1')).toThrow()
  })

  it('is that of its whole network', () => {
    const budget = createAddressBudget(1, createSharedCounts(alone))
    budget.take('2001:db8:1:2::1')
    expect(() => budget.take('2001:db8:1:2:aaaa::7')).toThrow()
    budget.take('2001:db8:1:3::1')
  })
})

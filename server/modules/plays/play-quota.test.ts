import { describe, expect, it } from 'vitest'
import { createSharedCounts } from '#server/platform/rate-limit/distributed-counter.ts'
import { createPlayQuota } from './play-quota.ts'

const alone = { addToAll: async () => [] }

describe('the budget of an address', () => {
  it('is its own, is spent, and comes back after an hour', () => {
    let now = 0
    const budget = createPlayQuota(2, createSharedCounts({ ...alone, now: () => now }))
    budget.consume('192.0.2.1')
    now = 600_000
    budget.consume('192.0.2.1')
    expect(() => budget.consume('192.0.2.1')).toThrow(expect.objectContaining({ retryAfter: 3000 }))
    budget.consume('192.0.2.2')
    now = 3_600_000
    budget.consume('192.0.2.1')
  })

  it('gets back what did not count', () => {
    const budget = createPlayQuota(1, createSharedCounts(alone))
    budget.consume('192.0.2.1')
    budget.refund('192.0.2.1')
    budget.consume('192.0.2.1')
    expect(() => budget.consume('192.0.2.1')).toThrow()
  })

  it('is that of its whole network', () => {
    const budget = createPlayQuota(1, createSharedCounts(alone))
    budget.consume('2001:db8:1:2::1')
    expect(() => budget.consume('2001:db8:1:2:aaaa::7')).toThrow()
    budget.consume('2001:db8:1:3::1')
  })
})

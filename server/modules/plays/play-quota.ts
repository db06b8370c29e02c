import { RateLimitError } from '#server/errors.ts'
import { clientSubnet } from '#server/platform/rate-limit/client-subnet.ts'
import type { SharedCounts } from '#server/platform/rate-limit/distributed-counter.ts'

export type PlayQuota = {
  /** Throws when the address has had its share of this hour. */
  consume(address: string): void
  /** For what turned out not to count. */
  refund(address: string): void
}

const HOUR = 60 * 60 * 1000

/** Unlike a rate limit on calls, this counts only those that counted. */
export function createPlayQuota(perHour: number, counts: SharedCounts): PlayQuota {
  const keyOf = (address: string) => `counted-plays ${clientSubnet(address)}`
  return {
    consume(address) {
      const key = keyOf(address)
      const { count, msLeft } = counts.add(key, { most: perHour, windowMs: HOUR })
      if (count <= perHour) return
      counts.takeBack(key)
      throw new RateLimitError(Math.ceil(msLeft / 1000))
    },
    refund: (address) => counts.takeBack(keyOf(address)),
  }
}

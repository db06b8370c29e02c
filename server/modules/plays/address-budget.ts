import { TooMany } from '#server/errors.ts'
import { clientSubnet } from '#server/platform/rate-limit/client-subnet.ts'
import type { SharedCounts } from '#server/platform/rate-limit/distributed-counter.ts'

export type AddressBudget = {
  /** Throws when the address has had its share of this hour. */
  take(address: string): void
  /** For what turned out not to count. */
  giveBack(address: string): void
}

const HOUR = 60 * 60 * 1000

/** Unlike a rate limit on calls, this counts only those that counted. */
export function createAddressBudget(perHour: number, counts: SharedCounts): AddressBudget {
  const keyOf = (address: string) => `counted-plays ${clientSubnet(address)}`
  return {
    take(address) {
      const key = keyOf(address)
      const { count, msLeft } = counts.add(key, { most: perHour, windowMs: HOUR })
      if (count <= perHour) return
      counts.takeBack(key)
      throw new TooMany(Math.ceil(msLeft / 1000))
    },
    giveBack: (address) => counts.takeBack(keyOf(address)),
  }
}

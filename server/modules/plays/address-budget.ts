import { TooMany } from '#server/errors.ts'
import { networkOf } from '#server/platform/http/network.ts'

export type AddressBudget = {
  /** Throws when the address has had its share of this hour. */
  take(address: string): void
  /** For what turned out not to count. */
  giveBack(address: string): void
}

type Account = { taken: number; until: number }

const HOUR = 60 * 60 * 1000
/** Expired accounts are looked for when there are this many, and then at twice as many as remain. */
const MANY = 10_000

/** Unlike a rate limit on calls, this counts only those that counted. Each server keeps its own. */
export function createAddressBudget(perHour: number, now: () => number = Date.now): AddressBudget {
  const accounts = new Map<string, Account>()
  let sweepAt = MANY

  function open(network: string): Account {
    if (accounts.size >= sweepAt) {
      for (const [key, { until }] of accounts) if (until <= now()) accounts.delete(key)
      sweepAt = Math.max(MANY, accounts.size * 2)
    }
    const account = { taken: 0, until: now() + HOUR }
    accounts.set(network, account)
    return account
  }

  return {
    take(address) {
      const network = networkOf(address)
      const known = accounts.get(network)
      const account = known && known.until > now() ? known : open(network)
      if (account.taken >= perHour) throw new TooMany(Math.ceil((account.until - now()) / 1000))
      account.taken += 1
    },
    giveBack(address) {
      const account = accounts.get(networkOf(address))
      if (account && account.taken > 0) account.taken -= 1
    },
  }
}

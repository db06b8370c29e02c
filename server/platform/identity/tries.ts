import { createHash } from 'node:crypto'
import { TooMany } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { clientSubnet } from '#server/platform/rate-limit/client-subnet.ts'
import { countTry, forgetTries } from './queries.ts'

const windowSeconds = 5 * 60
const mostOfAddress = 15
/** Higher than an address's own: one address alone cannot lock a person out. */
const mostOfAccount = 30

/** How often somebody tried to sign in, counted for all servers together. */
export type Tries = {
  /** Throws TooMany once an address has started too many sign-ins. */
  countStart(address: string): Promise<void>
  /** Throws TooMany once the address, or anybody for this e-mail, has tried too many passwords. */
  countPassword(address: string, email: string): Promise<void>
  /** A right password: whatever was tried before it was a slip of its owner. */
  forgive(email: string): Promise<void>
}

export function createTries(db: Db, scale: number): Tries {
  async function count(kind: string, who: string, most: number) {
    const { count, secondsLeft } = await countTry(db, kind, digest(who), windowSeconds)
    if (count > Math.max(1, Math.round(most * scale)))
      throw new TooMany(Math.max(1, secondsLeft), tooManySentence(secondsLeft))
  }
  return {
    countStart: (address) => count('TriesToStart', clientSubnet(address), mostOfAddress),
    async countPassword(address, email) {
      await count('TriesOfAddress', clientSubnet(address), mostOfAddress)
      await count('TriesOfAccount', email.toLowerCase(), mostOfAccount)
    },
    forgive: (email) => forgetTries(db, 'TriesOfAccount', digest(email.toLowerCase())),
  }
}

function tooManySentence(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return `That was tried too often. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
}

/** Addresses of people are nothing to keep. */
const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

import { createHash } from 'node:crypto'
import { RateLimitError } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { clientSubnet } from '#server/platform/rate-limit/client-subnet.ts'
import { deleteAttempts, recordAttempt } from './repository.ts'

const windowSeconds = 5 * 60
const maxPerAddress = 15
/** Higher than an address's own: one address alone cannot lock a person out. */
const maxPerAccount = 30

/** How often somebody tried to sign in, counted for all servers together. */
export type LoginThrottle = {
  /** Throws RateLimitError once an address has started too many sign-ins. */
  recordStart(address: string): Promise<void>
  /** Throws RateLimitError once the address, or anybody for this e-mail, has tried too many passwords. */
  recordPassword(address: string, email: string): Promise<void>
  /** A right password: whatever was tried before it was a slip of its owner. */
  reset(email: string): Promise<void>
}

export function createLoginThrottle(db: Db, scale: number): LoginThrottle {
  async function count(kind: string, who: string, most: number) {
    const { count, secondsLeft } = await recordAttempt(db, kind, digest(who), windowSeconds)
    if (count > Math.max(1, Math.round(most * scale)))
      throw new RateLimitError(Math.max(1, secondsLeft), tooManyAttempts(secondsLeft))
  }
  return {
    recordStart: (address) => count('TriesToStart', clientSubnet(address), maxPerAddress),
    async recordPassword(address, email) {
      await count('TriesOfAddress', clientSubnet(address), maxPerAddress)
      await count('TriesOfAccount', email.toLowerCase(), maxPerAccount)
    },
    reset: (email) => deleteAttempts(db, 'TriesOfAccount', digest(email.toLowerCase())),
  }
}

function tooManyAttempts(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return `That was tried too often. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
}

/** Addresses of people are nothing to keep. */
const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

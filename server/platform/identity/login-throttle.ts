import { createHash } from 'node:crypto'
import { RateLimitError } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { clientSubnet } from '#server/platform/rate-limit/client-subnet.ts'
import { deleteAttempts, recordAttempt } from './repository.ts'

const windowSeconds = 5 * 60
const maxPerAddress = 15
/** Higher than the limit per address, so that one address cannot lock an account. */
const maxPerAccount = 30

/** Limits sign-in attempts, counted across all servers. */
export type LoginThrottle = {
  /** Records a started sign-in. Throws RateLimitError when the address has started too many. */
  recordStart(address: string): Promise<void>
  /** Records a password attempt. Throws RateLimitError when there were too many from this address or for this e-mail. */
  recordPassword(address: string, email: string): Promise<void>
  /** After a correct password: clears the attempts for this e-mail. */
  reset(email: string): Promise<void>
}

export function createLoginThrottle(db: Db, scale: number): LoginThrottle {
  async function record(kind: string, key: string, max: number) {
    const { count, secondsLeft } = await recordAttempt(db, kind, digest(key), windowSeconds)
    if (count > Math.max(1, Math.round(max * scale)))
      throw new RateLimitError(Math.max(1, secondsLeft), tooManyAttempts(secondsLeft))
  }
  return {
    recordStart: (address) => record('TriesToStart', clientSubnet(address), maxPerAddress),
    async recordPassword(address, email) {
      await record('TriesOfAddress', clientSubnet(address), maxPerAddress)
      await record('TriesOfAccount', email.toLowerCase(), maxPerAccount)
    },
    reset: (email) => deleteAttempts(db, 'TriesOfAccount', digest(email.toLowerCase())),
  }
}

function tooManyAttempts(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
}

/** IP and e-mail addresses are stored as hashes only. */
const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

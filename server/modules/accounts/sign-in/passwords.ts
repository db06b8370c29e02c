import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { HttpError } from '#server/errors.ts'
import { createFairQueue, type QueuedJob } from '#server/platform/batching/fair-queue.ts'
import { hashToken } from '#server/platform/secrets/secrets.ts'

/** Memory grows with 128 · 2^log2N · r bytes, work with that times p. */
type Cost = { log2N: number; r: number; p: number }

/** As recommended by OWASP: 32 MiB, and about a quarter of a second on a small server. */
const recommendedCost: Cost = { log2N: 15, r: 8, p: 3 }
const keyBytes = 32
const saltBytes = 16
/** Hashing runs in libuv's thread pool, which file reads need too. */
const concurrency = 2
/** Two seconds of hashing on a small server. */
const maxQueue = 16

/** `job` identifies the caller; without one, hashing comes first in the queue. Throws 503 if too many others wait. */
export type PasswordHasher = {
  hash(password: string, job?: QueuedJob): Promise<string>
  /** Without a hash, as for an unknown account, it takes as long as with one and returns false. */
  verify(password: string, hash: string | undefined, job?: QueuedJob): Promise<boolean>
}

const busy = () =>
  new HttpError(503, 'Too many people are signing in right now. Please try again in a moment.', 2)

export const createHashQueue = () => createFairQueue({ concurrency, maxQueue, onOverflow: busy })

export function createPasswordHasher(cost: Cost = recommendedCost): PasswordHasher {
  const queue = createHashQueue()
  const hash = async (password: string, job: QueuedJob = { keys: [] }) => {
    const salt = randomBytes(saltBytes)
    const key = await queue(job, () => deriveKey(password, salt, cost))
    return `scrypt$${cost.log2N}$${cost.r}$${cost.p}$${encode(salt)}$${encode(key)}`
  }
  return {
    hash,
    async verify(password, stored, job = { keys: [] }) {
      if (stored === undefined) {
        await hash(password, job)
        return false
      }
      const { salt, key, ...cost } = parseHash(stored)
      return timingSafeEqual(key, await queue(job, () => deriveKey(password, salt, cost)))
    },
  }
}

/** Identifies an account's password: a sign-in in progress with another one is not completed. */
export const passwordIdOf = ({ passwordHash }: { passwordHash: string }): string =>
  hashToken(passwordHash)

/** Different systems encode the same characters differently. */
function normalizePassword(password: string): string {
  return password.normalize('NFKC')
}

function deriveKey(password: string, salt: Buffer, { log2N, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** log2N
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  scrypt(
    normalizePassword(password),
    salt,
    keyBytes,
    { N, r, p, maxmem: 256 * N * r },
    (error, key) => (error ? reject(error) : resolve(key)),
  )
  return promise
}

function parseHash(stored: string): Cost & { salt: Buffer; key: Buffer } {
  const [kind, log2N, r, p, salt, key] = stored.split('$')
  if (kind !== 'scrypt' || !salt || !key) throw new Error('A stored password hash is malformed.')
  return {
    log2N: Number(log2N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
}

const encode = (bytes: Buffer) => bytes.toString('base64url')

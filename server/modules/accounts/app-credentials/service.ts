import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import { conflict } from '#server/errors.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { decrypt, encrypt } from '#server/platform/secrets/encryption.ts'
import { deriveKey, hashToken } from '#server/platform/secrets/secrets.ts'
import { secretIdOf } from '../sessions/sessions.ts'
import {
  type CredentialRow,
  deleteCredential,
  findByHash,
  findByUsername,
  insertCredential,
  listCredentials,
  type UsableCredential,
  updateLastUse,
} from './repository.ts'

export type AppUser = UsableCredential['user']

/** Not one write per request. */
const useIntervalMs = 5 * 60_000
const maxClientName = 100

export type AppPasswords = ReturnType<typeof createAppPasswords>

/** Passwords for music apps. A changed SESSION_SECRET ends them. */
export function createAppPasswords(db: Db, sessionSecret: string) {
  const kind = 'app-password'
  const key = deriveKey(sessionSecret, 'app passwords')
  const secretId = secretIdOf(sessionSecret)

  const passwordOf = ({ userId, encryptedSecret }: CredentialRow) =>
    decrypt(key, encryptedSecret ?? '', userId)

  async function use({ credential, user }: UsableCredential, client: string): Promise<AppUser> {
    // Some apps name themselves in some of their requests.
    await recordUse(db, credential, client.slice(0, maxClientName) || credential.lastUsedBy)
    return user
  }

  return {
    list: (userId: string) => listCredentials(db, userId, kind),
    remove: (userId: string, id: string) => deleteCredential(db, userId, kind, id),

    async create(userId: string, name: string) {
      const password = newAppPassword()
      const row = {
        userId,
        kind,
        name,
        secretHash: hashToken(password),
        encryptedSecret: encrypt(key, password, userId),
        secretId,
      } as const
      const created = await db.transaction(async (tx) => {
        await assertUserExistsLocked(tx, userId)
        return insertCredential(tx, row, limits.maxAppCredentials)
      })
      if (!created)
        throw conflict(`You can have at most ${limits.maxAppCredentials} app passwords.`)
      return { row: created, password }
    },

    /** The user whose password this is. `client` is the name of the app. */
    async findByPassword(password: string, client: string): Promise<AppUser | undefined> {
      const found = await findByHash(db, kind, hashToken(password))
      if (!found || found.credential.secretId !== secretId) return undefined
      return use(found, client)
    },

    /** The user, if the token is the MD5 of one of their passwords and the salt. */
    async findByToken(
      { username, token, salt }: { username: string; token: string; salt: string },
      client: string,
    ): Promise<AppUser | undefined> {
      const candidates = await findByUsername(db, kind, username)
      const found = candidates.find(({ credential }) => {
        const password = passwordOf(credential)
        return password !== undefined && equals(md5(password + salt), token.toLowerCase())
      })
      return found && use(found, client)
    },
  }
}

export async function recordUse(db: Db, credential: CredentialRow, lastUsedBy: string | null) {
  const isRecent = Date.now() - (credential.lastUsedAt?.getTime() ?? 0) < useIntervalMs
  if (!isRecent || credential.lastUsedBy !== lastUsedBy)
    await updateLastUse(db, credential.id, lastUsedBy)
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

function equals(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)]
  return first.length === second.length && timingSafeEqual(first, second)
}

/** Without letters and digits that look alike: it may have to be typed on a phone. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** 120 random bits in groups of four, because a captured token can be attacked offline. */
function newAppPassword(): string {
  const letters = Array.from(randomBytes(24), (byte) => alphabet[byte % alphabet.length])
  return letters.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}

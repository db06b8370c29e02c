import { builtInIssuer, isCurrentPassword } from '#server/platform/identity/built-in/accounts.ts'
import { OAuthError } from '#server/platform/identity/errors.ts'
import type { Claims } from '#server/platform/identity/oidc-client.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { deriveKey, hashToken, newToken } from '#server/platform/secrets/secrets.ts'
import {
  deleteSession,
  deleteSessionsOfOtherSecrets,
  deleteSessionsOfUsers,
  findSession,
  insertSession,
  setMissingSecretIds,
  type UserRow,
  updateExpiry,
} from './repository.ts'

export type { UserRow }

const hour = 60 * 60_000
const day = 24 * hour
const maxIdle = 7 * day
export const maxSessionAge = 30 * day

/** Identifies a SESSION_SECRET. A session is valid only with the secret that it was started with. */
export const secretIdOf = (sessionSecret: string): string =>
  deriveKey(sessionSecret, 'session secret id').toString('base64url')

/**
 * At the start of a server: ends the sessions of any other SESSION_SECRET. Those of versions that did not record
 * theirs belong to this one from now on.
 */
export async function bindSessions(db: Db, secretId: string): Promise<void> {
  await deleteSessionsOfOtherSecrets(db, secretId)
  await setMissingSecretIds(db, secretId)
}

/**
 * A session after a sign-in. Throws if the password has been changed since it was entered: the sessions that the
 * change ended did not include this one.
 */
export async function startSessionFromClaims(
  db: Db,
  { issuer, subject, passwordId }: Pick<Claims, 'issuer' | 'subject' | 'passwordId'>,
  session: { userId: string; idToken: string; secretId: string },
): Promise<string> {
  return db.transaction(async (tx) => {
    if (issuer === builtInIssuer && !(await isCurrentPassword(tx, subject, passwordId)))
      throw new OAuthError(new Error('the password was changed'))
    return startSession(tx, session.userId, session.idToken, session.secretId)
  })
}

/** Returns the session id for the cookie; the database stores its hash. */
export async function startSession(
  db: Db,
  userId: string,
  idToken: string,
  secretId?: string,
): Promise<string> {
  const id = newToken()
  const startedAt = new Date()
  await insertSession(
    db,
    hashToken(id),
    { userId, startedAt: startedAt.toISOString(), idToken, ...(secretId && { secretId }) },
    new Date(startedAt.getTime() + maxIdle),
  )
  return id
}

/** The user of a session, undefined if it is not valid. Extends its expiry. */
export async function touchSession(
  db: Db,
  id: string,
  secretId: string,
): Promise<UserRow | undefined> {
  const sid = hashToken(id)
  const session = await findSession(db, sid)
  if (!session || (session.sess.secretId ?? secretId) !== secretId) return undefined
  const expire = nextExpiry(new Date(session.sess.startedAt), new Date())
  // At most one write per hour, not one per request.
  if (expire.getTime() - session.expire.getTime() >= hour) await updateExpiry(db, sid, expire)
  return session.user
}

function nextExpiry(startedAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + maxIdle, startedAt.getTime() + maxSessionAge))
}

/** Returns the id token, which the identity provider needs to end its own session. */
export async function endSession(db: Db, id: string): Promise<{ idToken?: string }> {
  const session = await deleteSession(db, hashToken(id))
  return session?.sess ?? {}
}

/** Signs a user out on all devices. */
export async function endAllSessions(db: Db, userId: string) {
  await deleteSessionsOfUsers(db, [userId])
}

import type { Db } from '#server/platform/postgres/open.ts'
import { hashToken, newToken } from '#server/platform/secrets/secrets.ts'
import {
  deleteSession,
  deleteSessionsOfUser,
  findSession,
  insertSession,
  type UserRow,
  updateExpiry,
} from './repository.ts'

export type { UserRow }

const hour = 60 * 60_000
const day = 24 * hour
const maxIdle = 7 * day
export const maxSessionAge = 30 * day

/** Returns the session id for the cookie; the database stores its hash. */
export async function startSession(db: Db, userId: string, idToken: string): Promise<string> {
  const id = newToken()
  const startedAt = new Date()
  await insertSession(
    db,
    hashToken(id),
    { userId, startedAt: startedAt.toISOString(), idToken },
    new Date(startedAt.getTime() + maxIdle),
  )
  return id
}

/** The user of a session, undefined if it is not valid. Extends its expiry. */
export async function touchSession(db: Db, id: string): Promise<UserRow | undefined> {
  const sid = hashToken(id)
  const session = await findSession(db, sid)
  if (!session) return undefined
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
  await deleteSessionsOfUser(db, userId)
}

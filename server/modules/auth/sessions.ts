import type { Db } from '#server/platform/postgres/open.ts'
import {
  deleteSession,
  deleteSessionsOfUser,
  findSession,
  insertSession,
  type UserRow,
  updateExpiry,
} from './repository.ts'
import { hashToken, newToken } from './secret-token.ts'

const hour = 60 * 60_000
const day = 24 * hour
const maxIdle = 7 * day
export const maxSessionAge = 30 * day

/** Answers the id for the cookie; the database only gets its hash. */
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

/** Whose session this is, if it is one. Being used keeps it alive. */
export async function touchSession(db: Db, id: string): Promise<UserRow | undefined> {
  const sid = hashToken(id)
  const session = await findSession(db, sid)
  if (!session) return undefined
  const expire = nextExpiry(new Date(session.sess.startedAt), new Date())
  // Written at most once an hour: reading a page must not cost a write each time.
  if (expire.getTime() - session.expire.getTime() >= hour) await updateExpiry(db, sid, expire)
  return session.user
}

function nextExpiry(startedAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + maxIdle, startedAt.getTime() + maxSessionAge))
}

/** Answers what the identity provider needs to end its own session too. */
export async function endSession(db: Db, id: string): Promise<{ idToken?: string }> {
  const session = await deleteSession(db, hashToken(id))
  return session?.sess ?? {}
}

/** Signs a person out everywhere. */
export async function endAllSessions(db: Db, userId: string) {
  await deleteSessionsOfUser(db, userId)
}

import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { deriveKey, hashToken, newToken } from '#server/platform/secrets/secrets.ts'
import {
  deleteAllCredentials,
  deleteCredentialsOf,
  deleteCredentialsOfOtherSecrets,
} from '../app-credentials/repository.ts'
import { accountSuspended, OAuthError } from '../errors.ts'
import { builtInIssuer } from '../issuer.ts'
import {
  endAllProviderSessions,
  endProviderSession,
  endProviderSessions,
} from '../provider/adapter-repository.ts'
import type { Claims } from '../provider/claims.ts'
import { findAccountByEmail, findAccountById } from '../repository.ts'
import { passwordIdOf } from '../sign-in/passwords.ts'
import {
  deleteAllSessions,
  deleteSession,
  deleteSessionOfUser,
  deleteSessionsExcept,
  deleteSessionsOfOtherSecrets,
  deleteSessionsOfUsers,
  deleteSubscriptionsOf,
  findSession,
  findSuspension,
  findUserIds,
  insertSession,
  listSessionsOfUser,
  moveSubscription,
  type SessionContent,
  type SessionRow,
  type UserRow,
  updateUse,
} from './repository.ts'

export type { SessionRow, UserRow }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const maxIdle = 7 * day
export const maxSessionAge = 30 * day
const useInterval = 5 * minute
const maxUserAgent = 400

/** Identifies a SESSION_SECRET. A session is valid only with the secret that it was started with. */
export const secretIdOf = (sessionSecret: string): string =>
  deriveKey(sessionSecret, 'session secret id').toString('base64url')

/** At the start of a server: ends the sessions, app passwords and tokens of any other SESSION_SECRET. */
export async function endSessionsOfOtherSecrets(db: Db, sessionSecret: string): Promise<void> {
  const secretId = secretIdOf(sessionSecret)
  await deleteSessionsOfOtherSecrets(db, secretId)
  await deleteCredentialsOfOtherSecrets(db, secretId)
}

/**
 * Starts a session after a sign-in. Throws if the account is suspended, or if the password has been changed since it
 * was entered: that change ended the sessions that existed then, and this one would escape it.
 */
export async function startSessionFromClaims(
  db: Db,
  {
    issuer,
    subject,
    passwordId,
    providerSession,
  }: Pick<Claims, 'issuer' | 'subject' | 'passwordId' | 'providerSession'>,
  session: {
    userId: string
    idToken: string
    secretId: string
    userAgent?: string | undefined
    /** The id of the one that the browser had, which the caller ends. */
    previous?: string | undefined
  },
): Promise<string> {
  return db.transaction(async (tx) => {
    if (issuer === builtInIssuer) {
      // Waits for a password that is being changed.
      const account = await findAccountById(tx, subject, 'share')
      if (!account || passwordIdOf(account) !== passwordId)
        throw new OAuthError(new Error('the password was changed'))
    }
    const { userAgent, previous, ...content } = session
    const suspension = await findSuspension(tx, { id: content.userId })
    if (suspension) throw accountSuspended(suspension.reason)
    await assertUserExistsLocked(tx, content.userId, accountSuspended)
    const id = await startSession(tx, {
      ...content,
      ...(providerSession && { providerSession }),
      ...(userAgent && { userAgent: userAgent.slice(0, maxUserAgent) }),
    })
    const { userId } = content
    if (previous)
      await moveSubscription(tx, { userId, from: hashToken(previous), to: hashToken(id) })
    return id
  })
}

/** Returns the session id for the cookie; the database stores its hash. */
export async function startSession(
  db: Db,
  content: Omit<SessionContent, 'startedAt'>,
): Promise<string> {
  const id = newToken()
  const now = new Date()
  const sess = { ...content, startedAt: now.toISOString() }
  await insertSession(db, hashToken(id), sess, new Date(now.getTime() + maxIdle))
  return id
}

/** The session of the current request. `sid` is its id in the database, a hash of the one in the cookie. */
export type CurrentSession = { sid: string; startedAt: Date; providerSession: string | undefined }

/** The user of a session, undefined if it is not valid. Extends its expiry. */
export async function touchSession(
  db: Db,
  id: string,
  secretId: string,
): Promise<{ user: UserRow; session: CurrentSession } | undefined> {
  const sid = hashToken(id)
  const row = await findSession(db, sid)
  if (!row || row.sess.secretId !== secretId) return undefined
  const now = new Date()
  const startedAt = new Date(row.sess.startedAt)
  const expire = nextExpiry(startedAt, now)
  const isExtended = expire.getTime() - row.expire.getTime() >= hour
  // Not one write per request. The expiry is in an index, so it changes less often than the time of use.
  if (isExtended || now.getTime() - row.usedAt.getTime() >= useInterval)
    await updateUse(db, sid, { usedAt: now, ...(isExtended && { expire }) })
  return {
    user: row.user,
    session: { sid, startedAt, providerSession: row.sess.providerSession },
  }
}

function nextExpiry(startedAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + maxIdle, startedAt.getTime() + maxSessionAge))
}

/** Returns the id token, which the identity provider needs to end its own session. */
export async function endSession(db: Db, id: string): Promise<{ idToken?: string }> {
  const session = await deleteSession(db, hashToken(id))
  return session?.sess ?? {}
}

/** A user's sessions: the current one first, then the last used one. */
export async function listSessions(db: Db, userId: string, current: string): Promise<SessionRow[]> {
  const rows = await listSessionsOfUser(db, userId)
  return rows.sort(
    (a, b) =>
      Number(b.sid === current) - Number(a.sid === current) ||
      b.usedAt.getTime() - a.usedAt.getTime(),
  )
}

/** Returns how many sessions there were. Apps are signed out too. */
async function signOutUsers(db: Db, userIds: string[]): Promise<number> {
  await deleteCredentialsOf(db, userIds)
  return deleteSessionsOfUsers(db, userIds)
}

/** Ends all sessions of an account of the built-in provider, here and there. Returns how many there were here. */
export async function endSessionsOfAccount(db: Db, accountId: string): Promise<number> {
  await endProviderSessions(db, accountId)
  const userIds = await findUserIds(db, { issuer: builtInIssuer, subject: accountId })
  return signOutUsers(db, userIds)
}

type Identity = Pick<UserRow, 'id' | 'issuer' | 'subject'>

/**
 * Ends all sessions of a user, here and at the built-in provider, sign-ins in progress there, and the access of apps.
 */
export async function signOutUser(db: Db, user: Identity): Promise<void> {
  await deleteSessionsOfUsers(db, [user.id])
  await signOutSuspendedUser(db, user)
}

/** The sessions here stay: they are of no use during a suspension, but tell the browser why. */
export async function signOutSuspendedUser(
  db: Db,
  { id, issuer, subject }: Identity,
): Promise<void> {
  await deleteCredentialsOf(db, [id])
  await deleteSubscriptionsOf(db, id)
  if (issuer === builtInIssuer) await endProviderSessions(db, subject)
}

/**
 * Ends one session of a user, and the session of its browser at the built-in provider. Returns false if the user has no
 * such session.
 */
export async function endSessionOfUser(db: Db, user: UserRow, sid: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ended = await deleteSessionOfUser(tx, user.id, sid)
    if (!ended) return false
    if (user.issuer === builtInIssuer && ended.sess.providerSession)
      await endProviderSession(tx, ended.sess.providerSession)
    return true
  })
}

/** Ends all sessions of a user except the current one, here and at the built-in provider; and the access of apps. */
export async function endOtherSessions(
  db: Db,
  user: UserRow,
  { current, revokeApps }: { current: CurrentSession; revokeApps: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (revokeApps) await deleteCredentialsOf(tx, [user.id])
    await deleteSessionsExcept(tx, user.id, current.sid)
    if (user.issuer === builtInIssuer)
      await endProviderSessions(tx, user.subject, current.providerSession)
  })
}

/** Ends the sessions of all users. Returns how many there were. */
export async function signOutAllUsers(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    await endAllProviderSessions(tx)
    await deleteAllCredentials(tx)
    return deleteAllSessions(tx)
  })
}

/** Ends the sessions of the user with this email. Returns how many there were; undefined if there is no such user. */
export async function signOutByEmail(db: Db, email: string): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const account = await findAccountByEmail(tx, email)
    const userIds = await findUserIds(tx, { email })
    if (!account && userIds.length === 0) return undefined
    const ofAccount = account ? await endSessionsOfAccount(tx, account.id) : 0
    return ofAccount + (await signOutUsers(tx, userIds))
  })
}

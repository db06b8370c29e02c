import type { Db } from '#server/platform/postgres/open.ts'
import { builtInIssuer } from '../issuer.ts'
import {
  endAllProviderSessions,
  endProviderSession,
  endProviderSessions,
} from '../provider/adapter-repository.ts'
import { findAccountByEmail } from '../repository.ts'
import {
  deleteAllSessions,
  deleteSessionOfUser,
  deleteSessionsExcept,
  deleteSessionsOfUsers,
  findUserIds,
} from './repository.ts'
import type { CurrentSession, UserRow } from './sessions.ts'

/** Ends all sessions of an account of the built-in provider, here and there. Returns how many there were here. */
export async function endSessionsOfAccount(db: Db, accountId: string): Promise<number> {
  await endProviderSessions(db, accountId)
  const userIds = await findUserIds(db, { issuer: builtInIssuer, subject: accountId })
  return deleteSessionsOfUsers(db, userIds)
}

/** Ends all sessions of a user, here and at the built-in provider, and sign-ins in progress there. */
export async function signOutUser(
  db: Db,
  { id, issuer, subject }: Pick<UserRow, 'id' | 'issuer' | 'subject'>,
): Promise<void> {
  await deleteSessionsOfUsers(db, [id])
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

/** Ends all sessions of a user except the current one, here and at the built-in provider. */
export async function endOtherSessions(
  db: Db,
  user: UserRow,
  current: CurrentSession,
): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteSessionsExcept(tx, user.id, current.sid)
    if (user.issuer === builtInIssuer)
      await endProviderSessions(tx, user.subject, current.providerSession)
  })
}

/** Ends the sessions of all users. Returns how many there were. */
export async function signOutAllUsers(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    await endAllProviderSessions(tx)
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
    return ofAccount + (await deleteSessionsOfUsers(tx, userIds))
  })
}

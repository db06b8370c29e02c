import {
  builtInIssuer,
  endAllProviderSessions,
  endProviderSessions,
  findAccountId,
} from '#server/platform/identity/built-in/accounts.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { deleteAllSessions, deleteSessionsOfUsers, findUserIds } from './repository.ts'

/** Ends all sessions of an account of the built-in provider, here and there. Returns how many there were here. */
export async function endSessionsOfAccount(db: Db, accountId: string): Promise<number> {
  await endProviderSessions(db, accountId)
  const userIds = await findUserIds(db, { issuer: builtInIssuer, subject: accountId })
  return deleteSessionsOfUsers(db, userIds)
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
    const accountId = await findAccountId(tx, email)
    const userIds = await findUserIds(tx, { email })
    if (accountId === undefined && userIds.length === 0) return undefined
    const ofAccount = accountId === undefined ? 0 : await endSessionsOfAccount(tx, accountId)
    return ofAccount + (await deleteSessionsOfUsers(tx, userIds))
  })
}

import { conflict } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { deleteCredentialsOf } from '../app-credentials/repository.ts'
import { deletePasskeysOf } from '../passkeys/repository.ts'
import { endProviderSessions } from '../provider/adapter-repository.ts'
import { type Account, type Passwords, updatePasswords } from '../repository.ts'
import { deleteSessionsExcept } from '../sessions/repository.ts'
import { type CurrentSession, endSessionsOfAccount, type UserRow } from '../sessions/sessions.ts'
import { endLinks } from './link-tokens-repository.ts'

/** The links that a changed password ends: those that could change the password or the email address. */
const linksOfPassword = ['reset-password', 'change-email'] as const

/**
 * For whoever does not know the old password, such as the owner of an address that somebody else registered: removes
 * all passkeys, and ends all sessions of the account, here and at the provider.
 */
export const changePassword = (db: Db, accountId: string, passwords: Passwords): Promise<void> =>
  db.transaction(async (tx) => {
    await endLinks(tx, accountId, linksOfPassword)
    await deletePasskeysOf(tx, accountId)
    await updatePasswords(tx, accountId, passwords)
    await endSessionsOfAccount(tx, accountId)
  })

/** For the signed-in user: ends all sessions of the account but the current one, and the access of apps. */
export const changeOwnPassword = (
  db: Db,
  change: { account: Account; newHash: string; user: UserRow; session: CurrentSession },
): Promise<void> =>
  db.transaction(async (tx) => {
    const { id, passwordHash } = change.account
    await endLinks(tx, id, linksOfPassword)
    if (!(await updatePasswords(tx, id, { passwordHash: change.newHash }, passwordHash)))
      throw conflict('The password was changed elsewhere. Please try again.')
    await endProviderSessions(tx, id)
    await deleteSessionsExcept(tx, change.user.id, change.session.sid)
    await deleteCredentialsOf(tx, [change.user.id])
  })

import { conflict } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { ChangePassword } from '../administrator.ts'
import type { Account } from '../repository.ts'
import { endProviderSessions, replacePassword, setPassword } from '../service.ts'
import { deleteSessionsExcept } from '../sessions/repository.ts'
import type { CurrentSession, UserRow } from '../sessions/sessions.ts'
import { endSessionsOfAccount } from '../sessions/sign-out.ts'

/** For operators: ends all sessions of the account, here and at the provider. */
export const changePassword: ChangePassword = (db, accountId, passwords) =>
  db.transaction(async (tx) => {
    await setPassword(tx, accountId, passwords)
    await endSessionsOfAccount(tx, accountId)
  })

/** For the signed-in user: ends all sessions of the account but the current one. */
export const changeOwnPassword = (
  db: Db,
  change: { account: Account; newHash: string; user: UserRow; session: CurrentSession },
): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await replacePassword(tx, change.account, change.newHash)))
      throw conflict('The password was changed elsewhere. Please try again.')
    await endProviderSessions(tx, change.account.id)
    await deleteSessionsExcept(tx, change.user.id, change.session.sid)
  })

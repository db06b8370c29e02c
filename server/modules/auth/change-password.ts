import { setPassword } from '#server/platform/identity/built-in/accounts.ts'
import type { ChangePassword } from '#server/platform/identity/built-in/administrator.ts'
import { endSessionsOfAccount } from './sign-out.ts'

/** The only way to change a password: it ends all sessions of the account, here and at the provider. */
export const changePassword: ChangePassword = (db, accountId, passwords) =>
  db.transaction(async (tx) => {
    await setPassword(tx, accountId, passwords)
    await endSessionsOfAccount(tx, accountId)
  })

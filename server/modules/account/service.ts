import type { UserRow } from '#server/modules/auth/sessions.ts'
import { builtInIssuer } from '#server/platform/identity/built-in/accounts.ts'
import type { LocalAccounts } from '#server/platform/identity/built-in/local-accounts.ts'

/** The user's account at the built-in provider; undefined with an external one. */
export async function findLocalAccount(localAccounts: LocalAccounts | undefined, user: UserRow) {
  return user.issuer === builtInIssuer ? localAccounts?.find(user.subject) : undefined
}

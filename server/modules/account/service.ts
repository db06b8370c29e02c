import { type Administrators, createAdminPolicy } from '#server/modules/auth/policy.ts'
import { builtInIssuer } from '#server/platform/identity/built-in/accounts.ts'
import type { LocalAccounts } from '#server/platform/identity/built-in/local-accounts.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isVerificationRequired, verifyFirst } from './email.ts'
import { findIdentity } from './repository.ts'

/** The user's account at the built-in provider; undefined with an external one. */
export async function findLocalAccount(
  localAccounts: LocalAccounts | undefined,
  user: { issuer: string; subject: string },
) {
  return user.issuer === builtInIssuer ? localAccounts?.find(user.subject) : undefined
}

/** Throws 403 while the address of a new account is not verified. Without mail everyone may publish. */
export function createPublishPolicy(
  db: Db,
  { localAccounts, hasMail }: { localAccounts: LocalAccounts | undefined; hasMail: boolean },
) {
  return async (userId: string): Promise<void> => {
    if (!hasMail || !localAccounts) return
    const identity = await findIdentity(db, userId)
    const account = identity && (await findLocalAccount(localAccounts, identity))
    if (isVerificationRequired(account, hasMail)) throw verifyFirst()
  }
}

/** Of UPLOAD_QUOTA_MB. Administrators are exempt. */
export function createStorageQuota(db: Db, bytes: number, administrators: Administrators) {
  if (bytes === 0) return undefined
  const isAdmin = createAdminPolicy(administrators)
  return async (userId: string): Promise<number | undefined> => {
    const user = await findIdentity(db, userId)
    return user && isAdmin(user) ? undefined : bytes
  }
}

import { notFound } from '#server/errors.ts'
import { recordAction } from '#server/modules/moderation/audit/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { createAdminPolicy } from '#server/shared/administrators.ts'
import type { Administrators, Viewer } from '#server/viewer.ts'
import { builtInIssuer } from '../issuer.ts'
import { findIdentity } from '../sessions/repository.ts'
import type { LocalAccounts } from '../sign-in/local-accounts.ts'
import { isVerificationRequired, verifyFirst } from './email.ts'
import { createLinkToken } from './link-tokens-repository.ts'

/** The user's account at the built-in provider; undefined with an external one. */
export async function findLocalAccount(
  localAccounts: LocalAccounts | undefined,
  user: { issuer: string; subject: string },
) {
  return user.issuer === builtInIssuer ? localAccounts?.find(user.subject) : undefined
}

const resetMinutes = 24 * 60

/** The token of a link with which a user sets a new password; an administrator hands the link over. */
export async function createResetToken(
  { db, localAccounts }: { db: Db; localAccounts: LocalAccounts | undefined },
  userId: string,
  viewer: Viewer,
): Promise<{ token: string; expiresAt: Date }> {
  const identity = await findIdentity(db, userId)
  const account = identity && (await findLocalAccount(localAccounts, identity))
  if (!account) throw notFound('Account')
  const expiresAt = new Date(Date.now() + resetMinutes * 60_000)
  const token = await db.transaction(async (tx) => {
    await recordAction(tx, viewer, {
      action: 'user.reset-link',
      target: { kind: 'user', id: userId },
    })
    // Not mailed, so it proves no address.
    const link = { kind: 'reset-password', accountId: account.id, email: null } as const
    return createLinkToken(tx, { ...link, minutes: resetMinutes })
  })
  return { token, expiresAt }
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

/** The bytes that a user may store, from UPLOAD_QUOTA_MB. Administrators are exempt. */
export function createStorageQuota(db: Db, bytes: number, administrators: Administrators) {
  if (bytes === 0) return undefined
  const isAdmin = createAdminPolicy(administrators)
  return async (userId: string): Promise<number | undefined> => {
    const user = await findIdentity(db, userId)
    return user && isAdmin(user) ? undefined : bytes
  }
}

import type { ManagedUser } from '#contract/users.ts'
import { badRequest, conflict, forbidden, notFound } from '#server/errors.ts'
import { signOutSuspendedUser, signOutUser } from '#server/modules/accounts/sessions/sessions.ts'
import { recordAction } from '#server/modules/moderation/audit/service.ts'
import { notify } from '#server/modules/notifications/service.ts'
import { exposeObjects } from '#server/modules/uploads/cleanup-service.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { PresentManagedUser } from '#server/modules/users/presenter.ts'
import { getUser } from '#server/modules/users/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { createAdminPolicy } from '#server/shared/administrators.ts'
import type { Administrators, Viewer } from '#server/viewer.ts'
import type { ModerationMailer } from '../mails.ts'
import {
  hideContent,
  lockContentOf,
  lockUser,
  markSuspended,
  restoreContent,
  unmarkSuspended,
} from './repository.ts'

type Suspension = { userId: string; viewer: Viewer; administrators: Administrators }

/**
 * Call it in a transaction, in which the caller also records it; the mail is sent after the commit. Returns the time.
 */
export async function suspend(
  tx: Db,
  { userId, viewer, administrators }: Suspension,
): Promise<Date> {
  if (userId === viewer.id) throw badRequest('You cannot suspend your own account.')
  const user = await lockUser(tx, userId)
  if (!user) throw notFound('User')
  if (createAdminPolicy(administrators)(user))
    throw forbidden('Administrators cannot be suspended.')
  if (user.suspendedAt) throw conflict('This account is already suspended.')
  await hideContent(tx, await lockContentOf(tx, userId))
  await exposeObjects(tx, userId, [user.profileImageUrl])
  await signOutSuspendedUser(tx, user)
  return markSuspended(tx, userId)
}

/** Call it in a transaction. With `since`, only a suspension of that time ends. Returns whether there was one. */
export async function lift(tx: Db, userId: string, since?: Date): Promise<boolean> {
  const user = await lockUser(tx, userId)
  if (!user) throw notFound('User')
  if (!user.suspendedAt || (since && since.getTime() !== user.suspendedAt.getTime())) return false
  await unmarkSuspended(tx, userId)
  await signOutUser(tx, user)
  await restoreContent(tx, await lockContentOf(tx, userId))
  await notify(tx, { kind: 'moderation', userId, detail: 'lifted' })
  return true
}

export type Deps = {
  db: Db
  mailer: ModerationMailer | undefined
  administrators: Administrators
  presentManagedUser: PresentManagedUser
}

export async function suspendUser(
  { db, mailer, administrators, presentManagedUser }: Deps,
  userId: string,
  reason: string,
  viewer: Viewer,
): Promise<ManagedUser> {
  await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    await suspend(tx, { userId, viewer, administrators })
    const target = { kind: 'user' as const, id: userId }
    await recordAction(tx, viewer, { action: 'user.suspend', target, detail: reason })
  })
  await mailer?.enqueue({ kind: 'account-suspended', userId, reason })
  return presentManagedUser(await getUser(db, userId, viewer))
}

export async function liftSuspension(
  { db, mailer, presentManagedUser }: Omit<Deps, 'administrators'>,
  userId: string,
  viewer: Viewer,
): Promise<ManagedUser> {
  await db.transaction(async (tx) => {
    if (!(await lift(tx, userId))) throw conflict('This account is not suspended.')
    const target = { kind: 'user' as const, id: userId }
    await recordAction(tx, viewer, { action: 'user.lift-suspension', target })
  })
  await mailer?.enqueue({ kind: 'suspension-lifted', userId })
  return presentManagedUser(await getUser(db, userId, viewer))
}

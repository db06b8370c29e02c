import { limits } from '#contract/limits.ts'
import type {
  NotificationKind,
  NotificationSettings,
  saveNotificationSettings,
} from '#contract/notifications.ts'
import type { BodyOf } from '#contract/route.ts'
import { conflict, notFound, unauthorized } from '#server/errors.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { kindsOf } from './kinds.ts'
import { listNotifications } from './service.ts'
import { findSettings, saveSettings } from './settings-repository.ts'

export type Deps = {
  db: Db
  hasMail: boolean
  /** The kinds that this site has. */
  kinds: readonly NotificationKind[]
}

export async function getSettings(
  { db, hasMail, kinds }: Deps,
  viewer: Viewer,
): Promise<NotificationSettings> {
  const settings = await findSettings(db, viewer.id)
  if (!settings) throw unauthorized()
  const { disabled, hasDigest, email } = settings
  return {
    kinds: Object.fromEntries(kinds.map((kind) => [kind, !disabled.includes(kind)])),
    digest: hasMail && email !== null ? hasDigest : null,
  }
}

export async function updateSettings(
  deps: Deps,
  { kinds = {}, digest }: BodyOf<typeof saveNotificationSettings>,
  viewer: Viewer,
): Promise<NotificationSettings> {
  const { digest: hasDigest } = await getSettings(deps, viewer)
  if (digest && hasDigest === null)
    throw conflict('The digest needs a verified email address, and a site that sends mail.')
  const which = (isOn: boolean) => deps.kinds.filter((kind) => kinds[kind] === isOn)
  await deps.db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    await saveSettings(tx, viewer.id, { on: which(true), off: which(false), hasDigest: digest })
  })
  return getSettings(deps, viewer)
}

/** Of a user whose signed link was used. */
export const stopDigest = (db: Db, userId: string): Promise<void> =>
  db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, userId, () => notFound('Link'))
    await saveSettings(tx, userId, { on: [], off: [], hasDigest: false })
  })

/** Settings of another site: what is off there is off here too. */
export async function turnOff(
  db: Db,
  userId: string,
  { disabled, hasDigest }: { disabled: string[]; hasDigest: boolean },
): Promise<void> {
  const off = kindsOf(['comments', 'reposts']).filter((kind) => disabled.includes(kind))
  await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, userId)
    await saveSettings(tx, userId, { on: [], off, hasDigest: hasDigest || undefined })
  })
}

/** The newest ones, without what their user may not see. */
export async function notificationsForExport(db: Db, userId: string) {
  const settings = await findSettings(db, userId)
  if (!settings) return undefined
  const { disabled, hasDigest } = settings
  const query = { limit: limits.maxPageSize }
  const source = { db, kinds: kindsOf(['comments', 'reposts']) }
  const { items } = await listNotifications(source, query, { id: userId, isAdmin: false })
  return { settings: { disabled, hasDigest }, notifications: items.notifications }
}

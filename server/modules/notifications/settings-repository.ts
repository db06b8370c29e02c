import { and, eq, sql } from 'drizzle-orm'
import { notificationSettings, users } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isActiveUser } from '#server/shared/visibility.ts'
import type { Kind } from './repository.ts'

/** Everything since the account was created is unread for a user who has not opened the list. */
export async function findSettings(db: Db, userId: string) {
  const rows = await db
    .select({
      seenAt: sql<Date>`coalesce(${notificationSettings.seenAt}, ${users.createdAt})`.mapWith(
        users.createdAt,
      ),
      disabled: sql<Kind[]>`coalesce(${notificationSettings.disabled}, '{}')`,
      hasDigest: sql<boolean>`coalesce(${notificationSettings.hasDigest}, false)`,
      /** Where the digest may be sent. */
      email: sql<string | null>`case when ${users.emailVerified} then ${users.email} end`,
    })
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(eq(users.id, userId))
  return rows[0]
}

/** Never backwards: the list may be open in two tabs. */
export async function saveSeenAt(db: Db, userId: string, until: Date | undefined): Promise<void> {
  const seenAt = sql`least(${until ?? null}::timestamptz, clock_timestamp())`
  await db
    .insert(notificationSettings)
    .values({ userId, seenAt })
    .onConflictDoUpdate({
      target: notificationSettings.userId,
      set: { seenAt: sql`greatest(${notificationSettings.seenAt}, excluded.seen_at)` },
    })
}

type Changes = { on: Kind[]; off: Kind[]; hasDigest: boolean | undefined }

/** Concurrent changes of other kinds stay. */
export async function saveSettings(db: Db, userId: string, { on, off, hasDigest }: Changes) {
  const digest = hasDigest === undefined ? {} : { hasDigest }
  const disabled = sql`array(
    select distinct kind from unnest(${notificationSettings.disabled} || excluded.disabled) as kind
    where kind <> all(${sql.param(on)}::text[]))`
  await db
    .insert(notificationSettings)
    .values({ userId, disabled: off, ...digest })
    .onConflictDoUpdate({ target: notificationSettings.userId, set: { disabled, ...digest } })
}

/** Those whose last digest is most of a day ago. */
export function listDigestUsers(db: Db) {
  return db
    .select({ userId: notificationSettings.userId, digestAt: notificationSettings.digestAt })
    .from(notificationSettings)
    .innerJoin(users, eq(users.id, notificationSettings.userId))
    .where(
      and(
        notificationSettings.hasDigest,
        isActiveUser,
        sql`coalesce(${notificationSettings.digestAt}, '-infinity') < now() - interval '20 hours'`,
      ),
    )
}

export async function saveDigestAt(db: Db, userId: string, digestAt: Date): Promise<void> {
  await db
    .update(notificationSettings)
    .set({ digestAt })
    .where(eq(notificationSettings.userId, userId))
}

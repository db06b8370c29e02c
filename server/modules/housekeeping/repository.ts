import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import {
  exports,
  feedChanges,
  linkTokens,
  loginAttempts,
  notifications,
  passkeyChallenges,
  playlists,
  plays,
  providerRecords,
  pushMessages,
  rateLimits,
  retentionListens,
  sessions,
  shareListens,
  users,
} from '#server/database/schema.ts'
import { deleteInBatches } from '#server/platform/postgres/delete-in-batches.ts'
import type { Db } from '#server/platform/postgres/open.ts'

const isExpired = (table: PgTable & { expiresAt: PgColumn }): [PgTable, SQL] => [
  table,
  sql`${table.expiresAt} < now()`,
]

const obsolete: readonly [PgTable, SQL][] = [
  [sessions, sql`${sessions.expire} < now()`],
  ...[loginAttempts, linkTokens, passkeyChallenges, exports, providerRecords, rateLimits].map(
    isExpired,
  ),
  // After 24 hours a play counts again.
  [plays, sql`${plays.playedAt} < now() - interval '25 hours'`],
  [retentionListens, sql`${retentionListens.startedAt} < now() - interval '1 day'`],
  [shareListens, sql`${shareListens.startedAt} < now() - interval '1 day'`],
  [notifications, sql`${notifications.day} < (now() at time zone 'utc')::date - 90`],
  // As long as a message may be sent, and as another one of its day is not sent.
  [pushMessages, sql`${pushMessages.createdAt} < now() - interval '2 days'`],
  // All changes of a feed but the last one, and those of feeds whose user or playlist is deleted.
  [
    feedChanges,
    sql`${feedChanges.changedAt} < now() - interval '1 hour' and (
      exists (select from ${feedChanges} newer where newer.kind = ${feedChanges.kind}
        and newer.feed_id = ${feedChanges.feedId}
        and (newer.changed_at, newer.id) > (${feedChanges.changedAt}, ${feedChanges.id}))
      or not exists (select from ${users} where id = ${feedChanges.feedId}
        union all select from ${playlists} where id = ${feedChanges.feedId}))`,
  ],
]

/** Any number of servers may do so concurrently: locked rows are skipped until the next run. */
export async function purgeExpired(db: Db): Promise<void> {
  for (const [table, condition] of obsolete)
    await deleteInBatches(db, table, condition, { skipLocked: true })
}

import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import {
  exports,
  feedChanges,
  linkTokens,
  loginAttempts,
  passkeyChallenges,
  playlists,
  plays,
  providerRecords,
  rateLimits,
  sessions,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** Few enough to be deleted well within the statement timeout. */
const batchSize = 5000

/** Each deletes a batch and returns whether there may be more. */
export const expiredSessions = (db: Db) => remove(db, sessions, sql`${sessions.expire} < now()`)

export const expiredLoginAttempts = (db: Db) =>
  remove(db, loginAttempts, sql`${loginAttempts.expiresAt} < now()`)

export const expiredLinkTokens = (db: Db) =>
  remove(db, linkTokens, sql`${linkTokens.expiresAt} < now()`)

export const expiredPasskeyChallenges = (db: Db) =>
  remove(db, passkeyChallenges, sql`${passkeyChallenges.expiresAt} < now()`)

export const expiredExports = (db: Db) => remove(db, exports, sql`${exports.expiresAt} < now()`)

export const expiredProviderRecords = (db: Db) =>
  remove(db, providerRecords, sql`${providerRecords.expiresAt} < now()`)

export const expiredRateLimits = (db: Db) =>
  remove(db, rateLimits, sql`${rateLimits.expiresAt} < now()`)

/** After 24 hours a play counts again, and the row of the last one is obsolete. */
export const expiredPlays = (db: Db) =>
  remove(db, plays, sql`${plays.playedAt} < now() - interval '25 hours'`)

/** Only the last change of a feed counts, and none of a feed that is gone. */
export const obsoleteFeedChanges = (db: Db) =>
  remove(
    db,
    feedChanges,
    sql`${feedChanges.changedAt} < now() - interval '1 hour' and (
      exists (select from ${feedChanges} newer where newer.kind = ${feedChanges.kind}
        and newer.feed_id = ${feedChanges.feedId}
        and (newer.changed_at, newer.id) > (${feedChanges.changedAt}, ${feedChanges.id}))
      or not exists (select from ${users} where id = ${feedChanges.feedId}
        union all select from ${playlists} where id = ${feedChanges.feedId}))`,
  )

/** Skips locked rows until the next run. */
async function remove(db: Db, table: PgTable, condition: SQL): Promise<boolean> {
  const result = await db.execute(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${condition} limit ${batchSize} for update skip locked))`)
  return result.rowCount === batchSize
}

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
export const deleteExpiredSessions = (db: Db) =>
  deleteBatch(db, sessions, sql`${sessions.expire} < now()`)

export const deleteExpiredLoginAttempts = (db: Db) =>
  deleteBatch(db, loginAttempts, sql`${loginAttempts.expiresAt} < now()`)

export const deleteExpiredLinkTokens = (db: Db) =>
  deleteBatch(db, linkTokens, sql`${linkTokens.expiresAt} < now()`)

export const deleteExpiredPasskeyChallenges = (db: Db) =>
  deleteBatch(db, passkeyChallenges, sql`${passkeyChallenges.expiresAt} < now()`)

export const deleteExpiredExports = (db: Db) =>
  deleteBatch(db, exports, sql`${exports.expiresAt} < now()`)

export const deleteExpiredProviderRecords = (db: Db) =>
  deleteBatch(db, providerRecords, sql`${providerRecords.expiresAt} < now()`)

export const deleteExpiredRateLimits = (db: Db) =>
  deleteBatch(db, rateLimits, sql`${rateLimits.expiresAt} < now()`)

/** After 24 hours a play counts again, and the row of the last one is obsolete. */
export const deleteExpiredPlays = (db: Db) =>
  deleteBatch(db, plays, sql`${plays.playedAt} < now() - interval '25 hours'`)

/** All changes of a feed but the last one, and those of feeds whose user or playlist is deleted. */
export const deleteObsoleteFeedChanges = (db: Db) =>
  deleteBatch(
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
async function deleteBatch(db: Db, table: PgTable, condition: SQL): Promise<boolean> {
  const result = await db.execute(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${condition} limit ${batchSize} for update skip locked))`)
  return result.rowCount === batchSize
}

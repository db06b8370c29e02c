import { and, asc, eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  follows,
  genreCounts,
  likes,
  listens,
  playlists,
  playlistTracks,
  plays,
  reposts,
  retiredSlugs,
  tracks,
  users,
} from '#server/database/schema.ts'
import { deleteInBatches } from '#server/platform/postgres/delete-in-batches.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isAdministrator } from '#server/shared/administrators.ts'
import { editableBy } from '#server/shared/visibility.ts'
import type { Administrators, Viewer } from '#server/viewer.ts'

/** From here on no concurrent transaction can insert rows for this user. Undefined if the user does not exist. */
export async function lockUser(db: Db, id: string) {
  const rows = await db
    .select({ id: users.id, issuer: users.issuer, subject: users.subject })
    .from(users)
    .where(eq(users.id, id))
    .for('update')
  return rows[0]
}

/** The ids of all administrators, who stay so until the transaction ends: of the last two only one can be deleted. */
export async function lockAdministrators(
  db: Db,
  administrators: Administrators,
): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(isAdministrator(administrators))
    .orderBy(asc(users.id))
    .for('update')
  return rows.map(({ id }) => id)
}

/**
 * Locks every row that the deletion will change, their own or another user's, in the lock order of
 * all modules: users, tracks, playlists, counts, each sorted.
 */
export async function lockAffectedRows(db: Db, userId: string) {
  await db.execute(sql`
    select from ${tracks} where id = any(array(
      select id from ${tracks} where user_id = ${userId}
      union select track_id from ${likes} where user_id = ${userId}))
    order by id for update`)
  await db.execute(sql`
    select from ${playlists} where id = any(array(
      select id from ${playlists} where user_id = ${userId}
      union select playlist_id from ${playlistTracks} join ${tracks} track on track.id = track_id
      where track.user_id = ${userId}))
    order by id for update`)
  await db.execute(sql`
    select from ${genreCounts} where genre in (
      select coalesce(genre, 'other') from ${tracks} where user_id = ${userId} and privacy = 'public')
    order by genre for update`)
}

const likesPerBatch = 5000

/** Everything that a user may have any number of, except tracks. Entries of playlists are deleted by cascade. */
export async function deleteContentOf(db: Db, userId: string) {
  for (let updated: number | null = likesPerBatch; updated === likesPerBatch; )
    ({ rowCount: updated } = await db.execute(sql`
      with deleted as (
        delete from ${likes} where id = any(array(
          select id from ${likes} where user_id = ${userId} limit ${likesPerBatch}))
        returning track_id
      )
      update ${tracks} set like_count = like_count - 1 from deleted where ${tracks}.id = deleted.track_id`))
  await deleteInBatches(db, follows, sql`follower_id = ${userId} or following_id = ${userId}`)
  await deleteInBatches(db, playlists, eq(playlists.userId, userId), { batchSize: 20 })
  await deleteInBatches(db, listens, eq(listens.userId, userId))
  await deleteInBatches(db, reposts, eq(reposts.userId, userId))
}

/** Not the id of an account. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** The slugs of what was deleted stay taken, as links to it may be anywhere; whose they were is not kept. */
export async function forgetOwnerOfSlugs(db: Db, userId: string) {
  await db.update(retiredSlugs).set({ userId: nobody }).where(eq(retiredSlugs.userId, userId))
}

/** Comments, saved playlists, settings and the player state are deleted by cascade. */
export async function deleteUserRow(db: Db, id: string) {
  await db.delete(users).where(eq(users.id, id))
}

const anyOf = (column: PgColumn, ids: string[]) => sql`${column} = any(${sql.param(ids)}::uuid[])`

/** Locks against every concurrent use, in the lock order of all modules: tracks sorted by id. */
export function lockForDelete(db: Db, which: { id: string; viewer: Viewer } | { userId: string }) {
  const condition =
    'userId' in which
      ? eq(tracks.userId, which.userId)
      : and(eq(tracks.id, which.id), editableBy(tracks, which.viewer))
  return db
    .select({
      id: tracks.id,
      userId: tracks.userId,
      audioPath: tracks.audioPath,
      opusPath: tracks.opusPath,
      aacPath: tracks.aacPath,
      artworkPath: tracks.artworkPath,
    })
    .from(tracks)
    .where(condition)
    .orderBy(asc(tracks.id))
    .for('update')
}

/** Foreign keys cascade to what a track has few of. */
export async function deleteTrackRows(db: Db, ids: string[]) {
  for (const table of [likes, plays, listens, reposts])
    await deleteInBatches(db, table, anyOf(table.trackId, ids))
  await db.delete(tracks).where(anyOf(tracks.id, ids))
}

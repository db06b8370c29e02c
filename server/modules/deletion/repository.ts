import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import {
  follows,
  genreCounts,
  likes,
  playlists,
  playlistTracks,
  plays,
  tracks,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { editableBy } from '#server/shared/visibility-sql.ts'
import type { Viewer } from '#server/viewer.ts'

/** From here on nobody makes anything more for this person. Nothing if they are gone. */
export async function lockUser(db: Db, id: string) {
  const rows = await db
    .select({ id: users.id, issuer: users.issuer, subject: users.subject })
    .from(users)
    .where(eq(users.id, id))
    .for('update')
  return rows[0]
}

/**
 * Every row, their own or another's, that the deletion will change: in the order in which everybody
 * takes locks, people before tracks before playlists before counts, and each of them sorted.
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

/**
 * What is deleted in portions, so that no statement takes long. Each answers whether there may be more.
 */
const likesAtOnce = 5000
const followsAtOnce = 5000
const playlistsAtOnce = 20

export async function deleteSomeLikesByUser(db: Db, userId: string) {
  const { rowCount } = await db.execute(sql`
    with gone as (
      delete from ${likes} where id = any(array(
        select id from ${likes} where user_id = ${userId} limit ${likesAtOnce}))
      returning track_id
    )
    update ${tracks} set like_count = like_count - 1 from gone where ${tracks}.id = gone.track_id`)
  return rowCount === likesAtOnce
}

export async function deleteSomeFollows(db: Db, userId: string) {
  const { rowCount } = await db.execute(sql`
    delete from ${follows} where id = any(array(
      select id from ${follows} where follower_id = ${userId} or following_id = ${userId}
      limit ${followsAtOnce}))`)
  return rowCount === followsAtOnce
}

/** With their entries. */
export async function deleteSomePlaylists(db: Db, userId: string) {
  const { rowCount } = await db.execute(sql`
    delete from ${playlists} where id = any(array(
      select id from ${playlists} where user_id = ${userId} limit ${playlistsAtOnce}))`)
  return rowCount === playlistsAtOnce
}

/** Their comments go along. */
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
    .select({ id: tracks.id, audioUrl: tracks.audioUrl, artworkUrl: tracks.artworkUrl })
    .from(tracks)
    .where(condition)
    .orderBy(asc(tracks.id))
    .for('update')
}

const rowsPerDelete = 20_000

/** A track may have any number of these. Each call deletes one batch and returns whether there may be more. */
export const deleteSomeLikesOfTracks = (db: Db, trackIds: string[]) =>
  deleteSome(db, likes, anyOf(likes.trackId, trackIds))
export const deleteSomePlaysOfTracks = (db: Db, trackIds: string[]) =>
  deleteSome(db, plays, anyOf(plays.trackId, trackIds))

async function deleteSome(db: Db, table: PgTable, condition: SQL): Promise<boolean> {
  const result = await db.execute(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${condition} limit ${rowsPerDelete}))`)
  return result.rowCount === rowsPerDelete
}

/** Foreign keys cascade to everything that still references them. */
export async function deleteTrackRows(db: Db, ids: string[]) {
  await db.delete(tracks).where(anyOf(tracks.id, ids))
}

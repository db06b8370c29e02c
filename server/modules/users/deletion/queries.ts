import { eq, sql } from 'drizzle-orm'
import {
  follows,
  genreCounts,
  likes,
  playlists,
  playlistTracks,
  tracks,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** From here on nobody makes anything more for this person. Nothing if they are gone. */
export async function lockPerson(db: Db, id: string) {
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
export async function lockWhatChanges(db: Db, userId: string) {
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

export async function takeBackSomeLikes(db: Db, userId: string) {
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
export async function deletePerson(db: Db, id: string) {
  await db.delete(users).where(eq(users.id, id))
}

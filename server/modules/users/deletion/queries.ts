import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  likes,
  playlists,
  playlistTracks,
  tracks,
  users,
} from '#server/platform/postgres/schema.ts'

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
 * Every track and playlist, their own or another's, that the deletion will change: in the order in
 * which everybody takes locks, people before tracks before playlists and each sorted by id.
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
}

/** A few at a time, so that no statement takes long. Answers whether there may be more. */
export async function takeBackLikes(db: Db, userId: string, atMost: number) {
  const { rowCount } = await db.execute(sql`
    with gone as (
      delete from ${likes} where id = any(array(
        select id from ${likes} where user_id = ${userId} limit ${atMost}))
      returning track_id
    )
    update ${tracks} set like_count = like_count - 1 from gone where ${tracks}.id = gone.track_id`)
  return rowCount === atMost
}

export async function deletePlaylistsOf(db: Db, userId: string) {
  await db.delete(playlists).where(eq(playlists.userId, userId))
}

/** Follows and comments go along. */
export async function deletePerson(db: Db, id: string) {
  await db.delete(users).where(eq(users.id, id))
}

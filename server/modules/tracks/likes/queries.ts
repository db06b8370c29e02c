import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/postgres/open.ts'
import { likes, tracks } from '#server/platform/postgres/schema.ts'
import type { Viewer } from '#server/viewer.ts'
import { seenBy } from '../queries.ts'

/** Likes of one track come one after the other from here on. False if it is gone or hidden. */
export async function lockForLike(db: Db, trackId: string, viewer: Viewer) {
  const rows = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.id, trackId), seenBy(viewer)))
    .for('no key update')
  return rows.length > 0
}

/** Takes the like back, or else sets it; the count moves along. The track is locked. */
export async function toggle(db: Db, trackId: string, userId: string) {
  const { rows } = await db.execute<{ liked: boolean; likeCount: number }>(sql`
    with removed as (
      delete from ${likes} where track_id = ${trackId} and user_id = ${userId} returning id
    ), added as (
      insert into ${likes} (track_id, user_id)
      select ${trackId}::uuid, ${userId}::uuid where not exists (select from removed)
      returning id
    )
    update ${tracks}
    set like_count = like_count + (select count(*) from added) - (select count(*) from removed)
    where id = ${trackId}
    returning exists (select from added) as liked, like_count as "likeCount"`)
  return rows[0]
}

import { asc, sql } from 'drizzle-orm'
import { likes, tracks } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hidesCounts } from '#server/shared/hidden-counts.ts'

export type Pair = { trackId: string; userId: string }

/** Locks the rows, and with them the likes and counts of these tracks, until the transaction ends. */
export function lockTracks(db: Db, ids: string[]) {
  return db
    .select({
      id: tracks.id,
      userId: tracks.userId,
      privacy: tracks.privacy,
      likeCount: tracks.likeCount,
      hidesCounts,
    })
    .from(tracks)
    .where(sql`${tracks.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(asc(tracks.id))
    .for('no key update')
}

export async function findLikes(db: Db, pairs: readonly Pair[]) {
  const { rows } = await db.execute<Pair>(sql`
    select track_id as "trackId", user_id as "userId"
    from ${likes} join ${unnested(pairs)} using (track_id, user_id)`)
  return rows
}

/** Inserts and deletes likes of locked tracks, and updates their counts. Returns when the deleted ones were made. */
export async function updateLikes(db: Db, added: readonly Pair[], removed: readonly Pair[]) {
  const { rows } = await db.execute<Pair & { at: string }>(sql`
    with deleted as (
      delete from ${likes} existing using ${unnested(removed)}
      where existing.track_id = pair.track_id and existing.user_id = pair.user_id
      returning existing.track_id, existing.user_id, existing.created_at
    ), inserted as (
      insert into ${likes} (track_id, user_id) select * from ${unnested(added)}
      returning track_id
    ), changes as (
      select track_id, sum(change)::int as change from (
        select track_id, 1 as change from inserted union all select track_id, -1 from deleted
      ) as each_change group by track_id
    ), updated as (
      update ${tracks} set like_count = like_count + changes.change
      from changes where id = changes.track_id
    )
    select track_id as "trackId", user_id as "userId", created_at as at from deleted`)
  return rows.map(({ at, ...pair }) => ({ ...pair, at: new Date(at) }))
}

const unnested = (pairs: readonly Pair[]) => sql`unnest(
  ${sql.param(pairs.map((pair) => pair.trackId))}::uuid[],
  ${sql.param(pairs.map((pair) => pair.userId))}::uuid[]) as pair (track_id, user_id)`

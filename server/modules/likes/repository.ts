import { asc, sql } from 'drizzle-orm'
import { likes, tracks, users } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

export type Pair = { trackId: string; userId: string }

/** Those of the people who are still there; they stay until the transaction ends. */
export async function lockUsersForKeyShare(db: Db, ids: string[]) {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(asc(users.id))
    .for('key share')
  return new Set(rows.map((row) => row.id))
}

/** Nobody else changes these tracks or their likes until the transaction ends. */
export function lockTracks(db: Db, ids: string[], { skipLocked }: { skipLocked: boolean }) {
  return db
    .select({
      id: tracks.id,
      userId: tracks.userId,
      privacy: tracks.privacy,
      likeCount: tracks.likeCount,
    })
    .from(tracks)
    .where(sql`${tracks.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(asc(tracks.id))
    .for('no key update', skipLocked ? { skipLocked } : {})
}

export async function findLikes(db: Db, pairs: readonly Pair[]) {
  const { rows } = await db.execute<Pair>(sql`
    select track_id as "trackId", user_id as "userId"
    from ${likes} join ${unnested(pairs)} using (track_id, user_id)`)
  return rows
}

/** Adds and removes likes of locked tracks; the counts move along. */
export async function updateLikes(db: Db, added: readonly Pair[], removed: readonly Pair[]) {
  await db.execute(sql`
    with gone as (
      delete from ${likes} kept using ${unnested(removed)}
      where kept.track_id = pair.track_id and kept.user_id = pair.user_id
      returning kept.track_id
    ), come as (
      insert into ${likes} (track_id, user_id) select * from ${unnested(added)}
      returning track_id
    ), changes as (
      select track_id, sum(change)::int as change from (
        select track_id, 1 as change from come union all select track_id, -1 from gone
      ) as each_one group by track_id
    )
    update ${tracks} set like_count = like_count + changes.change
    from changes where id = changes.track_id`)
}

const unnested = (pairs: readonly Pair[]) => sql`unnest(
  ${sql.param(pairs.map((pair) => pair.trackId))}::uuid[],
  ${sql.param(pairs.map((pair) => pair.userId))}::uuid[]) as pair (track_id, user_id)`

import { asc, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/postgres/open.ts'
import { dailyPlays, plays, tracks } from '#server/platform/postgres/schema.ts'

const ownership = { id: tracks.id, userId: tracks.userId, privacy: tracks.privacy }
const oneOf = (ids: string[]) => sql`${tracks.id} = any(${sql.param(ids)}::uuid[])`

export function findOwnerships(db: Db, trackIds: string[]) {
  return db.select(ownership).from(tracks).where(oneOf(trackIds))
}

/** Holds the tracks until the transaction ends, in the order in which everybody locks tracks. */
export function lockTracks(db: Db, trackIds: string[], { skipLocked }: { skipLocked: boolean }) {
  return db
    .select({ ...ownership, playCount: tracks.playCount })
    .from(tracks)
    .where(oneOf(trackIds))
    .orderBy(asc(tracks.id))
    .for('no key update', skipLocked ? { skipLocked } : {})
}

/**
 * Adds one to a track for each of these pairs that was not counted in the last 24 hours, and answers
 * those pairs. The tracks are locked, and no pair comes twice.
 */
export async function countOnce(db: Db, pairs: { trackIds: string[]; listeners: string[] }) {
  const { rows } = await db.execute<{ trackId: string; listener: string }>(sql`
    with counted as (
      insert into ${plays} as kept (track_id, listener)
      select * from unnest(${sql.param(pairs.trackIds)}::uuid[], ${sql.param(pairs.listeners)}::uuid[])
      on conflict (track_id, listener) do update set played_at = excluded.played_at
      where kept.played_at <= now() - interval '24 hours'
      returning track_id, listener
    ), sums as (
      select track_id, count(*)::int as plays from counted group by track_id
    ), today as (
      insert into ${dailyPlays} as kept (day, plays)
      select (now() at time zone 'utc')::date, sum(plays) from sums having count(*) > 0
      on conflict (day) do update set plays = kept.plays + excluded.plays
    ), added as (
      update ${tracks} set play_count = play_count + sums.plays from sums where id = sums.track_id
    )
    select track_id as "trackId", listener from counted`)
  return rows
}

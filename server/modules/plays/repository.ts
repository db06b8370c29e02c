import { asc, sql } from 'drizzle-orm'
import { dailyPlays, pendingPlays, playCount, plays, tracks } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** As PostgreSQL sends it: a batch holds thousands of rows, and making them into other objects would take as long. */
type Ownership = Pick<typeof tracks.$inferSelect, 'id' | 'userId' | 'privacy'>
const ownerships = sql`select id, user_id as "userId", privacy from ${tracks}`
const oneOf = (ids: readonly string[]) => sql`${tracks.id} = any(${sql.param(ids)}::uuid[])`

export async function findOwnerships(db: Db, trackIds: readonly string[]): Promise<Ownership[]> {
  const { rows } = await db.execute<Ownership>(sql`${ownerships} where ${oneOf(trackIds)}`)
  return rows
}

/**
 * The tracks stay there until the transaction ends, and may be changed meanwhile. Locked in the order in which everybody
 * locks tracks.
 */
export async function lockTracksForKeyShare(
  db: Db,
  trackIds: readonly string[],
  { skipLocked }: { skipLocked: boolean },
): Promise<Ownership[]> {
  const { rows } = await db.execute<Ownership>(sql`
    ${ownerships} where ${oneOf(trackIds)} order by id for key share ${sql.raw(skipLocked ? 'skip locked' : '')}`)
  return rows
}

type Pairs = { trackIds: readonly string[]; listeners: readonly string[] }

/**
 * Adds one to a track for each of these pairs that was not counted in the last 24 hours, and answers the places of the
 * others. The tracks are held, and no pair comes twice. Rows are written in one order by all servers, so that none waits
 * for another in a circle.
 */
export async function insertDeduped(db: Db, { trackIds, listeners }: Pairs): Promise<number[]> {
  const { rows } = await db.execute<{ place: number }>(sql`
    with given as (
      select * from unnest(${sql.param(trackIds)}::uuid[], ${sql.param(listeners)}::uuid[])
        with ordinality as given (track_id, listener, place)
    ), counted as (
      insert into ${plays} as kept (track_id, listener)
      select track_id, listener from given order by track_id, listener
      on conflict (track_id, listener) do update set played_at = excluded.played_at
      where kept.played_at <= now() - interval '24 hours'
      returning track_id, listener
    ), sums as (
      select track_id, count(*)::int as plays from counted group by track_id
    ), added as (
      insert into ${pendingPlays} as kept (track_id, plays)
      select track_id, plays from sums order by track_id
      on conflict (track_id) do update set plays = kept.plays + excluded.plays
    ), today as (
      insert into ${dailyPlays} as kept (day, plays)
      select (now() at time zone 'utc')::date, sum(plays) from sums having count(*) > 0
      on conflict (day) do update set plays = kept.plays + excluded.plays
    )
    select (place - 1)::int as place from given left join counted using (track_id, listener)
    where counted.listener is null`)
  return rows.map(({ place }) => place)
}

/** Those of plays that this transaction counted cannot be added to their tracks before it ends: no count is missed. */
export async function findPlayCounts(db: Db, trackIds: readonly string[]) {
  const { rows } = await db.execute<{ counts: Record<string, number> | null }>(sql`
    select json_object_agg(id, ${playCount}) as counts from ${tracks} where ${oneOf(trackIds)}`)
  return new Map(Object.entries(rows[0]?.counts ?? {}))
}

const atOnce = 200

/** Tracks that have plays to be added, in pages by their ids. */
export async function tracksWithPending(db: Db, after: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select track_id as id from ${pendingPlays} where track_id > ${after}::uuid order by track_id limit ${atOnce}`)
  return rows.map(({ id }) => id)
}

/** Nobody else changes these tracks until the transaction ends. Those that somebody is changing are left out. */
export async function lockTracksSkipLocked(tx: Db, trackIds: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: tracks.id })
    .from(tracks)
    .where(oneOf(trackIds))
    .orderBy(asc(tracks.id))
    .for('no key update', { skipLocked: true })
  return rows.map(({ id }) => id)
}

/** Locked in the order in which plays are counted, and only then taken away. */
export async function flushTracks(tx: Db, trackIds: string[]): Promise<void> {
  await tx.execute(sql`
    with held as materialized (
      select track_id from ${pendingPlays} where track_id = any(${sql.param(trackIds)}::uuid[])
      order by track_id for update
    ), taken as (
      delete from ${pendingPlays} where track_id in (select track_id from held) returning track_id, plays
    )
    update ${tracks} set play_count = play_count + taken.plays from taken where id = taken.track_id`)
}

import { asc, sql } from 'drizzle-orm'
import {
  dailyPlays,
  pendingPlays,
  playCount,
  plays,
  trackDailyStats,
  trackReferrers,
  tracks,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** Raw rows: mapping thousands of them per batch to other objects would double the time. */
type Ownership = Pick<typeof tracks.$inferSelect, 'id' | 'userId' | 'privacy'>
const oneOf = (ids: readonly string[]) => sql`${tracks.id} = any(${sql.param(ids)}::uuid[])`

/** The tracks cannot be deleted until the transaction ends, but can be updated. Locked in the lock order of all modules: sorted by id. */
export async function lockTracksForKeyShare(
  db: Db,
  trackIds: readonly string[],
): Promise<Ownership[]> {
  const { rows } = await db.execute<Ownership>(sql`
    select id, user_id as "userId", privacy from ${tracks} where ${oneOf(trackIds)} order by id for key share`)
  return rows
}

export type PlaySource = 'site' | 'embed' | 'feed' | 'share' | 'app'

type Pairs = {
  trackIds: readonly string[]
  listeners: readonly string[]
  /** Null for a play of the track's owner, which is not in the statistics. */
  sources: readonly (PlaySource | null)[]
  /** Of the statistics, as YYYY-MM-DD. */
  day: string
}

/**
 * Inserts the pairs that were not counted in the last 24 hours and adds them to the counts. Returns the indexes of the
 * other pairs. The tracks are locked and the pairs are distinct. All servers write rows in the same order, which
 * prevents deadlocks.
 */
export async function insertDeduped(
  db: Db,
  { trackIds, listeners, sources, day }: Pairs,
): Promise<number[]> {
  const from = (source: PlaySource) =>
    sql`count(*) filter (where source = ${sql.raw(`'${source}'`)})`
  const { rows } = await db.execute<{ ordinal: number }>(sql`
    with input as (
      select * from unnest(${sql.param(trackIds)}::uuid[], ${sql.param(listeners)}::uuid[],
          ${sql.param(sources)}::text[])
        with ordinality as input (track_id, listener, source, ordinal)
    ), counted as (
      insert into ${plays} as existing (track_id, listener)
      select track_id, listener from input order by track_id, listener
      on conflict (track_id, listener) do update set played_at = excluded.played_at
      where existing.played_at <= now() - interval '24 hours'
      returning track_id, listener
    ), sums as (
      select track_id, count(*)::int as plays, count(source) as of_others, ${from('site')} as site,
        ${from('embed')} as embed, ${from('feed')} as feed, ${from('share')} as share, ${from('app')} as app
      from counted join input using (track_id, listener) group by track_id
    ), added as (
      insert into ${pendingPlays} as existing (track_id, plays)
      select track_id, plays from sums order by track_id
      on conflict (track_id) do update set plays = existing.plays + excluded.plays
    ), today as (
      insert into ${dailyPlays} as existing (day, plays)
      select (now() at time zone 'utc')::date, sum(plays) from sums having count(*) > 0
      on conflict (day) do update set plays = existing.plays + excluded.plays
    ), stats as (
      insert into ${trackDailyStats} as existing
        (track_id, day, site_plays, embed_plays, feed_plays, share_plays, app_plays)
      select track_id, ${day}::date, site, embed, feed, share, app
      from sums where of_others > 0 order by track_id
      on conflict (track_id, day) do update set
        site_plays = existing.site_plays + excluded.site_plays,
        embed_plays = existing.embed_plays + excluded.embed_plays,
        feed_plays = existing.feed_plays + excluded.feed_plays,
        share_plays = existing.share_plays + excluded.share_plays,
        app_plays = existing.app_plays + excluded.app_plays
    )
    select (ordinal - 1)::int as ordinal from input left join counted using (track_id, listener)
    where counted.listener is null`)
  return rows.map(({ ordinal }) => ordinal)
}

const maxReferrers = 50

type Referred = { trackIds: readonly string[]; hosts: readonly string[]; month: string }

/**
 * Adds plays to the sites that they came from. The caller has changed the day's statistics of these tracks in the same
 * transaction: their locks keep concurrent batches from adding hosts beyond the limit.
 */
export async function addReferrers(db: Db, { trackIds, hosts, month }: Referred): Promise<void> {
  await db.execute(sql`
    with input as (
      select track_id, host, count(*)::int as plays
      from unnest(${sql.param(trackIds)}::uuid[], ${sql.param(hosts)}::text[]) as input (track_id, host)
      group by track_id, host
    ), ranked as (
      select input.*, known.host is not null as is_known,
        row_number() over (partition by input.track_id, known.host is null order by input.plays desc, input.host)
          + (select count(*) from ${trackReferrers} stored where stored.track_id = input.track_id
              and stored.month = ${month} and stored.host <> 'other') as rank
      from input left join ${trackReferrers} known
        on known.track_id = input.track_id and known.month = ${month} and known.host = input.host
    ), capped as (
      select track_id, case when is_known or rank <= ${maxReferrers} then host else 'other' end as host, plays from ranked
    )
    insert into ${trackReferrers} as existing (track_id, month, host, plays)
    select track_id, ${month}, host, sum(plays) from capped group by track_id, host order by track_id, host
    on conflict (track_id, month, host) do update set plays = existing.plays + excluded.plays`)
}

/** Exact: pending plays that this transaction has inserted cannot be flushed before it ends. */
export async function findPlayCounts(db: Db, trackIds: readonly string[]) {
  const { rows } = await db.execute<{ counts: Record<string, number> | null }>(sql`
    select json_object_agg(id, ${playCount}) as counts from ${tracks} where ${oneOf(trackIds)}`)
  return new Map(Object.entries(rows[0]?.counts ?? {}))
}

const pageSize = 200

/** Tracks with pending plays, in pages by id. */
export async function tracksWithPending(db: Db, after: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select track_id as id from ${pendingPlays} where track_id > ${after}::uuid order by track_id limit ${pageSize}`)
  return rows.map(({ id }) => id)
}

/** Locks the rows until the transaction ends. Skips tracks that another transaction has locked. */
export async function lockTracksSkipLocked(tx: Db, trackIds: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: tracks.id })
    .from(tracks)
    .where(oneOf(trackIds))
    .orderBy(asc(tracks.id))
    .for('no key update', { skipLocked: true })
  return rows.map(({ id }) => id)
}

/** Locks pending plays in the order in which batches write them, then moves them to the tracks. */
export async function flushTracks(tx: Db, trackIds: string[]): Promise<void> {
  await tx.execute(sql`
    with locked as materialized (
      select track_id from ${pendingPlays} where track_id = any(${sql.param(trackIds)}::uuid[])
      order by track_id for update
    ), deleted as (
      delete from ${pendingPlays} where track_id in (select track_id from locked) returning track_id, plays
    )
    update ${tracks} set play_count = play_count + deleted.plays from deleted where id = deleted.track_id`)
}

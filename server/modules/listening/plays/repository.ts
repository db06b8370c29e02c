import { asc, eq, sql } from 'drizzle-orm'
import {
  dailyPlays,
  pendingPlays,
  playCount,
  playlistTracks,
  plays,
  trackDailyStats,
  trackReferrers,
  tracks,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hidesCounts } from '#server/shared/hidden-counts.ts'

/** Raw rows: mapping thousands of them per batch to other objects would double the time. */
type Ownership = Pick<typeof tracks.$inferSelect, 'id' | 'userId' | 'privacy'> & {
  hidesCounts: boolean
}
const oneOf = (ids: readonly string[]) => sql`${tracks.id} = any(${sql.param(ids)}::uuid[])`

/** The tracks cannot be deleted until the transaction ends, but can be updated. Locked in the lock order of all modules: sorted by id. */
export async function lockTracksForKeyShare(
  db: Db,
  trackIds: readonly string[],
): Promise<Ownership[]> {
  const { rows } = await db.execute<Ownership>(sql`
    select id, user_id as "userId", privacy, ${hidesCounts} as "hidesCounts"
    from ${tracks} where ${oneOf(trackIds)} order by id for key share`)
  return rows
}

const dayNames = [
  'site_plays',
  'embed_plays',
  'feed_plays',
  'share_plays',
  'app_plays',
  'owner_listeners',
  'release_listeners',
]
const dayColumns = sql.raw(dayNames.join(', '))
const addDayColumns = sql.raw(
  dayNames.map((name) => `${name} = existing.${name} + excluded.${name}`).join(', '),
)

export type PlaySource = 'site' | 'embed' | 'feed' | 'share' | 'app'

/** Batches of all servers run one after the other until the transaction ends. */
export async function lockCounting(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('counting plays'))`)
}

type Pairs = {
  trackIds: readonly string[]
  listeners: readonly string[]
  /** The owners of the tracks. */
  owners: readonly string[]
  /** Null for a play of the track's owner, which is not in the statistics. */
  sources: readonly (PlaySource | null)[]
  /** Of the statistics, as YYYY-MM-DD. */
  day: string
}

const isRelease = sql.raw("entry.playlist_type <> 'playlist'")

/**
 * Inserts the pairs that were not counted in the last 24 hours and adds them to the counts. Returns the indexes of the
 * other pairs. The tracks and counting are locked, and the pairs are distinct: so a listener's first play of an artist
 * or release on a day is known. All servers write rows in the same order, which prevents deadlocks.
 */
export async function insertDeduped(db: Db, pairs: Pairs): Promise<number[]> {
  const { day } = pairs
  const from = (source: PlaySource) =>
    sql`count(*) filter (where source = ${sql.raw(`'${source}'`)})`
  const { rows } = await db.execute<{ ordinal: number }>(sql`
    with input as (
      select * from unnest(${sql.param(pairs.trackIds)}::uuid[], ${sql.param(pairs.listeners)}::uuid[],
          ${sql.param(pairs.owners)}::uuid[], ${sql.param(pairs.sources)}::text[])
        with ordinality as input (track_id, listener, owner, source, ordinal)
    ), earlier as materialized (
      select today.listener, track.user_id as owner, entry.playlist_id as release
      from (select distinct listener from input) as listeners cross join lateral (
        select listener, track_id from ${plays} played
        where played.listener = listeners.listener and played.day = ${day}::date offset 0) as today
      join ${tracks} track on track.id = today.track_id
      left join ${playlistTracks} entry on entry.track_id = today.track_id and ${isRelease}
    ), counted as (
      insert into ${plays} as existing (track_id, listener, day)
      select track_id, listener, ${day}::date from input order by track_id, listener
      on conflict (track_id, listener) do update set played_at = excluded.played_at, day = excluded.day
      where existing.played_at <= now() - interval '24 hours'
      returning track_id, listener
    ), played as (
      select counted.track_id, source,
        source is not null and not exists (
          select from earlier where earlier.listener = input.listener and earlier.owner = input.owner)
          and row_number() over (partition by owner, counted.listener order by counted.track_id) = 1 as is_first_of_owner,
        source is not null and entry.playlist_id is not null and not exists (
          select from earlier where earlier.listener = input.listener and earlier.release = entry.playlist_id)
          and row_number() over (partition by entry.playlist_id, counted.listener order by counted.track_id) = 1 as is_first_of_release
      from counted join input using (track_id, listener)
      left join ${playlistTracks} entry on entry.track_id = counted.track_id and ${isRelease}
    ), sums as (
      select track_id, count(*)::int as plays, ${from('site')} as site, ${from('embed')} as embed,
        ${from('feed')} as feed, ${from('share')} as share, ${from('app')} as app,
        count(*) filter (where is_first_of_owner) as of_owner,
        count(*) filter (where is_first_of_release) as of_release
      from played group by track_id
    ), added as (
      insert into ${pendingPlays} as existing (track_id, day, plays, ${dayColumns})
      select track_id, ${day}::date, plays, site, embed, feed, share, app, of_owner, of_release
      from sums order by track_id
      on conflict (track_id, day) do update set plays = existing.plays + excluded.plays, ${addDayColumns}
    ), today as (
      insert into ${dailyPlays} as existing (day, plays)
      select (now() at time zone 'utc')::date, sum(plays) from sums having count(*) > 0
      on conflict (day) do update set plays = existing.plays + excluded.plays
    )
    select (ordinal - 1)::int as ordinal from input left join counted using (track_id, listener)
    where counted.listener is null`)
  return rows.map(({ ordinal }) => ordinal)
}

const maxReferrers = 50

type Referred = { trackIds: readonly string[]; hosts: readonly string[]; month: string }

/** Adds plays to the sites that they came from. Counting is locked: concurrent batches cannot exceed the limit. */
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

export async function findCounted(db: Db, id: string) {
  const [row] = await db
    .select({ userId: tracks.userId, hidesCounts, playCount })
    .from(tracks)
    .where(eq(tracks.id, id))
  return row
}

const pageSize = 200

/** Tracks with pending plays, in pages by id. */
export async function tracksWithPending(db: Db, after: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct track_id as id from ${pendingPlays} where track_id > ${after}::uuid
    order by track_id limit ${pageSize}`)
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

/** Locks pending plays in the order in which batches write them, then moves them to the tracks and their statistics. */
export async function flushTracks(tx: Db, trackIds: string[]): Promise<void> {
  await tx.execute(sql`
    with locked as materialized (
      select track_id, day from ${pendingPlays} where track_id = any(${sql.param(trackIds)}::uuid[])
      order by track_id, day for update
    ), deleted as (
      delete from ${pendingPlays} pending using locked
      where pending.track_id = locked.track_id and pending.day = locked.day returning pending.*
    ), stats as (
      insert into ${trackDailyStats} as existing (track_id, day, ${dayColumns})
      select track_id, day, ${dayColumns} from deleted
      where site_plays + embed_plays + feed_plays + share_plays + app_plays > 0 order by track_id, day
      on conflict (track_id, day) do update set ${addDayColumns}
    )
    update ${tracks} set play_count = play_count + sums.plays
    from (select track_id, sum(plays) as plays from deleted group by track_id) as sums where id = sums.track_id`)
}

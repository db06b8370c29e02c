import { eq, type SQL, sql } from 'drizzle-orm'
import {
  follows,
  likes,
  playlistDailyStats,
  playlists,
  playlistTracks,
  savedPlaylists,
  trackDailyStats,
  trackReferrers,
  trackRetention,
  tracks,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** What statistics are about. Of a playlist or release, only the tracks of its owner. */
export type Scope =
  | { kind: 'track'; id: string }
  | { kind: 'playlist' | 'release'; id: string; ownerId: string }
  | { kind: 'user'; id: string }

export async function findScope(db: Db, playlistId: string): Promise<Scope | undefined> {
  const [row] = await db
    .select({ type: playlists.type, ownerId: playlists.userId })
    .from(playlists)
    .where(eq(playlists.id, playlistId))
  return (
    row && {
      kind: row.type === 'playlist' ? 'playlist' : 'release',
      id: playlistId,
      ownerId: row.ownerId,
    }
  )
}

/**
 * A listener counts once in 24 hours, so a track has as many on a day as plays. The listeners of several tracks are not
 * fewer than those of one of them: that is what is known of days before the track was on the release.
 */
const listenersOf: Record<Scope['kind'], SQL> = {
  track: sql`sum(plays)`,
  release: sql`greatest(sum(release_listeners), max(plays))`,
  user: sql`greatest(sum(owner_listeners), max(plays))`,
  // Their tracks may be in many playlists.
  playlist: sql`0`,
}

function tracksOf(scope: Scope): SQL {
  if (scope.kind === 'track') return sql`select ${scope.id}::uuid`
  if (scope.kind === 'user') return sql`select id from ${tracks} where user_id = ${scope.id}`
  return sql`select entry.track_id from ${playlistTracks} entry join ${tracks} own on own.id = entry.track_id
    where entry.playlist_id = ${scope.id} and own.user_id = ${scope.ownerId}`
}

export type DayRow = { day: string } & Record<
  | 'plays'
  | 'listeners'
  | 'downloads'
  | 'site'
  | 'embed'
  | 'feed'
  | 'share'
  | 'app'
  | 'likes'
  | 'saves'
  | 'follows',
  number
>

/** The days with any numbers since `from`, as YYYY-MM-DD; without it all of them. */
export async function listDays(
  db: Db,
  scope: Scope,
  { from, timeZone }: { from: string | undefined; timeZone: string },
): Promise<DayRow[]> {
  const since = from ?? '-infinity'
  /** Rows of a table by the day of their time. */
  const perDay = (name: 'likes' | 'saves' | 'follows', time: SQL, source: SQL) => sql`
    union all select day, ${sql.raw(`'${name}'`)}, count(*) from (
      select (${time} at time zone ${timeZone})::date as day ${source}) as dated
    where day >= ${since}::date group by day`
  const playlistScope =
    scope.kind === 'user'
      ? sql`select id from ${playlists} where user_id = ${scope.id}`
      : sql`select ${scope.id}::uuid`
  const { rows } = await db.execute<{ day: string; name: string; count: number }>(sql`
    with scope as materialized (${tracksOf(scope)})
    select day::text, name, sum(count)::float8 as count from (
      select day, name, count from (
        select day, sum(plays) as plays, ${listenersOf[scope.kind]} as listeners, sum(downloads) as downloads,
          sum(site_plays) as site, sum(embed_plays) as embed, sum(feed_plays) as feed,
          sum(share_plays) as share, sum(app_plays) as app
        from ${trackDailyStats} where track_id in (table scope) and day >= ${since}::date group by day) as days,
        lateral (values ('plays', plays), ('listeners', listeners), ('downloads', downloads), ('site', site),
          ('embed', embed), ('feed', feed), ('share', share), ('app', app)) as numbers (name, count)
      ${perDay('likes', sql`created_at`, sql`from ${likes} where track_id in (table scope)`)}
      ${
        scope.kind === 'track'
          ? sql``
          : sql`${perDay('saves', sql`saved_at`, sql`from ${savedPlaylists} where playlist_id in (${playlistScope})`)}
              union all select day, 'downloads', sum(downloads) from ${playlistDailyStats}
              where playlist_id in (${playlistScope}) and day >= ${since}::date group by day`
      }
      ${scope.kind === 'user' ? perDay('follows', sql`created_at`, sql`from ${follows} where following_id = ${scope.id}`) : sql``}
    ) as numbers group by day, name order by day`)
  return toDays(rows)
}

function toDays(rows: { day: string; name: string; count: number }[]): DayRow[] {
  const none = {
    plays: 0,
    listeners: 0,
    downloads: 0,
    site: 0,
    embed: 0,
    feed: 0,
    share: 0,
    app: 0,
  }
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, numbers]) => ({
    ...none,
    likes: 0,
    saves: 0,
    follows: 0,
    ...Object.fromEntries(numbers.map(({ name, count }) => [name, count])),
    day,
  }))
}

const maxReferrers = 10

export async function listReferrers(db: Db, scope: Scope, from: string | undefined) {
  const { rows } = await db.execute<{ host: string; plays: number }>(sql`
    select host, sum(plays)::float8 as plays from ${trackReferrers}
    where track_id in (${tracksOf(scope)}) and month >= date_trunc('month', ${from ?? '-infinity'}::date)
    group by host order by sum(plays) desc, host limit ${maxReferrers}`)
  return rows
}

/** How many listens ended in each hundredth of the track; none if there were none. */
export async function listBuckets(db: Db, trackId: string, from: string | undefined) {
  const { rows } = await db.execute<{ listens: number }>(sql`
    select sum(bucket.listens)::float8 as listens
    from ${trackRetention}, unnest(listens) with ordinality as bucket (listens, number)
    where track_id = ${trackId} and month >= date_trunc('month', ${from ?? '-infinity'}::date)
    group by number order by number`)
  return rows.map(({ listens }) => listens)
}

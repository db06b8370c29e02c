import { eq, sql } from 'drizzle-orm'
import { pendingPlays, plays, tracks } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

const pageSize = 1000

type CountedTrack = {
  id: string
  title: string
  slug: string
  likeCount: number
  playCount: number
  likes: number
  /** Plays of about the last day, each of which was counted. */
  plays: number
}

export async function tracksAfter(db: Db, last: string): Promise<CountedTrack[]> {
  const { rows } = await db.execute<CountedTrack>(sql`
    select id, title, slug, like_count as "likeCount",
      play_count + coalesce((select plays from pending_plays where track_id = track.id), 0) as "playCount",
      (select count(*)::int from likes where track_id = track.id) as likes,
      (select count(*)::int from plays where track_id = track.id) as plays
    from tracks track where id > ${last}::uuid order by id limit ${pageSize}`)
  return rows
}

/** Locks the track: no like or flush of pending plays happens between counting and writing. */
export async function recountTrack(db: Db, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.select({ id: tracks.id }).from(tracks).where(eq(tracks.id, id)).for('no key update')
    await tx.execute(sql`
      update ${tracks} track set like_count = (select count(*) from likes where track_id = track.id),
        play_count = greatest(play_count, (select count(*) from plays where track_id = track.id)
          - coalesce((select plays from pending_plays where track_id = track.id), 0))
      where id = ${id}`)
  })
}

type CountedPlaylist = {
  id: string
  title: string
  slug: string
  trackCount: number
  entries: number
  isInOrder: boolean
}

export async function playlistsAfter(db: Db, last: string): Promise<CountedPlaylist[]> {
  const { rows } = await db.execute<CountedPlaylist>(sql`
    with next as (
      select id, title, slug, track_count from playlists where id > ${last}::uuid order by id limit ${pageSize}
    )
    select next.id, title, slug, track_count as "trackCount", count(entry.id)::int as entries,
      count(distinct position) = count(entry.id)
        and coalesce(min(position), 0) = 0 and coalesce(max(position) + 1, 0) = count(entry.id) as "isInOrder"
    from next left join playlist_tracks entry on entry.playlist_id = next.id
    group by next.id, title, slug, track_count order by next.id`)
  return rows
}

const genresCounted = sql`
  select coalesce(counted.genre, stored.genre) as genre, coalesce(stored.tracks, 0)::int as stored,
    coalesce(counted.tracks, 0)::int as counted
  from genre_counts stored full join (
    select coalesce(genre, 'other') as genre, count(*) as tracks from tracks where privacy = 'public' group by 1
  ) as counted on counted.genre = stored.genre
  where coalesce(stored.tracks, 0) <> coalesce(counted.tracks, 0)`

export async function wrongGenres(db: Db) {
  const { rows } = await db.execute<{ genre: string; stored: number; counted: number }>(
    genresCounted,
  )
  return rows
}

/** Adds the difference instead of setting the total: concurrent changes stay counted. */
export async function repairGenre(db: Db, genre: string): Promise<void> {
  await db.execute(sql`
    insert into genre_counts as stored (genre, tracks)
    select genre, counted - stored from (${genresCounted}) as wrong where genre = ${genre}
    on conflict (genre) do update set tracks = stored.tracks + excluded.tracks`)
}

const totalsOff = sql`
  select counted.tracks - stored.tracks as tracks, counted.public_tracks - stored.public_tracks as public_tracks,
    counted.plays - stored.plays as plays, counted.likes - stored.likes as likes
  from (
    select count(*) as tracks, count(*) filter (where privacy = 'public') as public_tracks,
      coalesce(sum(play_count), 0) as plays, coalesce(sum(like_count), 0) as likes from tracks
  ) as counted, (
    select coalesce(sum(tracks), 0) as tracks, coalesce(sum(public_tracks), 0) as public_tracks,
      coalesce(sum(plays), 0) as plays, coalesce(sum(likes), 0) as likes from track_tallies
  ) as stored
  where (counted.tracks, counted.public_tracks, counted.plays, counted.likes)
    <> (stored.tracks, stored.public_tracks, stored.plays, stored.likes)`

export async function areTotalsWrong(db: Db): Promise<boolean> {
  return (await db.execute(totalsOff)).rows.length > 0
}

export async function repairTotals(db: Db): Promise<void> {
  await db.execute(sql`
    insert into track_tallies (tracks, public_tracks, plays, likes) ${totalsOff}`)
}

/** Plays have no foreign key to their track. */
const withoutTrack = ({ trackId }: typeof plays | typeof pendingPlays) =>
  sql`not exists (select from ${tracks} where ${tracks.id} = ${trackId})`

export async function countOrphanedPlays(db: Db): Promise<number> {
  const recorded = await db.$count(plays, withoutTrack(plays))
  return recorded + (await db.$count(pendingPlays, withoutTrack(pendingPlays)))
}

export async function deleteOrphanedPlays(db: Db): Promise<void> {
  await db.delete(plays).where(withoutTrack(plays))
  await db.delete(pendingPlays).where(withoutTrack(pendingPlays))
}

/**
 * Days with fewer plays than recorded. One statement inserts a play and increments its day; a day may have more,
 * because deleting a track deletes its plays and does not decrement their days.
 */
const daysOff = sql`
  select recorded.day, coalesce(stored.plays, 0) as stored, recorded.plays as recorded from (
    select (played_at at time zone 'utc')::date as day, count(*) as plays
    from plays join tracks on tracks.id = track_id group by 1
  ) as recorded left join daily_plays stored using (day)
  where coalesce(stored.plays, 0) < recorded.plays`

export async function wrongDays(db: Db) {
  const { rows } = await db.execute<{ day: string; stored: number; recorded: number }>(sql`
    select day::text as day, stored::float8 as stored, recorded::float8 as recorded
    from (${daysOff}) as wrong order by day`)
  return rows
}

export async function repairDay(db: Db, day: string): Promise<void> {
  await db.execute(sql`
    insert into daily_plays as stored (day, plays)
    select day, recorded - stored from (${daysOff}) as wrong where day = ${day}::date
    on conflict (day) do update set plays = stored.plays + excluded.plays`)
}

import { type SQL, sql } from 'drizzle-orm'
import { readWithCursor } from '#server/platform/postgres/cursor.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type Check, quoteTitle } from './issue.ts'

/** What can be wrong in rows alone: a query that finds it, sentences about each row, and statements that repair it. */
type RowCheck<Row> = {
  find: SQL
  problems(row: Row): (string | false)[]
  /** Run in one transaction. */
  repair(row: Row): SQL[]
}

const rowCheck = <Row extends Record<string, unknown>>({ find, problems, repair }: RowCheck<Row>) =>
  async function* (db: Db): Check {
    for await (const row of readWithCursor<Row>(db, find))
      for (const problem of problems(row))
        if (problem)
          yield {
            problem,
            repair: () =>
              db.transaction(async (tx) => {
                for (const statement of repair(row)) await tx.execute(statement)
              }),
          }
  }

/** Plays have no foreign key to their track. */
const withoutTrack = sql`not exists (select from tracks where id = track_id)`

export const checkOrphanedPlays = rowCheck<{ plays: number }>({
  find: sql`
    select sum(count)::int as plays from (
      select count(*) from plays where ${withoutTrack}
      union all select count(*) from pending_plays where ${withoutTrack}
    ) as orphaned having sum(count) > 0`,
  problems: ({ plays }) => [`${plays} recorded plays belong to deleted tracks.`],
  repair: () => [
    sql`delete from plays where ${withoutTrack}`,
    sql`delete from pending_plays where ${withoutTrack}`,
  ],
})

/**
 * Days with fewer plays than recorded. One statement inserts a play and increments its day; a day may have more,
 * because deleting a track deletes its plays and does not decrement their days.
 */
const wrongDays = sql`
  select day::text as day, coalesce(stored.plays, 0)::float8 as stored, recorded.plays::float8 as recorded from (
    select (played_at at time zone 'utc')::date as day, count(*) as plays
    from plays join tracks on tracks.id = track_id group by 1
  ) as recorded left join daily_plays stored using (day)
  where coalesce(stored.plays, 0) < recorded.plays`

export const checkDays = rowCheck<{ day: string; stored: number; recorded: number }>({
  find: sql`${wrongDays} order by day`,
  problems: ({ day, stored, recorded }) => [
    `The day ${day} has a total of ${stored} plays, but ${recorded} are recorded.`,
  ],
  repair: ({ day }) => [
    sql`insert into daily_plays as stored (day, plays)
      select day::date, recorded - stored from (${wrongDays}) as wrong where day = ${day}
      on conflict (day) do update set plays = stored.plays + excluded.plays`,
  ],
})

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

export const checkTracks = rowCheck<CountedTrack>({
  find: sql`
    select * from (
      select id, title, slug, like_count as "likeCount",
        play_count + coalesce((select sum(plays)::int from pending_plays where track_id = track.id), 0) as "playCount",
        (select count(*)::int from likes where track_id = track.id) as likes,
        (select count(*)::int from plays where track_id = track.id) as plays
      from tracks track offset 0
    ) as counted where "likeCount" <> likes or "playCount" < plays`,
  problems: (track) => [
    track.likeCount !== track.likes &&
      `The track ${quoteTitle(track)} has a like count of ${track.likeCount}, but ${track.likes} likes.`,
    track.playCount < track.plays &&
      `The track ${quoteTitle(track)} has a play count of ${track.playCount}, but ${track.plays} plays of the last day are recorded.`,
  ],
  // Locks the track: no like or flush of pending plays happens between counting and writing.
  repair: ({ id }) => [
    sql`select from tracks where id = ${id} for no key update`,
    sql`update tracks track set like_count = (select count(*) from likes where track_id = track.id),
        play_count = greatest(play_count, (select count(*) from plays where track_id = track.id)
          - coalesce((select sum(plays)::int from pending_plays where track_id = track.id), 0))
      where id = ${id}`,
  ],
})

const wrongGenres = sql`
  select coalesce(counted.genre, stored.genre) as genre, coalesce(stored.tracks, 0)::int as stored,
    coalesce(counted.tracks, 0)::int as counted,
    (coalesce(counted.duration, 0) - coalesce(stored.duration, 0))::float8 as seconds
  from genre_counts stored full join (
    select coalesce(genre, 'other') as genre, count(*) as tracks, coalesce(sum(duration), 0) as duration
    from tracks where privacy = 'public' group by 1
  ) as counted on counted.genre = stored.genre
  where coalesce(stored.tracks, 0) <> coalesce(counted.tracks, 0)
    or coalesce(stored.duration, 0) <> coalesce(counted.duration, 0)`

export const checkGenres = rowCheck<{
  genre: string
  stored: number
  counted: number
  seconds: number
}>({
  find: wrongGenres,
  problems: ({ genre, stored, counted, seconds }) => [
    stored !== counted &&
      `The genre ${genre} has a track count of ${stored}, but ${counted} public tracks.`,
    seconds !== 0 && `The total time of the genre ${genre} is wrong by ${Math.abs(seconds)} s.`,
  ],
  // Adds the difference instead of setting the total: concurrent changes stay counted.
  repair: ({ genre }) => [
    sql`insert into genre_counts as stored (genre, tracks, duration)
      select genre, counted - stored, seconds from (${wrongGenres}) as wrong where genre = ${genre}
      on conflict (genre) do update
      set tracks = stored.tracks + excluded.tracks, duration = stored.duration + excluded.duration`,
  ],
})

const wrongTotals = sql`
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

export const checkTotals = rowCheck({
  find: wrongTotals,
  problems: () => ['The totals in the dashboard do not match the tracks.'],
  repair: () => [
    sql`insert into track_tallies (tracks, public_tracks, plays, likes) ${wrongTotals}`,
  ],
})

type Resource = 'track' | 'user' | 'playlist'

/** An update that changes nothing but fires the triggers. */
const touchStatements: Record<Resource, SQL> = {
  track: sql`update tracks set title = title`,
  user: sql`update users set username = username`,
  playlist: sql`update playlists set title = title`,
}

/** How the search columns of each resource are computed: see the triggers of the migration `search`. */
export const checkSearchVectors = rowCheck<{ resource: Resource; id: string; name: string }>({
  find: sql`
    select 'track' as resource, track.id, track.title as name
    from tracks track join users uploader on uploader.id = track.user_id
    where track.search <> search_vector_of_track(track, uploader)
      and not exists (select from renamed_users pending where pending.user_id = track.user_id)
    union all
    select 'user', id, username from users
    where search <> search_vector_of(array[display_name, username], array[first_name, last_name])
    union all
    select 'playlist', playlist.id, playlist.title
    from playlists playlist join users owner on owner.id = playlist.user_id
    where playlist.search <> search_vector_of_playlist(playlist, owner)`,
  problems: ({ resource, name }) => [
    `Search does not find the ${resource} "${name}" by all of its words.`,
  ],
  repair: ({ resource, id }) => [sql`${touchStatements[resource]} where id = ${id}`],
})

type CountedPlaylist = {
  id: string
  title: string
  slug: string
  trackCount: number
  entries: number
  isInOrder: boolean
}

export const wrongPlaylists = (db: Db) =>
  readWithCursor<CountedPlaylist>(
    db,
    sql`
    select * from (
      select playlist.id, title, slug, track_count as "trackCount", count(entry.id)::int as entries,
        count(distinct position) = count(entry.id)
          and coalesce(min(position), 0) = 0 and coalesce(max(position) + 1, 0) = count(entry.id) as "isInOrder"
      from playlists playlist left join playlist_tracks entry on entry.playlist_id = playlist.id
      group by playlist.id
    ) as counted where "trackCount" <> entries or not "isInOrder"`,
  )

/** Indexed words of public content that are missing in the word list. */
export async function countUnknownTerms(db: Db): Promise<number> {
  const { rows } = await db.execute<{ unknown: number }>(sql`
    select count(*)::int as unknown from ts_stat($$
      select search from tracks where privacy = 'public' union all select search from users
      union all select search from playlists where privacy = 'public'$$) used
    where not starts_with(used.word, '=')
      and not exists (select from search_words known where known.word = used.word)`)
  return rows[0]?.unknown ?? 0
}

/** Top tracks that are missing, superfluous or different from their tracks. */
export async function countWrongTopTracks(db: Db): Promise<number> {
  const { rows } = await db.execute<{ wrong: number }>(sql`
    select count(*)::int as wrong from (
      select id, play_count, search from tracks where privacy = 'public' and not exists (
        select from top_tracks_least least where (tracks.play_count, tracks.id) < (least.play_count, least.track_id))
    ) as track full join top_tracks stored on stored.track_id = track.id
    where stored.play_count is distinct from track.play_count or stored.search is distinct from track.search`)
  return rows[0]?.wrong ?? 0
}

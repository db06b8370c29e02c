import { sql } from 'drizzle-orm'
import {
  audioAnalyses,
  follows,
  likes,
  playlists,
  playlistTracks,
  savedPlaylists,
  tracks,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hidesCountsOf } from '#server/shared/hidden-counts.ts'
import {
  isNotPrivate,
  isPublic,
  isPublicOrOwn,
  isPublicRelease,
  isRelease,
} from '#server/shared/visibility.ts'
import { releaseOf } from './lists-repository.ts'

/** What apps show of items beside the site's own responses, for many items at a time. */

const anyOf = (ids: readonly string[]) => sql`any(${sql.param([...ids])}::uuid[])`

async function readById<Row extends { id: string }>(db: Db, query: ReturnType<typeof sql>) {
  const { rows } = await db.execute<Row>(query)
  return new Map(rows.map((row) => [row.id, row]))
}

export type SongDetails = {
  id: string
  truePeak: number | null
  sampleRate: number | null
  channels: number | null
  starredAt: Date | string | null
}

export const findSongDetails = (db: Db, ids: string[], userId: string) =>
  readById<SongDetails>(
    db,
    sql`
    select track.id, analysis.true_peak as "truePeak", analysis.sample_rate as "sampleRate", analysis.channels,
      liked.created_at as "starredAt"
    from ${tracks} track
    left join ${audioAnalyses} analysis on analysis.track_id = track.id
    left join ${likes} liked on liked.track_id = track.id and liked.user_id = ${userId}
    where track.id = ${anyOf(ids)}`,
  )

export type Totals = {
  id: string
  songs: number
  duration: number
  /** Null if they are hidden. */
  plays: number | null
  genre: string | null
  /** Of all tracks together, weighted by duration, and their highest peak. */
  loudness: number | null
  truePeak: number | null
  /** Of a release. */
  year?: number
}

const totals = (
  userId: string,
) => sql`count(*)::int as songs, coalesce(sum(track.duration), 0)::int as duration,
  sum(track.play_count) filter (where track.user_id = ${userId} or not ${hidesCountsOf('track')})::int as plays,
  mode() within group (order by coalesce(track.genre, 'other')) as genre,
  10 * log((sum(track.duration * power(10::float8, track.loudness / 10)) /
    nullif(sum(track.duration) filter (where track.loudness is not null), 0))::numeric)::float8 as loudness,
  max(analysis.true_peak) as "truePeak"`

/** Of releases and playlists. */
export const findPlaylistTotals = (db: Db, ids: string[], userId: string) =>
  readById<Totals>(
    db,
    sql`
    select entry.playlist_id as id, ${totals(userId)},
      extract(year from min(coalesce(release.release_date, release.created_at::date)))::int as year
    from ${playlistTracks} entry join ${tracks} track on track.id = entry.track_id
    join ${playlists} release on release.id = entry.playlist_id
    left join ${audioAnalyses} analysis on analysis.track_id = track.id
    where entry.playlist_id = ${anyOf(ids)} and (${isNotPrivate('track')} or track.user_id = ${userId})
    group by 1`,
  )

/** Of the tracks of these users that are in no release: the lists sort them by the day on which the artist joined. */
export const findLooseTotals = (db: Db, userIds: string[], userId: string) =>
  readById<Totals & { createdAt: Date | string }>(
    db,
    sql`
    select track.user_id as id, artist.created_at as "createdAt", ${totals(userId)}
    from ${tracks} track join ${users} artist on artist.id = track.user_id ${releaseOf(sql`track.id`, userId)}
    left join ${audioAnalyses} analysis on analysis.track_id = track.id
    where track.user_id = ${anyOf(userIds)} and release.id is null
      and ${isPublicOrOwn('track', userId)}
    group by 1, 2`,
  )

export async function listLooseSongs(db: Db, artistId: string, userId: string, limit: number) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select track.id from ${tracks} track ${releaseOf(sql`track.id`, userId)}
    where track.user_id = ${artistId} and release.id is null
      and ${isPublicOrOwn('track', userId)}
    order by track.created_at desc, track.id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Of users: their releases, whether they have other tracks, and since when the caller follows them. */
export const findArtistDetails = (db: Db, ids: string[], userId: string) =>
  readById<{ id: string; albums: number; starredAt: Date | string | null }>(
    db,
    sql`
    select artist.id, follow.created_at as "starredAt",
      (select count(*)::int from ${playlists} release where release.user_id = artist.id and ${isRelease('release')}
        and (release.user_id = ${userId} or (${isPublic('release')} and release.track_count > 0)))
      + (select count(*)::int from (select from ${tracks} track ${releaseOf(sql`track.id`, userId)}
          where track.user_id = artist.id and release.id is null
            and ${isPublicOrOwn('track', userId)} limit 1) as loose) as albums
    from ${users} artist
    left join ${follows} follow on follow.following_id = artist.id and follow.follower_id = ${userId}
    where artist.id = ${anyOf(ids)}`,
  )

export const findSavedTimes = (db: Db, ids: string[], userId: string) =>
  readById<{ id: string; savedAt: Date | string }>(
    db,
    sql`
    select playlist_id as id, saved_at as "savedAt" from ${savedPlaylists}
    where user_id = ${userId} and playlist_id = ${anyOf(ids)}`,
  )

/** The user with this name, or else with this username. */
export async function findArtistByName(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from ${users} where suspended_at is null
      and (display_name = ${name} or lower(username) = lower(${name}))
    order by exists (select from ${tracks} where user_id = ${users}.id and ${isPublic('tracks')}) desc, created_at limit 1`)
  return rows[0]?.id
}

/** How many public releases have a track of each genre. */
export async function countReleasesByGenre(db: Db): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ genre: string; releases: number }>(sql`
    select coalesce(track.genre, 'other') as genre, count(distinct release.id)::int as releases
    from ${playlists} release join ${playlistTracks} entry on entry.playlist_id = release.id
    join ${tracks} track on track.id = entry.track_id and ${isPublic('track')}
    where ${isPublicRelease('release')} group by 1`)
  return new Map(rows.map(({ genre, releases }) => [genre, releases]))
}

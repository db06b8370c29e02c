import { and, eq, ne, sql } from 'drizzle-orm'
import { maxReleaseTracks } from '#contract/playlist-types.ts'
import { playlists, playlistTracks, tracks } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** The index by which a track is in one release at most. */
export const oneReleaseIndex = 'playlist_tracks_one_release'

/** The release that has the track. */
export async function findRelease(db: Db, trackId: string) {
  const rows = await db
    .select({ id: playlists.id, title: playlists.title })
    .from(playlistTracks)
    .innerJoin(playlists, eq(playlists.id, playlistTracks.playlistId))
    .where(and(eq(playlistTracks.trackId, trackId), ne(playlistTracks.playlistType, 'playlist')))
  return rows[0]
}

/** Before the playlist is locked: of two playlists with the same tracks, only one at a time changes its type. */
export async function lockTracksOf(db: Db, playlistId: string): Promise<void> {
  await db.execute(sql`
    select from ${tracks} where id in (
      select track_id from ${playlistTracks} where playlist_id = ${playlistId} limit ${maxReleaseTracks})
    order by id for no key update`)
}

export async function hasTracksOfOthers(db: Db, playlistId: string, ownerId: string) {
  const rows = await db
    .select({ id: tracks.id })
    .from(playlistTracks)
    .innerJoin(tracks, eq(tracks.id, playlistTracks.trackId))
    .where(and(eq(playlistTracks.playlistId, playlistId), ne(tracks.userId, ownerId)))
    .limit(1)
  return rows.length > 0
}

/** The first of its tracks, or of others, that is in another release, and the title of that release. */
export async function findReleasedTrack(db: Db, playlistId: string, trackIds?: string[]) {
  const entries = trackIds
    ? sql`unnest(${sql.param(trackIds)}::uuid[]) with ordinality as entry (track_id, position)`
    : sql`(select track_id, position from ${playlistTracks} where playlist_id = ${playlistId}) as entry`
  const { rows } = await db.execute<{ track: string; release: string }>(sql`
    select track.title as track, release.title as release
    from ${entries}
    join ${playlistTracks} released
      on released.track_id = entry.track_id and released.playlist_type <> 'playlist' and released.playlist_id <> ${playlistId}
    join ${playlists} release on release.id = released.playlist_id
    join ${tracks} track on track.id = entry.track_id
    order by entry.position limit 1`)
  return rows[0]
}

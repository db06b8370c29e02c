import { sql } from 'drizzle-orm'
import type { ReleaseType } from '#contract/playlist-types.ts'
import { playlists, playlistTracks, tracks } from '#server/database/schema.ts'

/** The release of a track as its owner sees it. The owner of a release owns its tracks. */
export type ReleaseOfTrack = Pick<
  typeof playlists.$inferSelect,
  'id' | 'slug' | 'title' | 'privacy' | 'coverPath'
> & {
  type: ReleaseType
  position: number
  /** How many private tracks come before it. */
  hiddenBefore: number
}

/**
 * Reads one entry of the index `playlist_tracks_one_release`, and one for each private track of the owner, of whom most
 * have none. Neither a join nor counting the entries before it: both would take long for the last of 200 tracks.
 */
export const releaseOfTrack = sql<ReleaseOfTrack | null>`(
  select json_build_object('id', release.id, 'slug', release.slug, 'title', release.title, 'type', release.type,
    'privacy', release.privacy, 'coverPath', release.cover_path, 'position', entry.position, 'hiddenBefore', (
      select count(*) from ${tracks} hidden
      where hidden.user_id = ${tracks.userId} and hidden.privacy = 'private' and (
        select earlier.playlist_id = release.id and earlier.position < entry.position from ${playlistTracks} earlier
        where earlier.track_id = hidden.id and earlier.playlist_type <> 'playlist')))
  from ${playlistTracks} entry join ${playlists} release on release.id = entry.playlist_id
  where entry.track_id = ${tracks.id} and entry.playlist_type <> 'playlist')`

import type { Discovery } from '#contract/discover.ts'
import { creditedArtist, displayName } from '#contract/display-name.ts'
import { genreExists } from '#server/modules/discover/lists.ts'
import { findPlaylist, summarizePublicTracks } from '#server/modules/playlists/service.ts'
import { findTrack } from '#server/modules/tracks/service.ts'
import { findUser } from '#server/modules/users/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { PageLoaders } from './page-metadata.ts'

/** Loaders backed by the modules of tracks, playlists and users. */
export function createPageLoaders(
  db: Db,
  studioName: string,
  discovery: () => Promise<Discovery>,
): PageLoaders {
  return {
    discovery,
    async track(slugOrId, viewer) {
      const track = await findTrack(db, slugOrId, viewer)
      if (!track) return undefined
      const artist = creditedArtist(track, studioName)
      return { track: track, artist, listed: track.privacy === 'public' }
    },
    async playlist(slugOrId, viewer) {
      const playlist = await findPlaylist(db, slugOrId, viewer)
      if (!playlist) return undefined
      const { privacy } = playlist
      return {
        ...playlist,
        by: displayName(playlist.user),
        listed: privacy === 'public',
        isPrivate: privacy === 'private',
        publicTracks: await summarizePublicTracks(db, playlist.id),
      }
    },
    async profile(idOrUsername, viewer) {
      const user = await findUser(db, idOrUsername, viewer)
      return user && { id: user.id, name: displayName(user), bio: user.bio }
    },
    genre: (name) => genreExists(db, name),
  }
}

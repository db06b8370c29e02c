import { creditedArtist, displayName } from '#contract/display-name.ts'
import type { EmbedTrack } from '#contract/embed.ts'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import { findPlaylist, listFirstTracks } from '#server/modules/playlists/service.ts'
import { findTrack } from '#server/modules/tracks/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Embed } from './presenter.ts'

/** The tracks of a playlist that the player lists: a frame in another page must stay small. The site lists the rest. */
const maxTracks = 200

type Deps = { db: Db; publicUrl: string; studioName: string }

/** Undefined for what is missing or private: an embedded player has no viewer, not even the owner. */
export async function openTrackEmbed(deps: Deps, slugOrId: string): Promise<Embed | undefined> {
  const track = await findTrack(deps.db, slugOrId, undefined)
  if (!track) return undefined
  return { kind: 'track', tracks: [toEmbedTrack(track, deps)], levels: track.waveform }
}

export async function openPlaylistEmbed(deps: Deps, slugOrId: string): Promise<Embed | undefined> {
  const playlist = await findPlaylist(deps.db, slugOrId, undefined)
  if (!playlist) return undefined
  const { id, title, coverUrl, user } = playlist
  const tracks = await listFirstTracks(deps.db, id, maxTracks + 1)
  return {
    kind: 'playlist',
    playlist: {
      id,
      title,
      coverUrl,
      by: displayName(user),
      url: deps.publicUrl + paths.playlist(playlist),
      hasMore: tracks.length > maxTracks,
    },
    tracks: tracks.slice(0, maxTracks).map((track) => toEmbedTrack(track, deps)),
    levels: null,
  }
}

function toEmbedTrack(track: Track, { publicUrl, studioName }: Deps): EmbedTrack {
  const { id, title, duration, audioUrl, artworkUrl, loudness, formats } = track
  return {
    ...{ id, title, duration, audioUrl, artworkUrl, loudness, formats },
    artist: creditedArtist(track, studioName),
    url: publicUrl + paths.track(track),
    artistUrl: publicUrl + paths.profile(track.userId),
  }
}

import { urlFor } from '#contract/client.ts'
import { displayName, playlistArtist } from '#contract/display-name.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import type { Share, SharedTrack, ShareLink } from '#contract/share-links.ts'
import type { Track, TrackDetail } from '#contract/tracks.ts'
import type { LinkRow } from './repository.ts'

export function presentLink({ tokenHash, userId, ...link }: LinkRow): ShareLink {
  const time = (date: Date | null) => date?.toISOString() ?? null
  return {
    ...link,
    expiresAt: time(link.expiresAt),
    lastUsedAt: time(link.lastUsedAt),
    revokedAt: time(link.revokedAt),
    createdAt: link.createdAt.toISOString(),
  }
}

type Common = Pick<Share, 'notes'> & { token: string; mayDownload: boolean }

const common = ({ token, mayDownload, notes }: Common) => ({
  artworkUrl: urlFor(routes.getShareArtwork, { params: { token } }),
  downloadUrl: mayDownload ? urlFor(routes.downloadShare, { params: { token } }) : null,
  notes,
})

export function presentSharedTrack(track: TrackDetail, share: Common): Share {
  const shared = presentTrack(track, share.token)
  const { title, artist } = shared
  return {
    type: 'track',
    title,
    artist,
    description: track.description,
    ...common(share),
    tracks: [shared],
  }
}

export function presentSharedPlaylist(playlist: PlaylistDetail, share: Common): Share {
  const { type, title, description, playlistTracks } = playlist
  return {
    type,
    title,
    artist: playlistArtist(playlist),
    description,
    ...common(share),
    tracks: playlistTracks.map(({ track }) => presentTrack(track, share.token)),
  }
}

/** Of a track only what is needed to play it: no credits, no release, no counts. */
function presentTrack(track: Track, token: string): SharedTrack {
  const { id, title, duration, loudness } = track
  const params = { token, trackId: id }
  // Whoever has begun finishes the same file if it is replaced.
  const v = track.audioUrl.split('/').at(-1)
  return {
    id,
    title,
    artist: track.artist || displayName(track.user),
    duration,
    loudness,
    audioUrl: urlFor(routes.getSharedAudio, { params, query: { v } }),
    formats: track.formats.map((format) => ({
      ...format,
      url: urlFor(routes.getSharedAudio, { params, query: { v, format: format.format } }),
    })),
    waveformUrl: track.processing === 'ready' ? urlFor(routes.getSharedWaveform, { params }) : null,
    artworkUrl: urlFor(routes.getSharedArtwork, { params }),
  }
}

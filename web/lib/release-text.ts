import { isReleaseType, type PlaylistType, playlistLabel } from '#contract/playlist-types.ts'
import { artistName } from './display-name.ts'
import { formatTrackCount } from './format.ts'

type Release = {
  type: PlaylistType
  releaseDate: string | null
  artist: string | null
  user: { displayName: string | null }
}

/** "Album · 2026", or only the type. */
export function typeAndYear({ type, releaseDate }: Pick<Release, 'type' | 'releaseDate'>): string {
  return [playlistLabel(type), releaseDate?.slice(0, 4)].filter(Boolean).join(' · ')
}

/** The artist that it names, otherwise its owner. */
export function releaseArtist(release: Pick<Release, 'artist' | 'user'>): string {
  return release.artist ?? artistName(release)
}

/** "Album by Juno Vale", "12 tracks by Ines Calder". */
export function playlistSubtitle(playlist: Release & { trackCount: number }): string {
  const { type, trackCount } = playlist
  return isReleaseType(type)
    ? `${playlistLabel(type)} by ${releaseArtist(playlist)}`
    : `${formatTrackCount(trackCount)} by ${artistName(playlist)}`
}

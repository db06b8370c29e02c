import { studioName } from './brand.ts'

/** The artist label of the player: always the uploader. */
export function artistName(track: { user: { displayName: string | null } }): string {
  return track.user.displayName || studioName()
}

/** The artist that a release or track names, if it is not the user's own name. */
export function otherArtist(item: {
  artist: string | null
  user: { displayName: string | null }
}): string | null {
  const isSame = item.artist?.trim().toLowerCase() === artistName(item).trim().toLowerCase()
  return isSame ? null : item.artist
}

/** In cards and rows: the artist that the uploader has named, or else the uploader. */
export function creditedArtist(
  track: Parameters<typeof artistName>[0] & { artist: string | null },
) {
  return track.artist?.trim() || artistName(track)
}

/** Shown in the avatar when there is no image. */
export function avatarInitial({
  displayName,
  firstName,
}: {
  displayName: string | null
  firstName: string | null
}): string {
  return (displayName || firstName || 'U').trim().charAt(0).toUpperCase() || 'U'
}

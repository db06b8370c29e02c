/** Names of users and artists. Free of zod: the browser loads it with the page. */

import { isReleaseType, type PlaylistType } from './playlist-types.ts'

type NamedUser = {
  displayName: string | null
  firstName: string | null
  lastName: string | null
  username: string
}

/** One name for display, with fallbacks. */
export function displayName({ displayName, firstName, lastName, username }: NamedUser): string {
  return displayName || [firstName, lastName].filter(Boolean).join(' ') || username
}

/** Who a release is by: the artist that it names, otherwise its owner. A playlist is by its owner. */
export function playlistArtist({
  type,
  artist,
  user,
}: {
  type: PlaylistType
  artist: string | null
  user: NamedUser
}): string {
  return (isReleaseType(type) && artist) || displayName(user)
}

/**
 * The artist of a track in link previews and on other sites: the one that it names, otherwise its uploader. The pages of
 * the site always show the uploader, see web/lib/display-name.ts.
 */
export function creditedArtist(
  track: { artist: string | null; user: { displayName: string | null } },
  studioName: string,
): string {
  return track.artist ?? track.user.displayName ?? studioName
}

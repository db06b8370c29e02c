/** Names of users and artists. Free of zod: the browser loads it with the page. */

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

type UploadedTrack = { user: { displayName: string | null } }

/** The artist label of a track on the pages of the site: always its uploader. */
export function artistLabel({ user }: UploadedTrack, studioName: string): string {
  return user.displayName || studioName
}

/** The artist of a track in link previews and on other sites: the one that it names, otherwise its uploader. */
export function creditedArtist(
  track: UploadedTrack & { artist: string | null },
  studioName: string,
): string {
  return track.artist ?? track.user.displayName ?? studioName
}

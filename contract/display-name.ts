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

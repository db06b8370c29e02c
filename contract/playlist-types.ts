/** Free of zod, so that the browser can list them. All but `playlist` are releases. */
export const releaseTypes = ['album', 'ep', 'single', 'compilation'] as const
export const playlistTypes = ['playlist', ...releaseTypes] as const
export type ReleaseType = (typeof releaseTypes)[number]
export type PlaylistType = (typeof playlistTypes)[number]

export const isReleaseType = (type: PlaylistType): type is ReleaseType => type !== 'playlist'

/** What each type is called within a sentence. */
export const playlistNouns: Record<PlaylistType, string> = {
  playlist: 'playlist',
  album: 'album',
  ep: 'EP',
  single: 'single',
  compilation: 'compilation',
}

/** The same at its beginning, and as a label. */
export function playlistLabel(type: PlaylistType): string {
  const noun = playlistNouns[type]
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

/** At the beginning of a sentence: 'An album', 'An EP', 'A playlist'. */
export const nameWithArticle = (type: PlaylistType) =>
  `${/^[aeiou]/i.test(playlistNouns[type]) ? 'An' : 'A'} ${playlistNouns[type]}`

export const maxReleaseTracks = 200

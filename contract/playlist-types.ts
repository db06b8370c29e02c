/** Free of zod, so that the browser can list them. All but `playlist` are releases. */
export const releaseTypes = ['album', 'ep', 'single', 'compilation'] as const
export const playlistTypes = ['playlist', ...releaseTypes] as const
export type ReleaseType = (typeof releaseTypes)[number]
export type PlaylistType = (typeof playlistTypes)[number]

export const isReleaseType = (type: PlaylistType): type is ReleaseType => type !== 'playlist'

export const maxReleaseTracks = 200

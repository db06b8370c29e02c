import { type ImageWidth, imageWidths } from '#contract/limits.ts'
import type { trackSorts } from '#contract/tracks.ts'

/** Every address the browser asks for is built here. */

type NamedBySlug = { id: string; slug?: string | null }
type WithArtwork = { id: string; artworkUrl: string | null }
type WithAudio = { id: string; audioUrl: string }
type TrackListQuery = {
  limit?: number
  sort?: (typeof trackSorts)[number]
  userId?: string
  /** A part of the title or of the uploader's display name. */
  q?: string | undefined
}
type UserTracksQuery = Pick<TrackListQuery, 'limit' | 'sort'>
type WithPicture = { id: string; profileImageUrl: string | null }
type UserListQuery = { limit?: number; q?: string | undefined }
type SearchCall = { q?: string; limit?: number }
type WithCover = { id: string; coverUrl: string | null }

const part = encodeURIComponent

/** A path with the parameters that have a value. */
function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return path
  return `${path}?${given.map(([name, value]) => `${name}=${part(String(value))}`).join('&')}`
}

/** The last part of a stored file's address is new whenever the file is, so browsers may keep it for good. */
const version = (storedUrl: string | null) => storedUrl?.split('/').at(-1)

const artwork = ({ id, artworkUrl }: WithArtwork, width: ImageWidth) =>
  withQuery(`/api/tracks/${part(id)}/artwork`, { w: width, v: version(artworkUrl) })

const cover = ({ id, coverUrl }: WithCover, width: ImageWidth) =>
  withQuery(`/api/playlists/${part(id)}/cover`, { w: width, v: version(coverUrl) })

/** Of a person without a picture the server draws one. */
const avatar = ({ id, profileImageUrl }: WithPicture, width: ImageWidth) => {
  const [path = '', query] = (profileImageUrl ?? `/api/users/${part(id)}/avatar`).split('?')
  return withQuery(path, { w: width, ...Object.fromEntries(new URLSearchParams(query)) })
}

export const paths = {
  home: '/',
  welcome: '/welcome',
  discover: '/discover',
  upload: '/upload',
  admin: '/letmein',
  logout: '/api/logout',
  search: (words: string) => withQuery('/search', { q: words }),
  track: ({ id, slug }: NamedBySlug) => `/track/${part(slug || id)}`,
  playlist: ({ id, slug }: NamedBySlug) => `/playlist/${part(slug || id)}`,
  profile: (idOrName: string) => `/profile/${part(idOrName)}`,

  /** Sends the person to sign in, and back to `returnTo` after that. */
  login: (returnTo: string) => withQuery('/api/login', { returnTo }),
  createAccount: (returnTo: string) => withQuery('/api/login', { returnTo, prompt: 'create' }),

  artwork,
  /** Every width there is, for `srcset`: the browser takes the one that fits the screen. */
  artworkSet: (track: WithArtwork) =>
    imageWidths.map((width) => `${artwork(track, width)} ${width}w`).join(', '),
  cover,
  coverSet: (playlist: WithCover) =>
    imageWidths.map((width) => `${cover(playlist, width)} ${width}w`).join(', '),
  avatar,
  audio: ({ id, audioUrl }: WithAudio) =>
    withQuery(`/api/tracks/${part(id)}/audio`, { v: version(audioUrl) }),

  api: {
    currentUser: '/api/auth/user',
    discover: '/api/discover',
    tracks: (query: TrackListQuery = {}) => withQuery('/api/tracks', query),
    search: (query: SearchCall = {}) => withQuery('/api/search', query),
    track: (slugOrId: string) => `/api/tracks/slug/${part(slugOrId)}`,
    play: (trackId: string) => `/api/tracks/${part(trackId)}/play`,
    like: (trackId: string) => `/api/tracks/${part(trackId)}/like`,
    changeTrack: (id: string) => `/api/tracks/${part(id)}`,
    replaceArtwork: (id: string) => `/api/tracks/${part(id)}/artwork`,
    playlists: '/api/playlists',
    playlist: (id: string) => `/api/playlists/${part(id)}`,
    playlistBySlug: (slugOrId: string) => `/api/playlists/slug/${part(slugOrId)}`,
    playlistTracks: (id: string) => `/api/playlists/${part(id)}/tracks`,
    playlistTrack: (id: string, trackId: string) =>
      `/api/playlists/${part(id)}/tracks/${part(trackId)}`,
    playlistOrder: (id: string) => `/api/playlists/${part(id)}/reorder`,
    registerCover: '/api/playlists/cover',
    requestUpload: '/api/objects/upload',
    registerAudio: '/api/tracks/audio',
    registerArtwork: '/api/tracks/artwork',
    users: '/api/users',
    user: (idOrName: string) => `/api/users/${part(idOrName)}`,
    userTracks: (userId: string, query: UserTracksQuery) =>
      withQuery(`/api/users/${part(userId)}/tracks`, query),
    userPlaylists: (userId: string, query: Pick<UserTracksQuery, 'limit'>) =>
      withQuery(`/api/users/${part(userId)}/playlists`, query),
    follow: (userId: string) => `/api/users/${part(userId)}/follow`,
    updateProfile: '/api/users/profile',
    profileImage: '/api/users/profile-image',
    managedUsers: (query: UserListQuery) => withQuery('/api/users', query),
    managedUser: (id: string) => `/api/users/${part(id)}/admin`,
    analytics: '/api/admin/analytics',
    identityProvider: '/api/admin/identity-provider',
  },
}

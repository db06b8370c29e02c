import type { LibraryTab } from './limits.ts'
import { isReleaseType, type PlaylistType } from './playlist-types.ts'
import type { SectionPage } from './section-texts.ts'

/** Paths of the pages, and of what else is outside the API. */

type FeedKind = 'profile' | 'playlist'
type WithSlug = { id: string; slug?: string | null }

const encode = encodeURIComponent

export const paths = {
  home: '/',
  welcome: '/welcome',
  discover: '/discover',
  upload: '/upload',
  notifications: '/notifications',
  settings: '/settings',
  admin: '/letmein',
  reports: '/letmein/reports',
  audit: '/letmein/audit',
  invites: '/letmein/invites',
  ownProfile: '/profile',
  ownStats: '/stats',
  library: '/library',
  libraryTab: (tab: LibraryTab) => `/library/${tab}`,
  searchPage: '/search',
  search: (words: string) => `/search?q=${encode(words)}`,
  section: (section: SectionPage) => `/discover/${section}`,
  genre: (genre: string) => `/genre/${encode(genre)}`,
  track: ({ id, slug }: WithSlug) => `/track/${encode(slug || id)}`,
  /** Of a release another one. Where the type is not known, the server redirects. */
  playlist: ({ id, slug, type = 'playlist' }: WithSlug & { type?: PlaylistType | undefined }) =>
    `/${isReleaseType(type) ? 'album' : 'playlist'}/${encode(slug || id)}`,
  share: (token: string) => `/s/${encode(token)}`,
  profile: (idOrUsername: string) => `/profile/${encode(idOrUsername)}`,
  /** The canonical path of a feed. */
  feed: (kind: FeedKind, id: string) => `/${kind}/${encode(id)}/feed.xml`,
}

/** The pages of genres are below it; it is not a page. */
export const genresPath = '/genre'

/**
 * Paths of the pages that have a parameter, in the syntax of the web's router. Not in an object, so that the first load
 * has their values only.
 */
export const genrePattern = '/genre/:genre'
export const trackPattern = '/track/:slug'
export const playlistPattern = '/playlist/:slug'
export const albumPattern = '/album/:slug'
export const sharePattern = '/s/:token'
/** Statistics are below the page that they are about. */
export const statsPath = (path: string) => `${path}/stats`
/** Of what is not public, for its owner. */
export const linksPath = (path: string) => `${path}/links`
export const profilePattern = '/profile/:id?'
export const libraryPattern = '/library/:tab?'

/** In Fastify's syntax. Feeds are also found by username or slug. */
export const feedPattern = (kind: FeedKind | 'album') => `/${kind}/:name/feed.xml`

/** The embedded players are below it; it is not a page. */
export const embedsPath = '/embed'

/** Of the daily mail: mail programs send a POST there. */
export const unsubscribePath = (token: string) => `/unsubscribe/${token}`

/** HTML of a page without content, which the service worker stores. */
export const appShellPath = '/app-shell'
export const serviceWorkerPath = '/service-worker.js'
/** Responds while the server runs. */
export const healthPath = '/healthz'

type SquareImageKind = 'track' | 'playlist' | 'profile'

/** A JPEG for other sites and apps, of modules/images: many of them show neither SVG nor WebP. */
export const squareImagePath = (kind: SquareImageKind, id: string, size?: number) =>
  `/square-images/${kind}/${id}.jpg${size ? `?size=${size}` : ''}`

/** How browsers hand a file over that was shared to the installed app. */
export const shareTarget = {
  action: paths.upload,
  field: 'audio',
  /** The upload page if the file could not be received. */
  failed: `${paths.upload}?shared=failed`,
}

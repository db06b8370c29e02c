import type { LibraryTab } from '#contract/limits.ts'
import type { ListedSection } from '#contract/section-texts.ts'

/** Paths of the pages. */

type WithSlug = { id: string; slug?: string | null }

const encode = encodeURIComponent

export const paths = {
  home: '/',
  welcome: '/welcome',
  discover: '/discover',
  upload: '/upload',
  settings: '/settings',
  admin: '/letmein',
  reports: '/letmein/reports',
  audit: '/letmein/audit',
  invites: '/letmein/invites',
  ownProfile: '/profile',
  library: '/library',
  libraryTab: (tab: LibraryTab) => `/library/${tab}`,
  searchPage: '/search',
  search: (words: string) => `/search?q=${encode(words)}`,
  section: (section: ListedSection) => `/discover/${section}`,
  genre: (genre: string) => `/genre/${encode(genre)}`,
  track: ({ id, slug }: WithSlug) => `/track/${encode(slug || id)}`,
  playlist: ({ id, slug }: WithSlug) => `/playlist/${encode(slug || id)}`,
  profile: (idOrUsername: string) => `/profile/${encode(idOrUsername)}`,
  /** The canonical path of a feed. */
  feed: (kind: 'profile' | 'playlist', id: string) => `/${kind}/${encode(id)}/feed.xml`,
}

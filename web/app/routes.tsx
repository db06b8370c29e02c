import { parse } from 'regexparam'
import { matchRoute } from 'wouter'
import { libraryTabs } from '#contract/limits.ts'
import {
  albumPattern,
  genrePattern,
  linksPath,
  paths,
  playlistPattern,
  profilePattern,
  sharePattern,
  statsPath,
  trackPattern,
} from '#contract/paths.ts'
import { listedSections } from '#contract/section-texts.ts'
import type { Page } from '#web/api/page.ts'
import { type LazyPage, lazyPage } from './lazy-page.tsx'

export type PageRoute = {
  path: string
  /** The file in `web/pages`, without `-page.tsx`. */
  page: string
  /** For signed-in users, where they see another page. */
  signedInPage?: string
  /** Visitors are asked to sign in. */
  needsSession?: true
  /** Of pages without a loader. */
  title?: string
}

const statsPage = { needsSession: true, title: 'Statistics' } as const
const linksPage = { needsSession: true, title: 'Private links' } as const

/** All pages; any other path is not found. */
export const routes: PageRoute[] = [
  { path: paths.home, page: 'landing/landing', signedInPage: 'discover/discover' },
  { path: paths.welcome, page: 'landing/landing' },
  { path: paths.discover, page: 'discover/discover' },
  ...listedSections.map((name) => ({ path: paths.section(name), page: 'browse/section' })),
  { path: paths.section('playlists'), page: 'browse/playlists' },
  { path: genrePattern, page: 'browse/genre' },
  { path: paths.searchPage, page: 'search/search' },
  { path: trackPattern, page: 'track/track' },
  { path: playlistPattern, page: 'playlist/playlist' },
  { path: albumPattern, page: 'playlist/playlist' },
  { path: profilePattern, page: 'profile/profile' },
  { path: statsPath(trackPattern), page: 'stats/track-stats', ...statsPage },
  { path: statsPath(playlistPattern), page: 'stats/playlist-stats', ...statsPage },
  { path: statsPath(albumPattern), page: 'stats/playlist-stats', ...statsPage },
  { path: linksPath(trackPattern), page: 'links/track-links', ...linksPage },
  { path: linksPath(playlistPattern), page: 'links/playlist-links', ...linksPage },
  { path: linksPath(albumPattern), page: 'links/playlist-links', ...linksPage },
  { path: sharePattern, page: 'share/share' },
  { path: paths.ownStats, page: 'stats/own-stats', ...statsPage },
  ...[paths.library, ...libraryTabs.map(paths.libraryTab)].map((path) => ({
    path,
    page: 'library/library',
    needsSession: true as const,
    title: 'Library',
  })),
  { path: paths.upload, page: 'upload/upload', needsSession: true, title: 'Upload your track' },
  {
    path: paths.notifications,
    page: 'notifications/notifications',
    needsSession: true,
    title: 'Notifications',
  },
  { path: paths.settings, page: 'settings/settings', needsSession: true, title: 'Settings' },
  { path: paths.admin, page: 'admin/admin', title: 'CMS' },
  { path: paths.reports, page: 'admin/reports/reports', title: 'CMS' },
  { path: paths.audit, page: 'admin/audit/audit', title: 'CMS' },
  { path: paths.invites, page: 'admin/invites/invites', title: 'CMS' },
]
const notFound: PageRoute = { path: '*', page: 'not-found' }

const modules = import.meta.glob<{ page: Page }>('../pages/**/*-page.tsx')
const pages = new Map(
  Object.entries(modules).map(([file, load]) => [sourceOf(file), lazyPage(load)]),
)

/** `pages/track/track-page.tsx`, as in the manifest of the build. */
function sourceOf(file: string): string {
  return file.replace('../', '')
}

export type MatchedPage = {
  route: PageRoute
  params: Partial<Record<string, string>>
  source: string
  component: LazyPage
}

/** The page at a path, as a visitor or a signed-in user sees it. */
export function matchPage(path: string, isSignedIn: boolean): MatchedPage {
  const decoded = decode(path.split(/[?#]/)[0] ?? '')
  for (const route of routes) {
    const [isMatch, params] = matchRoute(parse, route.path, decoded)
    if (isMatch) return { route, params, ...pageOf(route, isSignedIn) }
  }
  return { route: notFound, params: {}, ...notFoundPage }
}

function pageOf({ page, signedInPage = page }: PageRoute, isSignedIn: boolean) {
  const source = `pages/${isSignedIn ? signedInPage : page}-page.tsx`
  const component = pages.get(source)
  if (!component) throw new Error(`There is no ${source}.`)
  return { source, component }
}

const notFoundPage = pageOf(notFound, false)
export const NotFound = notFoundPage.component

/** As the router does it. */
function decode(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

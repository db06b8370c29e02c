import type { QueryClient } from '@tanstack/react-query'
import {
  genrePattern,
  libraryPattern,
  paths,
  playlistPattern,
  profilePattern,
  trackPattern,
} from '#contract/paths.ts'
import { useSession } from '#web/api/auth.ts'
import { discoverQuery, trackQuery } from '#web/api/tracks.ts'
import { expectsSession } from '#web/features/session/session-provider.tsx'
import { type LazyPage, lazyPage } from './lazy-page.tsx'

const Landing = lazyPage(
  async () => (await import('#web/pages/landing/landing-page.tsx')).LandingPage,
)
const Discover = lazyPage(
  async () => (await import('#web/pages/discover/discover-page.tsx')).DiscoverPage,
)
const SectionList = lazyPage(
  async () => (await import('#web/pages/browse/browse-page.tsx')).SectionPage,
)
const Genre = lazyPage(async () => (await import('#web/pages/browse/browse-page.tsx')).GenrePage)
const Track = lazyPage(async () => (await import('#web/pages/track/track-page.tsx')).TrackPage)
const Playlist = lazyPage(
  async () => (await import('#web/pages/playlist/playlist-page.tsx')).PlaylistPage,
)
const Profile = lazyPage(
  async () => (await import('#web/pages/profile/profile-page.tsx')).ProfilePage,
)
const Upload = lazyPage(async () => {
  const { SignedInUpload } = await import('./signed-in-page.tsx')
  await SignedInUpload.preload()
  return SignedInUpload
})
const Settings = lazyPage(async () => {
  const { SignedInSettings } = await import('./signed-in-page.tsx')
  await SignedInSettings.preload()
  return SignedInSettings
})
const Library = lazyPage(async () => {
  const { SignedInLibrary } = await import('./signed-in-page.tsx')
  await SignedInLibrary.preload()
  return SignedInLibrary
})
const Admin = lazyPage(async () => (await import('#web/pages/admin/admin-page.tsx')).AdminPage)
const Reports = lazyPage(
  async () => (await import('#web/pages/admin/reports/reports-page.tsx')).ReportsPage,
)
const Invites = lazyPage(
  async () => (await import('#web/pages/admin/invites/invites-page.tsx')).InvitesPage,
)
const Audit = lazyPage(
  async () => (await import('#web/pages/admin/audit/audit-page.tsx')).AuditPage,
)
const Search = lazyPage(async () => (await import('#web/pages/search/search-page.tsx')).SearchPage)
export const NotFound = lazyPage(
  async () => (await import('#web/pages/not-found-page.tsx')).NotFoundPage,
)

/** All routes; any other path is not found. */
export const routes: { path: string; page: LazyPage }[] = [
  { path: paths.home, page: Object.assign(Home, { preload: preloadHome }) },
  { path: paths.welcome, page: Landing },
  { path: paths.discover, page: Discover },
  { path: paths.section('curated'), page: SectionList },
  { path: paths.section('recent'), page: SectionList },
  { path: paths.section('trending'), page: SectionList },
  { path: genrePattern, page: Genre },
  { path: paths.searchPage, page: Search },
  { path: trackPattern, page: Track },
  { path: playlistPattern, page: Playlist },
  { path: profilePattern, page: Profile },
  { path: libraryPattern, page: Library },
  { path: paths.upload, page: Upload },
  { path: paths.settings, page: Settings },
  { path: paths.admin, page: Admin },
  { path: paths.reports, page: Reports },
  { path: paths.audit, page: Audit },
  { path: paths.invites, page: Invites },
]

/** Tracks for signed-in users, the landing page for visitors. */
function Home() {
  return useSession().status === 'signed-out' ? <Landing /> : <Discover />
}

function preloadHome() {
  return expectsSession() ? Discover.preload() : Landing.preload()
}

/** Loads the chunk of the page at a path. */
export function preloadPage(path: string): Promise<unknown> {
  const { page } = routes.find((route) => matchesRoute(route.path, path)) ?? { page: NotFound }
  return page.preload()
}

/** Whether a path matches a route such as `/track/:slug`. */
export function matchesRoute(route: string, path: string): boolean {
  const pattern = route.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/\/:\w+/g, '/[^/]+')
  return new RegExp(`^${pattern}/?$`).test(path.split(/[?#]/)[0] ?? '')
}

/** Server-rendered HTML that does not respond is replaced after this time at the latest. */
const timeout = 2_000

/** Prefetches the data of the page at a path, so that it renders without its skeleton. */
export function prefetchPage(queryClient: QueryClient, path: string): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, timeout))
  return Promise.race([fetchPageData(queryClient, path), late])
}

async function fetchPageData(queryClient: QueryClient, path: string): Promise<void> {
  const [, page, slug] = path.split('/')
  if (page === 'discover' && !slug) await queryClient.prefetchQuery(discoverQuery)
  if (page === 'track' && slug)
    await queryClient.prefetchQuery(trackQuery(decodeURIComponent(slug)))
}

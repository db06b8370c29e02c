import { expectsSession } from '#web/features/session/sign-in-hint.ts'
import { useSession } from '#web/features/session/use-session.ts'
import { paths } from '#web/lib/paths.ts'
import { type LazyPage, lazyPage } from './lazy-page.tsx'
import { matchesRoute } from './matches-route.ts'

const Landing = lazyPage(
  async () => (await import('#web/pages/landing/landing-page.tsx')).LandingPage,
)
const Discover = lazyPage(
  async () => (await import('#web/pages/discover/discover-page.tsx')).DiscoverPage,
)
const Track = lazyPage(async () => (await import('#web/pages/track/track-page.tsx')).TrackPage)
const Playlist = lazyPage(
  async () => (await import('#web/pages/playlist/playlist-page.tsx')).PlaylistPage,
)
const Profile = lazyPage(
  async () => (await import('#web/pages/profile/profile-page.tsx')).ProfilePage,
)
const Upload = lazyPage(async () => {
  const { SignedInUpload } = await import('./signed-in-upload.tsx')
  await SignedInUpload.preload()
  return SignedInUpload
})
const Admin = lazyPage(async () => (await import('#web/pages/admin/admin-page.tsx')).AdminPage)
const Search = lazyPage(async () => (await import('#web/pages/search/search-page.tsx')).SearchPage)
export const NotFound = lazyPage(
  async () => (await import('#web/pages/not-found-page.tsx')).NotFoundPage,
)

/** Every address of the site and the page it opens; any other is not found. */
export const routes: { path: string; page: LazyPage }[] = [
  { path: paths.home, page: Object.assign(Home, { preload: preloadHome }) },
  { path: paths.welcome, page: Landing },
  { path: paths.discover, page: Discover },
  { path: '/search', page: Search },
  { path: '/track/:slug', page: Track },
  { path: '/playlist/:slug', page: Playlist },
  { path: '/profile/:id?', page: Profile },
  { path: paths.upload, page: Upload },
  { path: paths.admin, page: Admin },
]

/** The front door: tracks for whoever is signed in, the landing page for visitors. */
function Home() {
  return useSession().status === 'signed-out' ? <Landing /> : <Discover />
}

function preloadHome() {
  return expectsSession() ? Discover.preload() : Landing.preload()
}

/** Fetches the page behind a path, so that it can be drawn at once. */
export function preloadPage(path: string): Promise<unknown> {
  const { page } = routes.find((route) => matchesRoute(route.path, path)) ?? { page: NotFound }
  return page.preload()
}

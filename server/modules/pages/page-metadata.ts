import { urlFor } from '#contract/client.ts'
import type { Discovery } from '#contract/discover.ts'
import { genreLabel } from '#contract/genres.ts'
import { browsePageSize, libraryTabs, profilePageSize } from '#contract/limits.ts'
import { paths, squareImagePath } from '#contract/paths.ts'
import * as routes from '#contract/routes.ts'
import { listedSections, sectionTexts } from '#contract/section-texts.ts'
import type { InitialData } from '#contract/ssr.ts'
import type { SiteInfo } from '#server/config.ts'
import type { Viewer } from '#server/viewer.ts'
import { excerpt, type PageChunk, type PageHead } from './presenter.ts'
import type { PlaylistMeta, ProfileMeta, TrackMeta } from './structured-data.ts'
import { describePlaylist, describeProfile, describeTrack } from './structured-data.ts'

/** Load what pages need for their metadata; undefined for missing and hidden content alike. */
export type PageLoaders = {
  /** The public feed. */
  discovery(): Promise<Discovery>
  track(slugOrId: string, viewer: Viewer | undefined): Promise<TrackMeta | undefined>
  playlist(slugOrId: string, viewer: Viewer | undefined): Promise<PlaylistMeta | undefined>
  profile(idOrUsername: string, viewer: Viewer | undefined): Promise<ProfileMeta | undefined>
  genre(name: string): Promise<boolean>
}

export type Page = {
  status: 200 | 404 | 503
  head: PageHead
  /** Data for server-side rendering; undefined for pages that are rendered by the client only. */
  initialData?: InitialData
}

type PageRequest = {
  path: string
  /** Of the URL, if it has one. */
  tab?: string | null
  viewer: Viewer | undefined
}

/** Resolves a path to its page, as this viewer may see it. */
export async function resolvePage(
  { path, tab = null, viewer }: PageRequest,
  loaders: PageLoaders,
  site: SiteInfo,
): Promise<Page> {
  const [, view = '', name, ...rest] = path.split('/').map(decode)
  if (rest.length > 0 || name === '') return notFoundPage(site)
  const isFixed = name === undefined || isSubpage(view, name)
  const fixed = isFixed ? staticPages(site, viewer).get(view) : undefined
  if (fixed) {
    const head = { canonical: path, description: tagline(site), ...fixed }
    return { status: 200, head, ...(!viewer && (await initialDataFor(fixed.chunk, loaders))) }
  }
  if (name === undefined) return notFoundPage(site)
  if (view === 'track') {
    const track = await loaders.track(name, viewer)
    const { status, head } = trackPage(track, site)
    if (!track) return { status, head }
    const initialData = viewer ? {} : { initialData: { track: track.track } }
    return { status, head: { ...head, preloadUrls: [trackUrl(name)] }, ...initialData }
  }
  if (view === 'playlist') return playlistPage(await loaders.playlist(name, viewer), name, site)
  if (view === 'profile')
    return profilePage(await loaders.profile(name, viewer), { idOrUsername: name, tab }, site)
  if (view === 'discover') return sectionPage(name, site)
  if (view === 'genre') return genrePage((await loaders.genre(name)) ? name : undefined, site)
  return notFoundPage(site)
}

/** Pages are server-rendered for visitors only: signed-in users have the scripts in their cache. */
async function initialDataFor(
  chunk: PageChunk | undefined,
  loaders: PageLoaders,
): Promise<Pick<Page, 'initialData'>> {
  if (chunk === chunks.landing) return { initialData: {} }
  if (chunk === chunks.discover) return { initialData: { discovery: await loaders.discovery() } }
  return {}
}

/** The URL from which the track page fetches its track. */
const trackUrl = (slugOrId: string) => urlFor(routes.getTrack, { params: { slug: slugOrId } })

/** Fixed pages below others. */
const subpages = new Map<string, readonly string[]>([
  ['library', libraryTabs],
  ['letmein', ['audit', 'invites', 'reports']],
])
const isSubpage = (view: string, name: string) => subpages.get(view)?.includes(name) === true

/** A malformed path segment matches nothing. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}

const tagline = ({ brandName }: SiteInfo) =>
  `Upload, share, and discover amazing audio content with the ${brandName} community.`

const chunks = {
  landing: 'pages/landing/landing-page.tsx',
  discover: 'pages/discover/discover-page.tsx',
  track: 'pages/track/track-page.tsx',
  playlist: 'pages/playlist/playlist-page.tsx',
  profile: 'pages/profile/profile-page.tsx',
  browse: 'pages/browse/browse-page.tsx',
} as const

/** Pages without an id. A Map, so that `/constructor` is not one of them. */
function staticPages({ brandName }: SiteInfo, viewer: Viewer | undefined) {
  const home = { title: `Share Your Sound · ${brandName}`, image: '/social-card.jpg' }
  const preloadUrls = [urlFor(routes.discover)]
  return new Map<string, Partial<PageHead> & { title: string }>([
    [
      '',
      viewer
        ? { ...home, preloadUrls, chunk: chunks.discover }
        : { ...home, chunk: chunks.landing },
    ],
    ['welcome', { ...home, canonical: paths.home, chunk: chunks.landing }],
    [
      'discover',
      {
        title: `Discover · ${brandName}`,
        description: 'Discover amazing music from talented artists around the world',
        image: '/social-card.jpg',
        preloadUrls,
        chunk: chunks.discover,
      },
    ],
    // Different for every user.
    ['profile', { title: `Profile · ${brandName}`, noindex: true }],
    ['library', { title: `Library · ${brandName}`, noindex: true }],
    ['upload', { title: `Upload your track · ${brandName}`, noindex: true }],
    ['settings', { title: `Settings · ${brandName}`, noindex: true }],
    ['letmein', { title: `CMS · ${brandName}`, noindex: true }],
    // Search results are not indexed; the pages that they link to are.
    ['search', { title: `Search · ${brandName}`, noindex: true }],
  ])
}

/** Sent while the database is unavailable: the client then shows the error itself. */
export function fallbackPage(site: SiteInfo): Page {
  return {
    status: 503,
    head: {
      title: site.brandName,
      description: tagline(site),
      canonical: paths.home,
      noindex: true,
    },
  }
}

export function notFoundPage(site: SiteInfo, title = '404 Page Not Found'): Page {
  return {
    status: 404,
    head: {
      title: `${title} · ${site.brandName}`,
      description: tagline(site),
      canonical: paths.home,
      noindex: true,
    },
  }
}

function trackPage(meta: TrackMeta | undefined, site: SiteInfo): Page {
  if (!meta) return notFoundPage(site, 'Track Not Found')
  const track = { ...meta.track, ...meta }
  const description = track.description
    ? excerpt(track.description)
    : `${track.title} by ${track.artist}, on ${site.brandName}.`
  return {
    status: 200,
    head: {
      title: `${track.title} by ${track.artist} · ${site.brandName}`,
      description,
      canonical: paths.track(track),
      image: squareImagePath('track', track.id),
      kind: 'music.song',
      ...(track.privacy !== 'private' && {
        player: { kind: 'track' as const, slug: track.slug, trackId: track.id },
      }),
      noindex: !track.listed,
      structuredData: describeTrack(meta, site.publicUrl),
      chunk: chunks.track,
    },
  }
}

function playlistPage(playlist: PlaylistMeta | undefined, slugOrId: string, site: SiteInfo): Page {
  if (!playlist) return notFoundPage(site, 'Playlist not found')
  const count = playlist.trackCount === 1 ? '1 track' : `${playlist.trackCount} tracks`
  return {
    status: 200,
    head: {
      title: `${playlist.title} by ${playlist.by} · ${site.brandName}`,
      description: playlist.description
        ? excerpt(playlist.description)
        : `A playlist of ${count} by ${playlist.by}.`,
      canonical: paths.playlist(playlist),
      image: squareImagePath('playlist', playlist.id),
      kind: 'music.playlist',
      ...(!playlist.isPrivate && {
        player: {
          kind: 'playlist' as const,
          slug: playlist.slug,
          trackId: playlist.publicTracks.firstId,
        },
      }),
      // Links on the site have the slug; for the rare URL with an id nothing is preloaded.
      ...(slugOrId === playlist.slug && {
        preloadUrls: [urlFor(routes.getPlaylistBySlug, { params: { slug: slugOrId } })],
      }),
      chunk: chunks.playlist,
      noindex: !playlist.listed,
      ...(!playlist.isPrivate && {
        feed: { path: paths.feed('playlist', playlist.id), title: playlist.title },
      }),
      structuredData: describePlaylist(playlist, site.publicUrl),
    },
  }
}

type ProfileRequest = { idOrUsername: string; tab: string | null }

function profilePage(
  profile: ProfileMeta | undefined,
  { idOrUsername, tab }: ProfileRequest,
  site: SiteInfo,
): Page {
  if (!profile) return notFoundPage(site, 'User not found')
  return {
    status: 200,
    head: {
      title: `${profile.name} · ${site.brandName}`,
      description: profile.bio
        ? excerpt(profile.bio)
        : `Listen to ${profile.name} on ${site.brandName}.`,
      canonical: paths.profile(profile.id),
      image: squareImagePath('profile', profile.id),
      kind: 'profile',
      feed: { path: paths.feed('profile', profile.id), title: profile.name },
      structuredData: describeProfile(profile, site.publicUrl),
      preloadUrls: [
        urlFor(routes.getProfile, { params: { id: idOrUsername } }),
        // Of the first tab only: the browser keeps an unused one, and would show it after a change.
        ...(tab === null
          ? [
              urlFor(routes.listUserTracks, {
                params: { id: profile.id },
                query: { limit: profilePageSize, sort: 'recent' },
              }),
            ]
          : []),
      ],
      chunk: chunks.profile,
    },
  }
}

/** The sections of the home page that have a page of their own. */
function sectionPage(name: string, site: SiteInfo): Page {
  const section = listedSections.find((one) => one === name)
  if (!section) return notFoundPage(site)
  return {
    status: 200,
    head: {
      title: `${sectionTexts[section].title} · ${site.brandName}`,
      description: sectionTexts[section].subtitle,
      canonical: paths.section(section),
      image: '/social-card.jpg',
      preloadUrls: [
        urlFor(routes.listSection, { params: { section }, query: { limit: browsePageSize } }),
      ],
      chunk: chunks.browse,
    },
  }
}

function genrePage(genre: string | undefined, site: SiteInfo): Page {
  if (genre === undefined) return notFoundPage(site, 'Genre not found')
  return {
    status: 200,
    head: {
      title: `${genreLabel(genre)} · ${site.brandName}`,
      description: `The most played ${genreLabel(genre)} tracks on ${site.brandName}.`,
      canonical: paths.genre(genre),
      image: '/social-card.jpg',
      preloadUrls: [
        urlFor(routes.listGenreTracks, { params: { genre }, query: { limit: browsePageSize } }),
      ],
      chunk: chunks.browse,
    },
  }
}

import type { Discovery } from '#contract/discover.ts'
import type { InitialData } from '#contract/ssr.ts'
import type { Track } from '#contract/tracks.ts'
import type { Viewer } from '#server/viewer.ts'
import { excerpt, type PageCode, type PageHead, type Site } from './presenter.ts'

/** What the pages need to know of the things they show; each answers undefined for missing and hidden alike. */
export type PageSources = {
  /** The home page as visitors see it. */
  discovery(): Promise<Discovery>
  track(slugOrId: string, viewer: Viewer | undefined): Promise<TrackFacts | undefined>
  playlist(slugOrId: string, viewer: Viewer | undefined): Promise<PlaylistFacts | undefined>
  profile(idOrUsername: string): Promise<ProfileFacts | undefined>
}
export type TrackFacts = { shown: Track; artist: string; listed: boolean }
export type PlaylistFacts = {
  id: string
  slug: string
  title: string
  by: string
  description: string | null
  trackCount: number
  listed: boolean
}
export type ProfileFacts = { id: string; name: string; bio: string | null }

export type Page = {
  status: 200 | 404 | 503
  head: PageHead
  /** What a visitor sees of it before its code is there; nothing where that is not drawn. */
  first?: InitialData
}

type Asked = { path: string; viewer: Viewer | undefined }

/** The page behind a path, as this viewer may see it. */
export async function describePage(
  { path, viewer }: Asked,
  sources: PageSources,
  site: Site,
): Promise<Page> {
  const [, view = '', name, ...rest] = path.split('/').map(decode)
  if (rest.length > 0 || name === '') return missing(site)
  const fixed = name === undefined ? fixedPages(site, viewer).get(view) : undefined
  if (fixed) {
    const head = { canonical: path, description: tagline(site), ...fixed }
    return { status: 200, head, ...(!viewer && (await firstOf(fixed.code, sources))) }
  }
  if (name === undefined) return missing(site)
  if (view === 'track') {
    const track = await sources.track(name, viewer)
    const { status, head } = describeTrack(track, site)
    if (!track) return { status, head }
    const first = viewer ? {} : { first: { track: track.shown } }
    return { status, head: { ...head, firstCall: trackCall(name) }, ...first }
  }
  if (view === 'playlist') return describePlaylist(await sources.playlist(name, viewer), site)
  if (view === 'profile') return describeProfile(await sources.profile(name), site)
  return missing(site)
}

/** Whoever is signed in has been here before, and has the code. */
async function firstOf(
  shown: PageCode | undefined,
  sources: PageSources,
): Promise<Pick<Page, 'first'>> {
  if (shown === code.landing) return { first: {} }
  if (shown === code.discover) return { first: { discovery: await sources.discovery() } }
  return {}
}

/** As the track page asks for its track. */
const trackCall = (slugOrId: string) => `/api/tracks/slug/${encodeURIComponent(slugOrId)}`

/** A path that cannot be decoded names nothing. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

const tagline = ({ brandName }: Site) =>
  `Upload, share, and discover amazing audio content with the ${brandName} community.`

const code = {
  landing: 'pages/landing/landing-page.tsx',
  discover: 'pages/discover/discover-page.tsx',
  track: 'pages/track/track-page.tsx',
  playlist: 'pages/playlist/playlist-page.tsx',
  profile: 'pages/profile/profile-page.tsx',
} as const

/** Pages that show no particular thing. A map, so that `/constructor` is not one of them. */
function fixedPages({ brandName }: Site, viewer: Viewer | undefined) {
  const front = { title: `Share Your Sound · ${brandName}`, image: '/social-card.jpg' }
  const firstCall = '/api/discover'
  return new Map<string, Partial<PageHead> & { title: string }>([
    ['', viewer ? { ...front, firstCall, code: code.discover } : { ...front, code: code.landing }],
    ['welcome', { ...front, canonical: '/', code: code.landing }],
    [
      'discover',
      {
        title: `Discover · ${brandName}`,
        description: 'Discover amazing music from talented artists around the world',
        image: '/social-card.jpg',
        firstCall,
        code: code.discover,
      },
    ],
    // Whoever is signed in: another page for everybody.
    ['profile', { title: `Profile · ${brandName}`, hidden: true }],
    ['upload', { title: `Upload your track · ${brandName}`, hidden: true }],
    ['letmein', { title: `CMS · ${brandName}`, hidden: true }],
    // Its words are in the query, and what it lists has pages of its own to be found.
    ['search', { title: `Search · ${brandName}`, hidden: true }],
  ])
}

/** While the database does not answer, the page still comes and says so itself. */
export function pageWithoutFacts(site: Site): Page {
  return {
    status: 503,
    head: { title: site.brandName, description: tagline(site), canonical: '/', hidden: true },
  }
}

function missing(site: Site, title = '404 Page Not Found'): Page {
  return {
    status: 404,
    head: {
      title: `${title} · ${site.brandName}`,
      description: tagline(site),
      canonical: '/',
      hidden: true,
    },
  }
}

function describeTrack(facts: TrackFacts | undefined, site: Site): Page {
  if (!facts) return missing(site, 'Track Not Found')
  const track = { ...facts.shown, ...facts }
  const description = track.description
    ? excerpt(track.description)
    : `${track.title} by ${track.artist}, on ${site.brandName}.`
  return {
    status: 200,
    head: {
      title: `${track.title} by ${track.artist} · ${site.brandName}`,
      description,
      canonical: `/track/${track.slug}`,
      image: `/api/tracks/${track.id}/artwork?w=768`,
      kind: 'music.song',
      hidden: !track.listed,
      code: code.track,
    },
  }
}

function describePlaylist(playlist: PlaylistFacts | undefined, site: Site): Page {
  if (!playlist) return missing(site, 'Playlist not found')
  const count = playlist.trackCount === 1 ? '1 track' : `${playlist.trackCount} tracks`
  return {
    status: 200,
    head: {
      title: `${playlist.title} by ${playlist.by} · ${site.brandName}`,
      description: playlist.description
        ? excerpt(playlist.description)
        : `A playlist of ${count} by ${playlist.by}.`,
      canonical: `/playlist/${playlist.slug}`,
      image: `/api/playlists/${playlist.id}/cover?w=768`,
      kind: 'music.playlist',
      code: code.playlist,
      hidden: !playlist.listed,
    },
  }
}

function describeProfile(profile: ProfileFacts | undefined, site: Site): Page {
  if (!profile) return missing(site, 'User not found')
  return {
    status: 200,
    head: {
      title: `${profile.name} · ${site.brandName}`,
      description: profile.bio
        ? excerpt(profile.bio)
        : `Listen to ${profile.name} on ${site.brandName}.`,
      canonical: `/profile/${profile.id}`,
      image: `/api/users/${profile.id}/avatar?w=768`,
      kind: 'profile',
      code: code.profile,
    },
  }
}

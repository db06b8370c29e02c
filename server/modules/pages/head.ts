import { creditedArtist, displayName, playlistArtist } from '#contract/display-name.ts'
import { genreLabel } from '#contract/genres.ts'
import { paths, squareImagePath } from '#contract/paths.ts'
import { isReleaseType, nameWithArticle } from '#contract/playlist-types.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { sectionTexts } from '#contract/section-texts.ts'
import type { PageContent, TrackOfPage } from '#contract/ssr.ts'
import type { Profile } from '#contract/users.ts'
import type { SiteInfo } from '#server/config.ts'
import { excerpt, type PageHead } from './presenter.ts'
import {
  describePlaylist,
  describeProfile,
  describeRelease,
  describeTrack,
} from './structured-data.ts'

const socialCard = '/social-card.jpg'

/** What search engines and link previews read about the page at a path. */
export function describePage(content: PageContent, path: string, site: SiteInfo): PageHead {
  const { title, ...rest } = describe(content, path, site)
  const description = `Upload, share, and discover amazing audio content with the ${site.brandName} community.`
  return {
    description,
    canonical: path,
    ...rest,
    title: title ? `${title} · ${site.brandName}` : site.brandName,
  }
}

type Description = Partial<PageHead>

function describe(content: PageContent, path: string, site: SiteInfo): Description {
  switch (content.kind) {
    case 'landing':
      return { title: 'Share Your Sound', image: socialCard, canonical: paths.home }
    case 'discover':
      return {
        title: 'Discover',
        description: 'Discover amazing music from talented artists around the world',
        ...(path !== paths.home && { canonical: paths.discover }),
        image: socialCard,
      }
    case 'section': {
      const { title, subtitle } = sectionTexts[content.section]
      return {
        title,
        description: subtitle,
        canonical: paths.section(content.section),
        image: socialCard,
      }
    }
    case 'genre': {
      const genre = genreLabel(content.genre)
      return {
        title: genre,
        description: `The most played ${genre} tracks on ${site.brandName}.`,
        canonical: paths.genre(content.genre),
        image: socialCard,
      }
    }
    case 'track':
      return describeTrackPage(content.track, site)
    case 'playlist':
      return describePlaylistPage(content.playlist, site)
    case 'profile':
      return describeProfilePage(content.profile, site)
    case 'other':
      return { title: content.title, noindex: true }
    case 'not-found':
      return {
        title: content.title ?? '404 Page Not Found',
        canonical: paths.home,
        noindex: true,
      }
    case 'failed':
      return { title: '', canonical: paths.home, noindex: true }
  }
}

function describeTrackPage(track: TrackOfPage, { brandName, publicUrl }: SiteInfo): Description {
  const artist = creditedArtist(track, `${brandName} Studio`)
  return {
    title: `${track.title} by ${artist}`,
    description: track.description
      ? excerpt(track.description)
      : `${track.title} by ${artist}, on ${brandName}.`,
    canonical: paths.track(track),
    image: squareImagePath('track', track.id),
    kind: 'music.song',
    ...(track.privacy !== 'private' && {
      player: { kind: 'track' as const, slug: track.slug, trackId: track.id },
    }),
    noindex: track.privacy !== 'public',
    structuredData: describeTrack(track, artist, publicUrl),
  }
}

function describePlaylistPage(playlist: PlaylistDetail, { publicUrl }: SiteInfo): Description {
  const { id, slug, title, type, description, privacy, trackCount } = playlist
  const by = playlistArtist(playlist)
  const count = trackCount === 1 ? '1 track' : `${trackCount} tracks`
  // Search engines and link previews must not find unlisted tracks.
  const publicTracks = playlist.playlistTracks.filter(({ track }) => track.privacy === 'public')
  return {
    title: `${title} by ${by}`,
    description: description
      ? excerpt(description)
      : `${nameWithArticle(type)} of ${count} by ${by}.`,
    canonical: paths.playlist(playlist),
    image: squareImagePath('playlist', id),
    kind: isReleaseType(type) ? 'music.album' : 'music.playlist',
    ...(privacy !== 'private' && {
      player: { kind: 'playlist' as const, slug, trackId: publicTracks[0]?.trackId },
      feed: { path: paths.feed('playlist', id), title },
    }),
    noindex: privacy !== 'public',
    structuredData: isReleaseType(type)
      ? describeRelease({ ...playlist, type }, publicTracks, publicUrl)
      : describePlaylist(playlist, publicTracks.length, publicUrl),
  }
}

function describeProfilePage(profile: Profile, { brandName, publicUrl }: SiteInfo): Description {
  const name = displayName(profile)
  return {
    title: name,
    description: profile.bio ? excerpt(profile.bio) : `Listen to ${name} on ${brandName}.`,
    canonical: paths.profile(profile.username),
    image: squareImagePath('profile', profile.id),
    kind: 'profile',
    feed: { path: paths.feed('profile', profile.id), title: name },
    structuredData: describeProfile(profile, publicUrl),
  }
}

import type { MusicAlbum, MusicPlaylist, MusicRecording, Person, WithContext } from 'schema-dts'
import { urlFor } from '#contract/client.ts'
import type { Credit } from '#contract/credits.ts'
import { displayName, playlistArtist } from '#contract/display-name.ts'
import { genreLabel } from '#contract/genres.ts'
import { paths, squareImagePath } from '#contract/paths.ts'
import type { ReleaseType } from '#contract/playlist-types.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import type { TrackOfPage } from '#contract/ssr.ts'
import type { Profile } from '#contract/users.ts'

/** JSON-LD in the vocabulary of schema.org, whose types the compiler checks. */
export type StructuredData =
  | WithContext<MusicRecording>
  | WithContext<MusicPlaylist>
  | WithContext<MusicAlbum>
  | WithContext<Person>

const context = 'https://schema.org'

export function describeTrack(
  track: TrackOfPage,
  artist: string,
  publicUrl: string,
): WithContext<MusicRecording> {
  const params = { id: track.id }
  return {
    '@context': context,
    '@type': 'MusicRecording',
    name: track.title,
    url: publicUrl + paths.track(track),
    image: publicUrl + squareImagePath('track', track.id),
    byArtist: { '@type': 'MusicGroup', name: artist },
    datePublished: track.createdAt,
    dateModified: track.updatedAt,
    audio: {
      '@type': 'AudioObject',
      contentUrl: publicUrl + urlFor(routes.getTrackAudio, { params }),
    },
    ...(track.description && { description: track.description }),
    ...(track.genre && { genre: genreLabel(track.genre) }),
    ...(track.duration && { duration: `PT${track.duration}S` }),
    ...(track.isrc && { isrcCode: track.isrc }),
    ...describeCredits(track.credits, publicUrl),
    ...(track.release && {
      inAlbum: {
        '@type': 'MusicAlbum',
        name: track.release.title,
        url: publicUrl + paths.playlist(track.release),
      },
    }),
  }
}

export function describePlaylist(
  playlist: PlaylistDetail,
  numTracks: number,
  publicUrl: string,
): WithContext<MusicPlaylist> {
  const { id, title, user, description } = playlist
  return {
    '@context': context,
    '@type': 'MusicPlaylist',
    name: title,
    url: publicUrl + paths.playlist(playlist),
    image: publicUrl + squareImagePath('playlist', id),
    author: { '@type': 'Person', name: displayName(user) },
    numTracks,
    ...(description && { description }),
  }
}

const describeCredits = (credits: Credit[] = [], publicUrl: string) =>
  credits.length > 0 && {
    contributor: credits.map(({ role, name, username }) => ({
      '@type': 'Person' as const,
      name,
      jobTitle: role,
      ...(username && { url: publicUrl + paths.profile(username) }),
    })),
  }

const releaseTypes = {
  album: { albumReleaseType: 'AlbumRelease' },
  ep: { albumReleaseType: 'EPRelease' },
  single: { albumReleaseType: 'SingleRelease' },
  compilation: { albumProductionType: 'CompilationAlbum' },
} as const satisfies Record<ReleaseType, object>

export function describeRelease(
  release: PlaylistDetail & { type: ReleaseType },
  publicTracks: PlaylistDetail['playlistTracks'],
  publicUrl: string,
): WithContext<MusicAlbum> {
  const { id, title, type, description, releaseDate, label, upc, copyright } = release
  const byArtist = { '@type': 'MusicGroup', name: playlistArtist(release) } as const
  return {
    '@context': context,
    '@type': 'MusicAlbum',
    ...releaseTypes[type],
    name: title,
    url: publicUrl + paths.playlist(release),
    image: publicUrl + squareImagePath('playlist', id),
    byArtist,
    numTracks: publicTracks.length,
    track: publicTracks.map(({ track }, index) => ({
      '@type': 'MusicRecording',
      position: index + 1,
      name: track.title,
      url: publicUrl + paths.track(track),
      ...(track.duration && { duration: `PT${track.duration}S` }),
    })),
    ...(description && { description }),
    ...(releaseDate && { datePublished: releaseDate }),
    ...(copyright && { copyrightNotice: copyright }),
    ...describeCredits(release.credits, publicUrl),
    ...(upc && { identifier: { '@type': 'PropertyValue', propertyID: 'upc', value: upc } }),
    ...(label && {
      albumRelease: {
        '@type': 'MusicRelease',
        recordLabel: { '@type': 'Organization', name: label },
      },
    }),
  }
}

export function describeProfile(profile: Profile, publicUrl: string): WithContext<Person> {
  const { id, username, bio } = profile
  return {
    '@context': context,
    '@type': 'Person',
    name: displayName(profile),
    url: publicUrl + paths.profile(username),
    image: publicUrl + squareImagePath('profile', id),
    ...(bio && { description: bio }),
  }
}

import type { MusicPlaylist, MusicRecording, Person, WithContext } from 'schema-dts'
import { urlFor } from '#contract/client.ts'
import { genreLabel } from '#contract/genres.ts'
import { paths, squareImagePath } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'

/** The content of a page, as far as its metadata describes it. */

export type TrackMeta = { track: Track; artist: string; listed: boolean }
export type PlaylistMeta = {
  id: string
  slug: string
  title: string
  by: string
  description: string | null
  trackCount: number
  listed: boolean
  isPrivate: boolean
  /** For search engines and link previews, which must not find unlisted tracks. */
  publicTracks: { count: number; firstId: string | undefined }
}
export type ProfileMeta = { id: string; name: string; bio: string | null }

import * as routes from '#contract/routes.ts'

/** JSON-LD in the vocabulary of schema.org, whose types the compiler checks. */
export type StructuredData =
  | WithContext<MusicRecording>
  | WithContext<MusicPlaylist>
  | WithContext<Person>

const context = 'https://schema.org'

export function describeTrack(
  { track, artist }: TrackMeta,
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
  }
}

export function describePlaylist(
  playlist: PlaylistMeta,
  publicUrl: string,
): WithContext<MusicPlaylist> {
  const { id, title, by, description, publicTracks } = playlist
  return {
    '@context': context,
    '@type': 'MusicPlaylist',
    name: title,
    url: publicUrl + paths.playlist(playlist),
    image: publicUrl + squareImagePath('playlist', id),
    author: { '@type': 'Person', name: by },
    numTracks: publicTracks.count,
    ...(description && { description }),
  }
}

export function describeProfile(
  { id, name, bio }: ProfileMeta,
  publicUrl: string,
): WithContext<Person> {
  return {
    '@context': context,
    '@type': 'Person',
    name,
    url: publicUrl + paths.profile(id),
    image: publicUrl + squareImagePath('profile', id),
    ...(bio && { description: bio }),
  }
}

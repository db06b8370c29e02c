import type { z } from 'zod'
import type { Privacy } from '#contract/fields.ts'
import type { newTrack, Track } from '#contract/tracks.ts'
import { paths } from '#web/lib/paths.ts'
import { callServer } from './client.ts'
import { uploadArtwork } from './uploads.ts'

/** Apart from what everybody asks about tracks: only creators and the administrator load it. */

export type NewTrack = z.input<typeof newTrack>

/** Makes a track of registered files. */
export function createTrack(track: NewTrack): Promise<Track> {
  return callServer('POST', paths.api.tracks(), { body: track })
}

/** What the owner may change; empty text and an empty genre mean none. */
export type TrackChange = {
  title: string
  description: string
  artist: string
  studio: string
  genre: string
  privacy: Privacy
  tags: string[]
  spotifyUrl: string
  appleMusicUrl: string
}

/** Changes the fields that are sent. `artworkUrl` is what `uploadArtwork` answered. */
export function updateTrack(
  id: string,
  change: Partial<TrackChange> & { id?: string; artworkUrl?: string },
): Promise<Track> {
  return callServer('PUT', paths.api.changeTrack(id), { body: change })
}

export function deleteTrack(id: string): Promise<unknown> {
  return callServer('DELETE', paths.api.changeTrack(id))
}

export async function replaceTrackArtwork(id: string, picture: File): Promise<Track> {
  const artworkPath = await uploadArtwork(picture)
  return callServer('PUT', paths.api.replaceArtwork(id), { body: { artworkPath } })
}

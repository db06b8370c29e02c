import type { AnswerOf } from '#contract/call.ts'
import type { Privacy } from '#contract/fields.ts'
import type { Track } from '#contract/tracks.ts'
import type { registerArtwork } from '#contract/uploads.ts'
import { paths } from '#web/lib/paths.ts'
import { callServer } from './client.ts'
import { sendFile } from './uploads.ts'

/** Apart from what everybody asks about tracks: only owners and the administrator load it. */

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

/** Changes the fields that are sent. `artworkUrl` is what `sendArtwork` answered. */
export function updateTrack(
  id: string,
  change: Partial<TrackChange> & { id?: string; artworkUrl?: string },
): Promise<Track> {
  return callServer('PUT', paths.api.changeTrack(id), { body: change })
}

export function deleteTrack(id: string): Promise<unknown> {
  return callServer('DELETE', paths.api.changeTrack(id))
}

/** Sends a picture to the store and registers it as artwork; answers its path there. */
export async function sendArtwork(picture: File): Promise<string> {
  const artworkURL = await sendFile(picture)
  const { objectPath } = await callServer<AnswerOf<typeof registerArtwork>>(
    'PUT',
    paths.api.registerArtwork,
    { body: { artworkURL } },
  )
  return objectPath
}

export async function replaceTrackArtwork(id: string, picture: File): Promise<Track> {
  const artworkPath = await sendArtwork(picture)
  return callServer('PUT', paths.api.replaceArtwork(id), { body: { artworkPath } })
}

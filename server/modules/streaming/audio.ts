import { notFound } from '#server/errors.ts'
import { mayOpen } from '#server/modules/tracks/visibility.ts'
import { audioOfPath } from '#server/platform/objects/keys.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { findAudio } from './queries.ts'

/** Asked anew at each request, so that a track which turns private falls silent at once. */
export async function openAudio(db: Db, trackId: string, viewer: Viewer | undefined) {
  const track = await findAudio(db, trackId)
  const audio = track && mayOpen(track, viewer) ? audioOfPath(track.audioUrl) : undefined
  if (!track || !audio) throw notFound('Track')
  return { ...audio, forAnybody: track.privacy === 'public' }
}

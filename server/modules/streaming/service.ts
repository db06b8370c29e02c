import { HttpError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { audioObject } from '#server/shared/object-keys.ts'
import { canView } from '#server/shared/visibility.ts'
import type { ContentViewer } from '#server/viewer.ts'
import { findAudio } from './repository.ts'

/** Checks visibility on every request, so that a track which becomes private stops playing at once. */
export async function getAudio(
  db: Db,
  {
    trackId,
    viewer,
    format,
  }: { trackId: string; viewer: ContentViewer | undefined; format: string },
) {
  const track = await findAudio(db, trackId)
  if (!track || !canView(track, viewer)) throw notFound('Track')
  const path = pathOf(track, format)
  const file = path ? audioObject(path) : undefined
  if (!file) throw format === 'original' ? notFound('Track') : formatMissing()
  return { object: { ...file, isPublic: track.privacy === 'public' }, uploaderId: track.userId }
}

type AudioPaths = Record<'audioPath' | 'opusPath' | 'aacPath', string | null>

function pathOf(track: AudioPaths, format: string): string | null {
  if (format === 'original') return track.audioPath
  if (format === 'opus') return track.opusPath
  return format === 'aac' ? track.aacPath : null
}

export const formatMissing = () => new HttpError(404, 'This format is not available.')

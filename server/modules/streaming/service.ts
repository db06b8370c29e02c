import { HttpError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { audioObject } from '#server/shared/object-keys.ts'
import { canView } from '#server/shared/visibility.ts'
import type { ContentViewer } from '#server/viewer.ts'
import { findAudio, findFormerAudio, findVersionAudio } from './repository.ts'

/** Checks visibility on every request, so that a track which becomes private stops playing at once. */
export async function getAudio(
  db: Db,
  {
    trackId,
    viewer,
    format,
    v,
  }: {
    trackId: string
    viewer: ContentViewer | undefined
    format: string
    /** The file name of the audio when the listener began. */
    v?: string | undefined
  },
) {
  const track = await findAudio(db, trackId)
  if (!track || !canView(track, viewer)) throw notFound('Track')
  const isOutdated = v !== undefined && !track.audioPath.endsWith(`/${v}`)
  const former = isOutdated ? await findFormerAudio(db, trackId, v) : undefined
  const file = fileOf(former ?? track, format)
  return { object: { ...file, isPublic: track.privacy === 'public' }, uploaderId: track.userId }
}

/** For callers who may edit the track. */
export async function getVersionAudio(
  db: Db,
  { trackId, versionId, format }: { trackId: string; versionId: string; format: string },
) {
  const version = await findVersionAudio(db, trackId, versionId)
  if (!version) throw notFound('Version')
  return { object: { ...fileOf(version, format), isPublic: false }, uploaderId: version.userId }
}

function fileOf(paths: AudioPaths, format: string) {
  const path = pathOf(paths, format)
  const file = path ? audioObject(path) : undefined
  if (!file) throw format === 'original' ? notFound('Track') : formatMissing()
  return file
}

type AudioPaths = Record<'audioPath' | 'opusPath' | 'aacPath', string | null>

function pathOf(track: AudioPaths, format: string): string | null {
  if (format === 'original') return track.audioPath
  if (format === 'opus') return track.opusPath
  return format === 'aac' ? track.aacPath : null
}

export const formatMissing = () => new HttpError(404, 'This format is not available.')

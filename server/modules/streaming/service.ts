import { HttpError, notFound, unavailable } from '#server/errors.ts'
import { createBatcher } from '#server/platform/batching/batcher.ts'
import { isDatabaseDown } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { audioObject } from '#server/shared/object-keys.ts'
import { canView } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
import { findAudio } from './repository.ts'

/**
 * Checks visibility on every request, so that a track which becomes private stops playing at once.
 * Nothing is cached; concurrent requests only share one query.
 */
export function createAudioLookup(db: Db) {
  const audio = createBatcher({
    maxBatchSize: 1000,
    maxQueue: 10_000,
    overflowError: () => unavailable('The database'),
    isFatal: isDatabaseDown,
    run: async (trackIds: readonly string[]) => {
      const byId = new Map((await findAudio(db, trackIds)).map((row) => [row.id, row]))
      return trackIds.map((id) => byId.get(id))
    },
  })

  return async function lookUpAudio(
    trackId: string,
    viewer: Viewer | undefined,
    format = 'original',
  ) {
    const track = await audio.add(trackId)
    if (!track || !canView(track, viewer)) throw notFound('Track')
    const path = pathOf(track, format)
    const file = path ? audioObject(path) : undefined
    if (!file) throw format === 'original' ? notFound('Track') : formatMissing()
    return { object: { ...file, isPublic: track.privacy === 'public' }, uploaderId: track.userId }
  }
}

type AudioPaths = Pick<
  Awaited<ReturnType<typeof findAudio>>[number],
  'audioUrl' | 'opusUrl' | 'aacUrl'
>

function pathOf(track: AudioPaths, format: string): string | null {
  if (format === 'original') return track.audioUrl
  if (format === 'opus') return track.opusUrl
  return format === 'aac' ? track.aacUrl : null
}

export const formatMissing = () => new HttpError(404, 'This format is not available.')

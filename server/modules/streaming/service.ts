import { notFound, unavailable } from '#server/errors.ts'
import { createBatcher } from '#server/platform/batching/batcher.ts'
import { isDatabaseDown } from '#server/platform/postgres/error-codes.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { audioObject } from '#server/shared/object-keys.ts'
import { canView } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
import { findAudio } from './repository.ts'

/**
 * The rule is asked anew at each request, so that a track which turns private falls silent at once.
 * Nothing is remembered; requests that come in together only share one question to the database.
 */
export function createAudioLookup(db: Db) {
  const audio = createBatcher({
    maxBatchSize: 1000,
    maxQueue: 10_000,
    overflowError: () => unavailable('The database'),
    isFatal: isDatabaseDown,
    run: async (trackIds: readonly string[]) => {
      const found = new Map((await findAudio(db, trackIds)).map((row) => [row.id, row]))
      return trackIds.map((id) => found.get(id))
    },
  })

  return async function openAudio(trackId: string, viewer: Viewer | undefined) {
    const track = await audio.add(trackId)
    const file = track && canView(track, viewer) ? audioObject(track.audioUrl) : undefined
    if (!track || !file) throw notFound('Track')
    return { ...file, isPublic: track.privacy === 'public' }
  }
}

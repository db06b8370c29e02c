import { notFound } from '#server/errors.ts'
import { mayOpen } from '#server/modules/tracks/visibility.ts'
import { audioOfPath } from '#server/platform/objects/keys.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { askTogether } from './ask-together.ts'
import { prepareFindAudio } from './queries.ts'

/** The rule is asked anew at each request, so that a track which turns private falls silent at once. */
export function createAudioLibrary(db: Db) {
  const findAudio = askTogether(prepareFindAudio(db))
  return async function openAudio(trackId: string, viewer: Viewer | undefined) {
    const track = await findAudio(trackId)
    const audio = track && mayOpen(track, viewer) ? audioOfPath(track.audioUrl) : undefined
    if (!track || !audio) throw notFound('Track')
    return { ...audio, forAnybody: track.privacy === 'public' }
  }
}

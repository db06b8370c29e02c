import { ApiError } from '#web/api/client.ts'
import type { NewTrack } from '#web/api/track-mutations.ts'

type Create = (track: NewTrack) => Promise<unknown>

/**
 * Makes tracks that may be tried again. When an answer is lost, the track may be there all the same;
 * then the next try is told that the file belongs to a track already, and that is ours.
 */
export function idempotentCreate(create: Create): Create {
  const unsure = new Set<string>()
  return async (track) => {
    try {
      return await create(track)
    } catch (error) {
      if (!(error instanceof ApiError)) unsure.add(track.audioUrl)
      else if (error.status === 409 && unsure.has(track.audioUrl)) return undefined
      throw error
    }
  }
}

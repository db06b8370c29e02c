import { ApiError } from '#web/api/client.ts'
import type { NewTrack } from '#web/api/track-mutations.ts'

type Create<Created> = (track: NewTrack) => Promise<Created>

/**
 * Makes creating a track safe to retry. When a response is lost, the track may exist all the same:
 * then the retry fails with 409, because the file belongs to a track already, and that is ours;
 * it returns undefined.
 */
export function idempotentCreate<Created>(create: Create<Created>): Create<Created | undefined> {
  const unconfirmed = new Set<string>()
  return async (track) => {
    try {
      return await create(track)
    } catch (error) {
      if (!(error instanceof ApiError)) unconfirmed.add(track.audioUrl)
      else if (error.status === 409 && unconfirmed.has(track.audioUrl)) return undefined
      throw error
    }
  }
}

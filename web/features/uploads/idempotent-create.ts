import { ApiError } from '#web/api/client.ts'
import type { NewTrack } from '#web/api/track-mutations.ts'

/**
 * Makes creating a track safe to retry. When a response is lost, or the browser crashes, the track may exist all the
 * same: then the retry fails with 409, because the file belongs to a track already. If it is ours, that is returned.
 */
export function idempotentCreate<Created>(
  create: (track: NewTrack) => Promise<Created>,
  findCreated: (audioUrl: string) => Promise<Created | undefined>,
) {
  return async (track: NewTrack): Promise<Created> => {
    try {
      return await create(track)
    } catch (error) {
      const created =
        error instanceof ApiError && error.status === 409
          ? await findCreated(track.audioUrl)
          : undefined
      if (created === undefined) throw error
      return created
    }
  }
}

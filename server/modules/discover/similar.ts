import type { Track } from '#contract/tracks.ts'
import { listenerKey } from '#server/modules/listening/listener.ts'
import { getTracksByIds } from '#server/modules/tracks/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { findLikedTogether, findOfSameGenre } from './similar-repository.ts'

type SimilarQuery = {
  trackId: string
  limit: number
  viewer: Viewer | undefined
  /** The token of an anonymous browser, as for plays. */
  token: string
}

/** Tracks to play after this one: liked by the people who like it, then of the same genre. */
export async function listSimilarTracks(
  db: Db,
  { trackId, limit, viewer, token }: SimilarQuery,
): Promise<Track[]> {
  const search = { trackId, userId: viewer?.id ?? null, listener: listenerKey(viewer, token) }
  const liked = await findLikedTogether(db, { ...search, limit })
  const missing = limit - liked.length
  // Twice as many, because some of them may be in `liked` already.
  const ofGenre = missing > 0 ? await findOfSameGenre(db, { ...search, limit: limit * 2 }) : []
  const ids = [...new Set([...liked, ...ofGenre])].slice(0, limit)
  return getTracksByIds(db, ids, viewer)
}

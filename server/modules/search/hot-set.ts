import type { Db } from '#server/platform/postgres/open.ts'
import { countHotSet, replaceHotSet } from './hot-set-repository.ts'

/**
 * The hot set: the most played public tracks, in the narrow table `top_tracks`. It grows as other tracks get more plays,
 * and shrinks as tracks are deleted.
 */
export const hotSetSize = 20_000

/** Replaces the hot set if it has become far too large or too small. Searches are exact at any size. */
export async function refreshHotSet(db: Db, size = hotSetSize): Promise<void> {
  const { hot, all } = await countHotSet(db)
  if (hot > 2 * size || (hot < size / 2 && hot < all)) await replaceHotSet(db, size)
}

export const rebuildHotSet = (db: Db) => replaceHotSet(db, hotSetSize)

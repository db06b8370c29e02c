import type { Db } from '#server/platform/postgres/open.ts'
import { countHotSet, replaceHotSet } from './top-tracks-repository.ts'

/** So many are chosen. Their number grows as others get more plays, and falls as some are deleted. */
export const hotSetSize = 20_000

/** Chooses anew once they are far too many or too few; right in between as well. */
export async function refreshHotSet(db: Db, wanted = hotSetSize): Promise<void> {
  const { top, all } = await countHotSet(db)
  if (top > 2 * wanted || (top < wanted / 2 && top < all)) await replaceHotSet(db, wanted)
}

export const rebuildHotSet = (db: Db) => replaceHotSet(db, hotSetSize)

import type { Db } from '#server/platform/postgres/open.ts'
import { chooseMostPlayed, countTopTracks } from './queries.ts'

/** So many are chosen. Their number grows as others get more plays, and falls as some are deleted. */
export const topTracksWanted = 20_000

/** Chooses anew once they are far too many or too few; right in between as well. */
export async function chooseTopTracks(db: Db, wanted = topTracksWanted): Promise<void> {
  const { top, all } = await countTopTracks(db)
  if (top > 2 * wanted || (top < wanted / 2 && top < all)) await chooseMostPlayed(db, wanted)
}

export const chooseTopTracksAnew = (db: Db) => chooseMostPlayed(db, topTracksWanted)

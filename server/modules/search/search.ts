import type { SearchResults } from '#contract/search.ts'
import { playlistsByIds } from '#server/modules/playlists/reading.ts'
import { tracksByIds } from '#server/modules/tracks/listing.ts'
import { usersByIds } from '#server/modules/users/listing.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  countWordsAnew,
  findPlaylists,
  findPopularTracks,
  findTracks,
  findUsers,
  type KnownWord,
  lookUpWords,
  type Wanted,
} from './queries.ts'
import { isOneTypoAway } from './typo.ts'

/** Above this many hits, walking the most played tracks is quicker than looking at every hit. */
const manyHits = 4000

export async function search(
  db: Db,
  { text, limit, viewer }: { text: string; limit: number; viewer: Viewer | undefined },
): Promise<SearchResults> {
  const words = await lookUpWords(db, text)
  const query = asQuery(words)
  if (!query) return { tracks: [], users: [], playlists: [] }
  const wanted = { query, key: words.map(({ word }) => word).join(' '), limit }
  const [tracks, users, playlists] = await Promise.all([
    findTrackIds(db, words, wanted).then((ids) => tracksByIds(db, ids, viewer)),
    findUsers(db, wanted).then((ids) => usersByIds(db, ids)),
    findPlaylists(db, wanted).then((ids) => playlistsByIds(db, ids, viewer)),
  ])
  return { tracks, users, playlists }
}

async function findTrackIds(db: Db, words: KnownWord[], wanted: Wanted): Promise<string[]> {
  if (Math.min(...words.map(({ uses }) => uses)) > manyHits) {
    const popular = await findPopularTracks(db, wanted)
    if (popular.length === wanted.limit) return popular
  }
  return findTracks(db, wanted)
}

/**
 * Every word must fit, the last one as the beginning of a longer word: it may still be being typed. A word that nothing begins with is taken for
 * a typo; one that is no typo of anything either finds nothing.
 */
export function asQuery(words: KnownWord[]): string | undefined {
  if (words.length === 0) return undefined
  const parts = words.map(({ word, known, uses, near }, index) => {
    if (known && index < words.length - 1) return `'${word}'`
    if (uses > 0) return `'${word}':*`
    const meant = near.filter((candidate) => isOneTypoAway(word, candidate))
    return meant.length > 0 ? `(${meant.map((other) => `'${other}'`).join(' | ')})` : undefined
  })
  return parts.every((part) => part !== undefined) ? parts.join(' & ') : undefined
}

/** Keeps the words' rough counts, by which a search chooses its way, from growing old. */
export function recountWords(db: Db): Promise<void> {
  return countWordsAnew(db)
}

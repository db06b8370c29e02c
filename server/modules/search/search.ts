import type { SearchResults } from '#contract/search.ts'
import { playlistsByIds } from '#server/modules/playlists/reading.ts'
import { tracksByIds } from '#server/modules/tracks/listing.ts'
import { usersByIds } from '#server/modules/users/listing.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  countWordsAnew,
  cutIntoWords,
  findNearWords,
  rankPlaylists,
  rankTracks,
  rankUsers,
  type Wanted,
  walkMostPlayed,
} from './queries.ts'
import { isOneTypoAway } from './typo.ts'

type Asked = { text: string; limit: number; viewer: Viewer | undefined }

export async function search(db: Db, { text, limit, viewer }: Asked): Promise<SearchResults> {
  const { words, name } = await cutIntoWords(db, text.replaceAll('\0', ' '))
  if (words.length === 0) return { tracks: [], users: [], playlists: [] }
  const wanted = { is: `'${name}'`, begins: `'${name}':*`, limit }
  const found = await find(db, { ...wanted, fits: asTyped(words) }, viewer)
  if (Object.values(found).some((list) => list.length > 0)) return found
  const near = await findNearWords(db, words)
  return find(db, { ...wanted, fits: withTypos(words, near) }, viewer)
}

async function find(db: Db, wanted: Wanted, viewer: Viewer | undefined): Promise<SearchResults> {
  const [tracks, playlists] = await Promise.all([
    findTracks(db, wanted).then((ids) => tracksByIds(db, ids, viewer)),
    rankPlaylists(db, wanted).then((ids) => playlistsByIds(db, ids, viewer)),
  ])
  const uploaders = [...new Set(tracks.map((track) => track.userId))]
  const users = await usersByIds(db, await rankUsers(db, wanted, uploaders))
  return { tracks, users, playlists }
}

/** Every word must be there; the last one may still be being typed. */
function asTyped(words: string[]): string {
  return words
    .map((word, index) => `'${word}'${index === words.length - 1 ? ':*' : ''}`)
    .join(' & ')
}

/** Every word may be the beginning of another, or one typo away from it. */
function withTypos(words: string[], near: string[][]): string {
  const parts = words.map((word, index) => {
    const meant = (near[index] ?? []).filter((other) => isOneTypoAway(word, other))
    return `(${[`'${word}':*`, ...meant.map((other) => `'${other}'`)].join(' | ')})`
  })
  return parts.join(' & ')
}

/** If fewer of the most played fit than this, few enough fit at all to look at each. */
const depths = [
  { depth: 400, fewest: 2 },
  { depth: 5000, fewest: Number.POSITIVE_INFINITY },
]

/**
 * Words that many tracks have are found by walking the most played ones in order: whatever else
 * fits has fewer plays. Other words are quicker through their index.
 */
async function findTracks(db: Db, wanted: Wanted): Promise<string[]> {
  const { limit } = wanted
  for (const { depth, fewest } of depths) {
    const { is, begins, fits } = await walkMostPlayed(db, wanted, depth)
    const named = new Set([...is, ...begins])
    if (named.size >= limit) return [...named].slice(0, limit)
    if (fits.length < Math.min(limit, fewest)) break
    if (fits.length === limit) {
      const titled = await rankTracks(db, wanted, wanted.begins)
      return [...new Set([...titled, ...fits])].slice(0, limit)
    }
  }
  return rankTracks(db, wanted)
}

/** Keeps the known words, from which typos are mended, true to what is there. */
export function recountWords(db: Db): Promise<void> {
  return countWordsAnew(db)
}

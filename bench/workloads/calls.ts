import type { Postgres } from '#server/platform/postgres/open.ts'
import { encodeCursor } from '#server/shared/cursor.ts'

/** The API calls of the pages, each with several URLs that alternate. */
export type CallKind = { name: string; paths: string[]; as: 'visitor' | 'user' | 'administrator' }

const positions = 12
/** All datasets have these tracks, and the words of their titles. */
const smallestSize = 1000
/** Every dataset of more than some thousand tracks has users with as many. */
const tracksOfProfile = 50

export async function sampleCalls({ pool }: Postgres, size: number): Promise<CallKind[]> {
  const { rows: tracks } = await pool.query<{ slug: string; created_at: Date; id: string }>(
    `select slug, created_at, id from tracks where slug = any($1) and privacy = 'public'`,
    [spreadOver(size)],
  )
  const { rows: titles } = await pool.query<{ word: string }>(
    `select split_part(title, ' ', 1) as word from tracks where slug = any($1) and privacy = 'public'`,
    [spreadOver(smallestSize)],
  )
  // As many tracks each, so that the responses are equal at every size.
  const { rows: profiles } = await pool.query<{ id: string }>(
    `select user_id as id from tracks where privacy = 'public' group by user_id
     order by abs(count(*) - ${tracksOfProfile}), user_id limit ${2 * positions}`,
  )
  const { rows: lists } = await pool.query<{ slug: string }>(
    `select slug from playlists where privacy = 'public' order by created_at limit ${positions}`,
  )
  const { rows: commonWords } = await pool.query<{ word: string }>(
    `select word from search_words where length(word) > 2 order by uses desc, word limit ${positions}`,
  )
  const cursors = tracks.map(({ created_at, id }) => encodeCursor('recent', created_at, id))
  const visitor = (name: string, paths: string[]): CallKind => ({ name, paths, as: 'visitor' })
  return [
    visitor('home, cached response', ['/api/discover']),
    { name: 'home, signed in', paths: ['/api/discover'], as: 'user' },
    visitor('newest tracks', ['/api/tracks?limit=50']),
    visitor(
      'newest tracks, deep',
      cursors.map((cursor) => `/api/tracks?limit=50&cursor=${encodeURIComponent(cursor)}`),
    ),
    visitor(
      'a track',
      tracks.map(({ slug }) => `/api/tracks/slug/${slug}`),
    ),
    visitor(
      'a profile',
      profiles.map(({ id }) => `/api/users/${id}`),
    ),
    visitor(
      "a profile's tracks",
      profiles.map(({ id }) => `/api/users/${id}/tracks`),
    ),
    visitor(
      'a playlist',
      lists.map(({ slug }) => `/api/playlists/slug/${slug}`),
    ),
    visitor('search, common words', searches(commonWords)),
    visitor('search, words of any title', searches(titles)),
    { name: "administrator's tracks", paths: ['/api/tracks?limit=50'], as: 'administrator' },
    { name: "administrator's users", paths: ['/api/users?limit=50'], as: 'administrator' },
    { name: "administrator's analytics", paths: ['/api/admin/analytics'], as: 'administrator' },
  ]
}

const searches = (words: readonly { word: string }[]) =>
  words.map(({ word }) => `/api/search?q=${encodeURIComponent(word)}`)

/** Two adjacent tracks at several positions across a dataset of this size. */
function spreadOver(size: number): string[] {
  const step = Math.floor((size - 200) / positions)
  const numbers = Array.from({ length: positions }, (_, index) => 100 + index * step)
  return numbers.flatMap((number) => [`track-${number}`, `track-${number + 1}`])
}

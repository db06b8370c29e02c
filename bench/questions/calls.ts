import { writeCursor } from '#server/modules/tracks/cursor.ts'
import type { Postgres } from '#server/platform/postgres/open.ts'

/** What the screens call, each with several addresses that it is called with in turn. */
export type CallKind = { name: string; paths: string[]; as: 'visitor' | 'person' | 'administrator' }

const places = 12

export async function drawCalls({ pool }: Postgres, size: number): Promise<CallKind[]> {
  const numbers = Array.from(
    { length: places },
    (_, place) => 100 + place * Math.floor((size - 200) / places),
  )
  const { rows: tracks } = await pool.query<{
    slug: string
    user_id: string
    word: string
    created_at: Date
    id: string
  }>(
    `select slug, user_id, split_part(title, ' ', 1) as word, created_at, id from tracks
     where slug = any($1) and privacy = 'public'`,
    [numbers.flatMap((number) => [`track-${number}`, `track-${number + 1}`])],
  )
  const { rows: lists } = await pool.query<{ slug: string }>(
    `select slug from playlists where privacy = 'public' order by created_at limit ${places}`,
  )
  const words = tracks.map(({ word }) => encodeURIComponent(word))
  const cursors = tracks.map(({ created_at, id }) =>
    writeCursor('recent', { value: created_at.toISOString(), id }),
  )
  const visitor = (name: string, paths: string[]): CallKind => ({ name, paths, as: 'visitor' })
  return [
    visitor('home, kept bytes', ['/api/discover']),
    { name: 'home, signed in', paths: ['/api/discover'], as: 'person' },
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
      tracks.map(({ user_id }) => `/api/users/${user_id}`),
    ),
    visitor(
      "a profile's tracks",
      tracks.map(({ user_id }) => `/api/users/${user_id}/tracks`),
    ),
    visitor(
      'a playlist',
      lists.map(({ slug }) => `/api/playlists/slug/${slug}`),
    ),
    visitor(
      'search',
      words.map((word) => `/api/search?q=${word}`),
    ),
    { name: "administrator's tracks", paths: ['/api/tracks?limit=50'], as: 'administrator' },
    { name: "administrator's people", paths: ['/api/users?limit=50'], as: 'administrator' },
    { name: "administrator's analytics", paths: ['/api/admin/analytics'], as: 'administrator' },
  ]
}

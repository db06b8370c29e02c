import { listGenres, listGenreTracks, listSection } from '#server/modules/discover/lists.ts'
import { listPublicPlaylists } from '#server/modules/playlists/service.ts'
import { listFollowPage } from '#server/modules/reactions/lists.ts'
import { encodeCursor, type Sort } from '#server/shared/cursor.ts'
import type { DatabaseClient } from '../measurement/database-client.ts'
import type { Workload } from '../measurement/measure.ts'

const limit = 50
const genre = 'jazz'

/** A list that is browsed page by page, and the SQL for a position in it. */
type List = {
  name: string
  page(cursor: string | undefined): Promise<unknown>
  sort: Sort
  column: string
  rows: string
}

const publicTracks = "tracks where privacy = 'public'"

async function browsedLists({ db, client }: DatabaseClient): Promise<List[]> {
  const { userId, followers } = await mostFollowedUser(client)
  const section = (name: 'curated' | 'recent' | 'trending', sort: Sort, column: string): List => ({
    name: `/discover/${name}`,
    page: (cursor) => listSection(db, name, { limit, cursor }, undefined),
    sort,
    column,
    rows: publicTracks,
  })
  return [
    section('curated', 'likes', 'like_count'),
    section('recent', 'updated', 'updated_at'),
    section('trending', 'plays', 'play_count'),
    {
      name: `/genre/${genre}`,
      page: (cursor) => listGenreTracks(db, genre, { limit, cursor, sort: 'plays' }, undefined),
      sort: 'plays',
      column: 'play_count',
      rows: `${publicTracks} and coalesce(genre, 'other') = '${genre}'`,
    },
    {
      name: 'new playlists',
      page: (cursor) => listPublicPlaylists(db, { limit, cursor }, undefined),
      sort: 'recent',
      column: 'created_at',
      rows: "playlists where privacy = 'public' and track_count > 0",
    },
    {
      name: `${followers.toLocaleString('en')} followers of a user`,
      page: (cursor) =>
        listFollowPage(db, { userId, side: 'followers', limit, cursor, viewer: undefined }),
      sort: 'recent',
      column: 'created_at',
      rows: `follows where following_id = '${userId}'`,
    },
  ]
}

async function mostFollowedUser(client: DatabaseClient['client']) {
  const { rows } = await client.query<{ userId: string; followers: number }>(
    `select following_id as "userId", count(*)::int as followers from follows
     group by following_id order by followers desc limit 1`,
  )
  const [user] = rows
  if (!user) throw new Error('The dataset has no follows.')
  return user
}

export const firstPage = (list: string) => `${list}, first page`
export const deepPage = (list: string) => `${list}, a page in the middle`

/** Each list at its beginning and in its middle. */
export async function browsingPages(
  client: DatabaseClient,
): Promise<{ lists: string[]; workloads: Workload[] }> {
  const lists = await browsedLists(client)
  const repeat = (run: () => Promise<unknown>) => Array.from({ length: 10 }, () => run)
  const workloads: Workload[] = [
    { name: 'the genres and their counts', client, queries: repeat(() => listGenres(client.db)) },
  ]
  for (const list of lists) {
    const cursor = await cursorInTheMiddle(client, list)
    workloads.push(
      { name: firstPage(list.name), client, queries: repeat(() => list.page(undefined)) },
      { name: deepPage(list.name), client, queries: repeat(() => list.page(cursor)) },
    )
  }
  return { lists: lists.map(({ name }) => name), workloads }
}

async function cursorInTheMiddle({ client }: DatabaseClient, { sort, column, rows }: List) {
  const { rows: found } = await client.query<{ value: Date | number; id: string }>(
    `select ${column} as value, id from ${rows} order by ${column} desc, id desc
     offset (select count(*) / 2 from ${rows}) limit 1`,
  )
  const [row] = found
  if (!row) throw new Error('The dataset is too small.')
  return encodeCursor(sort, row.value, row.id)
}

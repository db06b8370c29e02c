import { findSections } from '#server/modules/discover/repository.ts'
import { listTracks, type TrackQuery } from '#server/modules/tracks/service.ts'
import { createManagedUserPresenter } from '#server/modules/users/presenter.ts'
import { listUsers } from '#server/modules/users/service.ts'
import { encodeCursor } from '#server/shared/cursor.ts'
import type { DatabaseClient } from '../measurement/database-client.ts'
import type { Workload } from '../measurement/measure.ts'

const administrator = { id: '00000000-0000-4000-8000-000000000000', isAdmin: true }
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))

/** The reference for other figures: one row by its primary key. */
export async function pointQuery(database: DatabaseClient): Promise<Workload> {
  const { client } = database
  const { rows } = await client.query<{ id: string }>(
    `select id from tracks where slug = any(array(select 'track-' || n * 79 from generate_series(1, 20) as n))`,
  )
  const text = 'select * from tracks where id = $1'
  return {
    name: 'one track by its id',
    client: database,
    queries: rows.map(
      ({ id }) =>
        () =>
          client.query({ text, values: [id] }),
    ),
  }
}

export function homePage(client: DatabaseClient, name: string): Workload {
  return { name, client, queries: times(20, () => () => findSections(client.db)) }
}

/** Pages of 50, at the beginning and in the middle of the list. */
export async function trackPages(client: DatabaseClient, size: number): Promise<Workload[]> {
  const recent = await cursorAt(client, 'created_at', size / 2)
  const plays = await cursorAt(client, 'play_count', size / 2)
  const page = (name: string, query: Partial<TrackQuery>): Workload => ({
    name,
    client,
    queries: times(
      10,
      () => () => listTracks(client.db, { limit: 50, sort: 'recent', ...query }, undefined),
    ),
  })
  return [
    page('newest tracks, first page', {}),
    page('newest tracks, deep page', { cursor: encodeCursor('recent', ...recent) }),
    page('most played, first page', { sort: 'plays' }),
    page('most played, deep page', { sort: 'plays', cursor: encodeCursor('plays', ...plays) }),
    page('newest of a genre, first page', { genre: 'jazz' }),
  ]
}

async function cursorAt(
  { client }: DatabaseClient,
  column: 'created_at' | 'play_count',
  depth: number,
) {
  const { rows } = await client.query<{ value: Date | number; id: string }>(
    `select ${column} as value, id from tracks where privacy = 'public'
     order by ${column} desc, id desc offset $1 limit 1`,
    [Math.floor(depth)],
  )
  const [row] = rows
  if (!row) throw new Error('The dataset is too small.')
  return [row.value, row.id] as const
}

/** Substrings of titles and names, as an administrator types them. */
export function administratorLists(client: DatabaseClient, texts: string[]): Workload[] {
  const { db } = client
  const presentManagedUser = createManagedUserPresenter({
    administrators: { emails: [], userIds: [] },
    hasPasswords: true,
  })
  return [
    {
      name: 'administrator: tracks that contain a text',
      client,
      queries: texts.map(
        (q) => () => listTracks(db, { limit: 50, sort: 'recent', q }, administrator),
      ),
    },
    {
      name: 'administrator: users that contain a text',
      client,
      queries: texts.map((q) => () => listUsers({ db, presentManagedUser }, { limit: 50, q })),
    },
  ]
}

import { findSections } from '#server/modules/discover/repository.ts'
import { listTracks, type TrackQuery } from '#server/modules/tracks/service.ts'
import { listUsers } from '#server/modules/users/service.ts'
import { encodeCursor } from '#server/shared/cursor.ts'
import type { Asker } from '../measuring/asker.ts'
import type { Question } from '../measuring/measure.ts'

const administrator = { id: '00000000-0000-4000-8000-000000000000', isAdmin: true }
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))

/** What other figures are set beside: one row by its primary key. */
export async function pointQuery(asker: Asker): Promise<Question> {
  const { client } = asker
  const { rows } = await client.query<{ id: string }>(
    `select id from tracks where slug = any(array(select 'track-' || n * 79 from generate_series(1, 20) as n))`,
  )
  const text = 'select * from tracks where id = $1'
  return {
    name: 'one track by its id',
    asker,
    asks: rows.map(
      ({ id }) =>
        () =>
          client.query({ text, values: [id] }),
    ),
  }
}

export function homePage(asker: Asker, name: string): Question {
  return { name, asker, asks: times(20, () => () => findSections(asker.db)) }
}

/** Pages of 50, at the beginning of the list and in the middle of it. */
export async function trackPages(asker: Asker, size: number): Promise<Question[]> {
  const recent = await cursorAt(asker, 'created_at', size / 2)
  const plays = await cursorAt(asker, 'play_count', size / 2)
  const page = (name: string, query: Partial<TrackQuery>): Question => ({
    name,
    asker,
    asks: times(
      10,
      () => () => listTracks(asker.db, { limit: 50, sort: 'recent', ...query }, undefined),
    ),
  })
  return [
    page('newest tracks, first page', {}),
    page('newest tracks, deep page', { cursor: encodeCursor('recent', recent) }),
    page('most played, first page', { sort: 'plays' }),
    page('most played, deep page', { sort: 'plays', cursor: encodeCursor('plays', plays) }),
    page('newest of a genre, first page', { genre: 'jazz' }),
  ]
}

async function cursorAt({ client }: Asker, column: 'created_at' | 'play_count', depth: number) {
  const { rows } = await client.query<{ value: Date | number; id: string }>(
    `select ${column} as value, id from tracks where privacy = 'public'
     order by ${column} desc, id desc offset $1 limit 1`,
    [Math.floor(depth)],
  )
  const [row] = rows
  if (!row) throw new Error('The catalogue is too small.')
  return { value: row.value instanceof Date ? row.value.toISOString() : row.value, id: row.id }
}

/** Parts of titles and names, as the administrator types them. */
export function administratorLists(asker: Asker, texts: string[]): Question[] {
  const { db } = asker
  return [
    {
      name: 'administrator: tracks that contain a text',
      asker,
      asks: texts.map((q) => () => listTracks(db, { limit: 50, sort: 'recent', q }, administrator)),
    },
    {
      name: 'administrator: people who contain a text',
      asker,
      asks: texts.map((q) => () => listUsers(db, { limit: 50, q })),
    },
  ]
}

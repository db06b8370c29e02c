import { and, type SQL, sql } from 'drizzle-orm'
import { playlists, tracks, users } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** Where a file of the sitemap begins: the oldest rows come first, so that new ones are added to the last file. */
export type Position = { createdAt: Date; id: string }
export type Entry = Position & {
  /** The last segment of the page's path. */
  name: string
  updatedAt: Date
}

/** The conditions are those of the partial indexes on `created_at` and `id`. */
const sources = {
  tracks: { table: tracks, name: tracks.slug, listed: sql`${tracks.privacy} = 'public'` },
  playlists: {
    table: playlists,
    name: playlists.slug,
    listed: sql`${playlists.privacy} = 'public' and ${playlists.trackCount} > 0`,
  },
  profiles: {
    table: users,
    name: users.id,
    listed: sql`exists (select from ${tracks} where ${tracks.userId} = ${users.id} and ${tracks.privacy} = 'public')`,
  },
} as const
export type Kind = keyof typeof sources
export const kinds = Object.keys(sources) as Kind[]

/** The position that many public rows after `from`, or after the oldest. */
export async function findPosition(
  db: Db,
  kind: Kind,
  from: Position | undefined,
  offset: number,
): Promise<Position | undefined> {
  const { table, listed } = sources[kind]
  const [row] = await db
    .select({ createdAt: table.createdAt, id: table.id })
    .from(table)
    .where(and(listed, from && compare(table, sql`>=`, from)))
    .orderBy(table.createdAt, table.id)
    .offset(offset)
    .limit(1)
  return row
}

type Range = { from: Position; to: Position | undefined; limit: number }

export function findEntries(db: Db, kind: Kind, { from, to, limit }: Range): Promise<Entry[]> {
  const { table, name, listed } = sources[kind]
  return db
    .select({ createdAt: table.createdAt, id: table.id, name, updatedAt: table.updatedAt })
    .from(table)
    .where(and(listed, compare(table, sql`>=`, from), to && compare(table, sql`<`, to)))
    .orderBy(table.createdAt, table.id)
    .limit(limit)
}

const compare = (
  table: (typeof sources)[Kind]['table'],
  operator: SQL,
  { createdAt, id }: Position,
) =>
  sql`(${table.createdAt}, ${table.id}) ${operator} (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`

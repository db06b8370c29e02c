import { and, type SQL, sql } from 'drizzle-orm'
import type { PlaylistType } from '#contract/playlist-types.ts'
import { playlists, tracks, users } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** Where a file of the sitemap begins: the oldest rows come first, so that new ones are added to the last file. */
export type Position = { createdAt: Date; id: string }
export type Entry = Position & {
  /** The last segment of the page's path. */
  name: string
  /** Of a playlist. */
  type: PlaylistType | null
  updatedAt: Date
}

/**
 * `listed`: the rows in the sitemap. `counted`: the rows that `findLater` counts, which must be in an index on
 * `created_at` and `id`; the conditions are written as in the partial indexes.
 */
const isPublicTrack = sql`${tracks.privacy} = 'public'`
const isPublicPlaylist = sql`${playlists.privacy} = 'public' and ${playlists.trackCount} > 0`
const sources = {
  tracks: { table: tracks, name: tracks.slug, counted: isPublicTrack, listed: isPublicTrack },
  playlists: {
    table: playlists,
    name: playlists.slug,
    counted: isPublicPlaylist,
    listed: isPublicPlaylist,
  },
  profiles: {
    table: users,
    name: users.id,
    // All users: checking 50,000 of them for tracks takes too long for one statement.
    counted: undefined,
    listed: sql`exists (select from ${tracks} where ${tracks.userId} = ${users.id} and ${tracks.privacy} = 'public')`,
  },
} as const
export type Kind = keyof typeof sources
export const kinds = Object.keys(sources) as Kind[]

/** The first listed row, from this position on. */
export const findFirst = (db: Db, kind: Kind, from?: Position): Promise<Position | undefined> =>
  findPosition(db, kind, { from, offset: 0, where: sources[kind].listed })

/** The position that many rows later, of which some may not be listed. */
export const findLater = (db: Db, kind: Kind, from: Position, offset: number) =>
  findPosition(db, kind, { from, offset, where: sources[kind].counted })

async function findPosition(
  db: Db,
  kind: Kind,
  { from, offset, where }: { from: Position | undefined; offset: number; where: SQL | undefined },
): Promise<Position | undefined> {
  const { table } = sources[kind]
  const [row] = await db
    .select({ createdAt: table.createdAt, id: table.id })
    .from(table)
    .where(and(where, from && compare(table, sql`>=`, from)))
    .orderBy(table.createdAt, table.id)
    .offset(offset)
    .limit(1)
  return row
}

type Range = { from: Position; to: Position | undefined; limit: number }

export function findEntries(db: Db, kind: Kind, { from, to, limit }: Range): Promise<Entry[]> {
  const { table, name, listed } = sources[kind]
  return db
    .select({
      createdAt: table.createdAt,
      id: table.id,
      name,
      type: kind === 'playlists' ? playlists.type : sql<null>`null`,
      updatedAt: table.updatedAt,
    })
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

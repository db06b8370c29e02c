import { eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Privacy } from '#contract/fields.ts'
import type { PlaylistType } from '#contract/playlist-types.ts'
import {
  blocks,
  follows,
  playlists,
  reposts,
  savedPlaylists,
  tracks,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hidesCounts, hidesCountsOf } from '#server/shared/hidden-counts.ts'
import { isActiveUser } from '#server/shared/visibility.ts'

const store = (table: PgTable, by: PgColumn, to: PgColumn, at: PgColumn) => ({ table, by, to, at })

/** Where each reaction is stored: by whom it is, to what, and since when. */
const stored = {
  follow: store(follows, follows.followerId, follows.followingId, follows.createdAt),
  trackRepost: store(reposts, reposts.userId, reposts.trackId, reposts.createdAt),
  playlistRepost: store(reposts, reposts.userId, reposts.playlistId, reposts.createdAt),
  save: store(
    savedPlaylists,
    savedPlaylists.userId,
    savedPlaylists.playlistId,
    savedPlaylists.savedAt,
  ),
  block: store(blocks, blocks.userId, blocks.blockedId, blocks.createdAt),
}
export type StoredKind = keyof typeof stored
export type Reaction = { kind: StoredKind; userId: string; id: string }

const isReaction = ({ kind, userId, id }: Reaction) =>
  sql`${stored[kind].by} = ${userId} and ${stored[kind].to} = ${id}`

export const hasReaction = async (db: Db, reaction: Reaction): Promise<boolean> =>
  (await db.$count(stored[reaction.kind].table, isReaction(reaction))) > 0

/** False if it was there before. */
export async function insertReaction(tx: Db, { kind, userId, id }: Reaction): Promise<boolean> {
  const { table, by, to } = stored[kind]
  const { rowCount } = await tx.execute(sql`
    insert into ${table} (${sql.identifier(by.name)}, ${sql.identifier(to.name)})
    values (${userId}, ${id}) on conflict do nothing`)
  return rowCount === 1
}

/** Returns when it was made; undefined if it was not. */
export async function deleteReaction(tx: Db, reaction: Reaction): Promise<Date | undefined> {
  const { table, at } = stored[reaction.kind]
  const { rows } = await tx.execute<{ at: string }>(sql`
    delete from ${table} where ${isReaction(reaction)} returning ${at} as at`)
  return rows[0] && new Date(rows[0].at)
}

export const countReactions = (db: Db, kind: StoredKind, id: string): Promise<number> =>
  db.$count(stored[kind].table, eq(stored[kind].to, id))

/** What a reaction is to, as far as rules need it. A user is their own owner; one who is suspended is as if private. */
export type Item = {
  userId: string
  privacy: Privacy
  type: PlaylistType | null
  hidesCounts: boolean
}

const items = {
  track: sql`select user_id as "userId", privacy, null as type, ${hidesCounts} as "hidesCounts" from ${tracks}`,
  playlist: sql`select user_id as "userId", privacy, type, ${hidesCountsOf('playlists')} as "hidesCounts" from ${playlists}`,
  user: sql`select id as "userId", case when ${isActiveUser} then 'public' else 'private' end as privacy,
    null as type, hide_counts as "hidesCounts" from ${users}`,
}
export type Target = keyof typeof items

export async function findItem(db: Db, target: Target, id: string, lock = sql``) {
  const { rows } = await db.execute<Item>(sql`${items[target]} where id = ${id} ${lock}`)
  return rows[0]
}

/** It cannot be deleted until the transaction ends. */
export const lockItem = (tx: Db, target: Target, id: string) =>
  findItem(tx, target, id, sql`for key share`)

/** Who blocked whom. */
export type Block = { userId: string; blockedId: string }

/** Those of the pairs that are blocks. */
export async function findBlocks(db: Db, pairs: readonly Block[]): Promise<Block[]> {
  const { rows } = await db.execute<Block>(sql`
    select user_id as "userId", blocked_id as "blockedId" from ${blocks}
    join unnest(
      ${sql.param(pairs.map(({ userId }) => userId))}::uuid[],
      ${sql.param(pairs.map(({ blockedId }) => blockedId))}::uuid[]
    ) as pair (user_id, blocked_id) using (user_id, blocked_id)`)
  return rows
}

import { and, asc, desc, eq, or, sql } from 'drizzle-orm'
import { blocks, follows, users } from '#server/database/schema.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { PageRange } from '#server/shared/cursor.ts'
import { isActiveUser } from '#server/shared/visibility.ts'

/** Who blocked whom. */
export type Block = { userId: string; blockedId: string }

const isBlock = ({ userId, blockedId }: Block) =>
  and(eq(blocks.userId, userId), eq(blocks.blockedId, blockedId))

/** Follows of either user wait, so that none survives the block. Returns the users who exist. */
export async function lockBoth(db: Db, { userId, blockedId }: Block) {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.id, userId), eq(users.id, blockedId)))
    .orderBy(asc(users.id))
    .for('no key update')
  return new Set(rows.map(({ id }) => id))
}

export async function insertBlock(db: Db, block: Block) {
  await db.insert(blocks).values(block).onConflictDoNothing()
}

export async function deleteBlock(db: Db, block: Block) {
  await db.delete(blocks).where(isBlock(block))
}

export async function deleteFollows(db: Db, { userId, blockedId }: Block) {
  await db
    .delete(follows)
    .where(
      or(
        and(eq(follows.followerId, userId), eq(follows.followingId, blockedId)),
        and(eq(follows.followerId, blockedId), eq(follows.followingId, userId)),
      ),
    )
}

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

/** The last blocked first. */
export function listBlocked(db: Db, userId: string, { limit, after }: PageRange) {
  return db
    .select({ user: userSummaryColumns, blockedAt: blocks.createdAt })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(
      and(
        eq(blocks.userId, userId),
        isActiveUser,
        after && sql`(${blocks.createdAt}, ${blocks.blockedId}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(blocks.createdAt), desc(blocks.blockedId))
    .limit(limit)
}

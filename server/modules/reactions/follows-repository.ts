import { and, desc, eq, sql } from 'drizzle-orm'
import { follows, users } from '#server/database/schema.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { PageRange } from '#server/shared/cursor.ts'
import { isActiveUser } from '#server/shared/visibility.ts'

/** Serializes the requests of one user. False if the account is deleted. */
export async function lockFollower(db: Db, userId: string) {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  return rows.length > 0
}

export type Pair = { followerId: string; followingId: string }

const isPair = ({ followerId, followingId }: Pair) =>
  and(eq(follows.followerId, followerId), eq(follows.followingId, followingId))

export async function hasFollow(db: Db, pair: Pair): Promise<boolean> {
  return (await db.$count(follows, isPair(pair))) > 0
}

/** Returns when it was made. */
export async function deleteFollow(db: Db, pair: Pair): Promise<Date | undefined> {
  const rows = await db.delete(follows).where(isPair(pair)).returning({ at: follows.createdAt })
  return rows[0]?.at
}

export async function insertFollow(db: Db, pair: Pair) {
  await db.insert(follows).values(pair)
}

export function countFollowers(db: Db, userId: string) {
  return db.$count(follows, eq(follows.followingId, userId))
}

/** Which users of a follow are listed: those who follow a user, or those whom the user follows. */
export type FollowSide = 'followers' | 'following'

type FollowPage = PageRange & {
  userId: string
  side: FollowSide
  viewerId: string | undefined
}

/** Newest first. Reads one index range of `follows`, so that a page costs the same at any depth. */
export function listFollows(db: Db, { userId, side, limit, after, viewerId }: FollowPage) {
  const [own, other] =
    side === 'followers'
      ? [follows.followingId, follows.followerId]
      : [follows.followerId, follows.followingId]
  const isFollowing = sql<boolean>`exists (
    select from follows as own where own.follower_id = ${viewerId ?? null} and own.following_id = ${users.id}
  )`
  return db
    .select({
      user: userSummaryColumns,
      isFollowing,
      followId: follows.id,
      followedAt: follows.createdAt,
    })
    .from(follows)
    .innerJoin(users, eq(users.id, other))
    .where(
      and(
        eq(own, userId),
        isActiveUser,
        after && sql`(${follows.createdAt}, ${follows.id}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(follows.createdAt), desc(follows.id))
    .limit(limit)
}

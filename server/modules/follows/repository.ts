import { and, eq } from 'drizzle-orm'
import { follows, users } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** Serializes the requests of one user. False if the account is deleted. */
export async function lockFollower(db: Db, userId: string) {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  return rows.length > 0
}

type Pair = { followerId: string; followingId: string }

export async function deleteFollow(db: Db, { followerId, followingId }: Pair) {
  const rows = await db
    .delete(follows)
    .where(and(eq(follows.followerId, followerId), eq(follows.followingId, followingId)))
    .returning({ id: follows.id })
  return rows.length > 0
}

export async function insertFollow(db: Db, pair: Pair) {
  await db.insert(follows).values(pair)
}

export function countFollowers(db: Db, userId: string) {
  return db.$count(follows, eq(follows.followingId, userId))
}

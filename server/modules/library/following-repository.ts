import { sql } from 'drizzle-orm'
import { follows, tracks } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { CursorPosition } from '#server/shared/cursor.ts'

type FollowedPage = { userId: string; limit: number; after: CursorPosition | undefined }
export type FollowedTrack = { id: string; createdAt: Date }

/** As drizzle's column mapping would return them; raw queries return what the driver is configured for. */
const toTrack = ({ id, at }: { id: string; at: string | Date }): FollowedTrack => ({
  id,
  createdAt: new Date(at),
})

/** How many users they follow, counted up to `max`. */
export async function countFollowed(db: Db, userId: string, max: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${follows} where follower_id = ${userId} limit ${max}) as followed`)
  return rows[0]?.count ?? 0
}

const isBefore = (after: CursorPosition | undefined) =>
  after ? sql`and (created_at, id) < (${after.value}, ${after.id})` : sql``

/**
 * Reads the newest tracks of each followed user from the index `tracks_by_user` and merges them: cheap for those who
 * follow few.
 */
export async function findPerUser(db: Db, { userId, limit, after }: FollowedPage) {
  const { rows } = await db.execute<{ id: string; at: string }>(sql`
    select newest.id, newest.created_at as at
    from ${follows} followed cross join lateral (
      select id, created_at from ${tracks}
      where user_id = followed.following_id and privacy = 'public' ${isBefore(after)}
      order by created_at desc, id desc limit ${limit}
    ) as newest
    where followed.follower_id = ${userId}
    order by newest.created_at desc, newest.id desc limit ${limit}`)
  return rows.map(toTrack)
}

/**
 * Reads the newest public tracks of all users from the index `tracks_public_newest`, at most `window` of them, and
 * filters: cheap for those who follow many. In a CASE the planner hashes the followed users once and keeps the order of
 * the index, so that the scan ends with the last track of the page; a join would be sorted first.
 */
export async function findInWindow(
  db: Db,
  { userId, limit, after, window }: FollowedPage & { window: number },
) {
  const { rows } = await db.execute<{ id: string; at: string }>(sql`
    select id, created_at as at from (
      select id, user_id, created_at from ${tracks} where privacy = 'public' ${isBefore(after)}
      order by created_at desc, id desc limit ${window}
    ) as newest
    where case when user_id in (select following_id from ${follows} where follower_id = ${userId})
      then true else false end
    order by created_at desc, id desc limit ${limit}`)
  return rows.map(toTrack)
}

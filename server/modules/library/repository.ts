import { and, desc, eq, sql } from 'drizzle-orm'
import {
  follows,
  librarySettings,
  likes,
  playlists,
  savedPlaylists,
  tracks,
  users,
} from '#server/database/schema.ts'
import { trackColumns } from '#server/modules/tracks/columns.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { CursorPosition, PageRange } from '#server/shared/cursor.ts'
import { trackContains } from '#server/shared/text-filter-repository.ts'
import { visibleTo } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'

type LikedPage = PageRange & {
  /** A substring of the title or of the uploader's display name. */
  q: string | null | undefined
}

/** Newest like first, in the order of the index `likes_by_user`. */
export function listLiked(db: Db, viewer: Viewer, { limit, after, q }: LikedPage) {
  return db
    .select({
      track: trackColumns,
      user: userSummaryColumns,
      likedBy: likes.userId,
      likedAt: likes.createdAt,
    })
    .from(likes)
    .innerJoin(tracks, eq(tracks.id, likes.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(
      and(
        eq(likes.userId, viewer.id),
        visibleTo(tracks, viewer),
        q ? trackContains(q) : undefined,
        after && sql`(${likes.createdAt}, ${likes.trackId}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(likes.createdAt), desc(likes.trackId))
    .limit(limit)
}

type FollowedPage = PageRange & { userId: string }
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

/** The defaults of a user without a row: history is on, and everything since the account was created is new. */
export async function findSettings(db: Db, userId: string) {
  const rows = await db
    .select({
      historyEnabled: sql<boolean>`coalesce(${librarySettings.historyEnabled}, true)`,
      seenAt: sql<Date>`coalesce(${librarySettings.followingSeenAt}, ${users.createdAt})`.mapWith(
        users.createdAt,
      ),
    })
    .from(users)
    .leftJoin(librarySettings, eq(librarySettings.userId, users.id))
    .where(eq(users.id, userId))
  return rows[0]
}

export async function saveFollowingSeen(db: Db, userId: string, followingSeenAt: Date) {
  await db
    .insert(librarySettings)
    .values({ userId, followingSeenAt })
    .onConflictDoUpdate({ target: librarySettings.userId, set: { followingSeenAt } })
}

/** Own playlists by creation and saved ones by saving, merged from two index ranges of one page each. */
export async function listLibraryIds(
  db: Db,
  viewer: Viewer,
  { limit, after, releases }: PageRange & { releases?: boolean | undefined },
) {
  const before = (at: string, id: string) =>
    after ? sql`and (${sql.raw(at)}, ${sql.raw(id)}) < (${after.value}, ${after.id})` : sql``
  const visible = visibleTo(playlists, viewer)
  const kind =
    releases === undefined ? sql`` : sql`and (${playlists.type} <> 'playlist') = ${releases}`
  const { rows } = await db.execute<{ id: string; at: string }>(sql`
    (select id, created_at as at from ${playlists}
     where user_id = ${viewer.id} ${kind} ${before('created_at', 'id')}
     order by created_at desc, id desc limit ${limit})
    union all
    (select playlist_id, saved_at from ${savedPlaylists}
     join ${playlists} on ${playlists.id} = playlist_id
     where ${savedPlaylists.userId} = ${viewer.id} and ${visible ?? sql`true`}
       and ${playlists.userId} <> ${viewer.id} ${kind} ${before('saved_at', 'playlist_id')}
     order by saved_at desc, playlist_id desc limit ${limit})
    order by at desc, id desc limit ${limit}`)
  return rows.map(({ id, at }) => ({ id, at: new Date(at) }))
}

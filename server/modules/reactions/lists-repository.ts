import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import {
  blocks,
  follows,
  playlists,
  playlistTracks,
  reposts,
  tracks,
  users,
} from '#server/database/schema.ts'
import { userSummaryColumns } from '#server/modules/users/columns.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { PageRange } from '#server/shared/cursor.ts'
import { areUnblocked, isActiveUser, isPublic, isPublicRelease } from '#server/shared/visibility.ts'

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

/** Whether the user has reposted it, and how many have: without suspended users, and those blocked by its owner or blocking them. */
export async function countReposts(
  db: Db,
  target: 'track' | 'playlist',
  id: string,
  { ownerId, userId }: { ownerId: string; userId: string | undefined },
) {
  const { rows } = await db.execute<{ count: number; isOwn: boolean | null }>(sql`
    select count(*)::int as count, bool_or(${reposts.userId} = ${userId ?? null}::uuid) as "isOwn"
    from ${reposts} join ${users} on ${users.id} = ${reposts.userId} and ${isActiveUser}
    where ${target === 'track' ? reposts.trackId : reposts.playlistId} = ${id} and ${areUnblocked(sql`${ownerId}::uuid`, sql`${reposts.userId}`)}`)
  return { count: rows[0]?.count ?? 0, isOwn: rows[0]?.isOwn ?? false }
}

type RepostPage = PageRange & { userId: string; viewerId: string | undefined }
type RepostRow = { id: string; trackId: string | null; playlistId: string | null; at: Date }

/** What is public, and a release still. */
export async function listRepostRows(
  db: Db,
  { userId, viewerId = userId, limit, after }: RepostPage,
): Promise<RepostRow[]> {
  const [user, viewer] = [sql`${userId}::uuid`, sql`${viewerId}::uuid`]
  const isShown = (owner: SQL) =>
    sql`${areUnblocked(owner, user)} and ${areUnblocked(owner, viewer)}`
  const { rows } = await db.execute<Omit<RepostRow, 'at'> & { at: string }>(sql`
    select id, track_id as "trackId", playlist_id as "playlistId", created_at as at
    from ${reposts} repost
    where user_id = ${userId} and ${areUnblocked(user, viewer)}
      ${after ? sql`and (created_at, id) < (${after.value}, ${after.id})` : sql``}
      and (exists (
        select from ${tracks} item where item.id = repost.track_id and ${isPublic('item')}
          and ${isShown(sql`item.user_id`)})
      or exists (
        select from ${playlists} item where item.id = repost.playlist_id and ${isPublicRelease('item')}
          and ${isShown(sql`item.user_id`)}))
    order by created_at desc, id desc limit ${limit}`)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

export type RepostedTrack = { id: string; createdAt: Date; repostedBy: string }

/**
 * The tracks that followed users repost, alone or in a release, each once: by the first repost. Without those whose
 * artists the user follows, which are in the list by themselves. Tracks of a release are in its order.
 */
export async function findRepostedTracks(
  db: Db,
  { userId, limit, after }: PageRange & { userId: string },
): Promise<RepostedTrack[]> {
  const { rows } = await db.execute<{ id: string; at: string; repostedBy: string }>(sql`
    with followed as materialized (
      select ${users.id} from ${follows} join ${users} on ${users.id} = following_id
      where follower_id = ${userId} and ${isActiveUser}
    ), appearances as (
      select track_id, user_id, created_at as at from ${reposts}
      where user_id in (select id from followed) and track_id is not null
      union all
      select entry.track_id, reposts.user_id, reposts.created_at - entry.position * interval '1 millisecond'
      from ${reposts} join ${playlists} release on release.id = reposts.playlist_id and ${isPublicRelease('release')}
      join ${playlistTracks} entry on entry.playlist_id = release.id
      where reposts.user_id in (select id from followed)
    ), first as (
      select distinct on (track.id) track.id, appearances.at, appearances.user_id as reposter
      from appearances join ${tracks} track on track.id = track_id and ${isPublic('track')}
      where track.user_id <> ${userId} and track.user_id not in (select id from followed)
        and ${areUnblocked(sql`track.user_id`, sql`appearances.user_id`)}
        and ${areUnblocked(sql`track.user_id`, sql`${userId}::uuid`)}
      order by track.id, appearances.at, appearances.user_id
    )
    select id, at, reposter as "repostedBy" from first
    where ${after ? sql`(at, id) < (${after.value}, ${after.id})` : sql`true`}
    order by first.at desc, id desc limit ${limit}`)
  return rows.map(({ at, ...row }) => ({ ...row, createdAt: new Date(at) }))
}

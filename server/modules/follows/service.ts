import type { ListedUser } from '#contract/users.ts'
import { badRequest, notFound, unauthorized } from '#server/errors.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import { presentUser } from '#server/modules/users/presenter.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { decodeCursor, type Page, toPage } from '#server/shared/cursor.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  countFollowers,
  deleteFollow,
  type FollowSide,
  insertFollow,
  listFollows,
  lockFollower,
} from './repository.ts'

export async function toggleFollow(db: Db, followingId: string, viewer: Viewer) {
  if (followingId === viewer.id) throw badRequest('You cannot follow yourself')
  return db.transaction(async (tx) => {
    const pair = { followerId: viewer.id, followingId }
    if (!(await lockFollower(tx, viewer.id))) throw unauthorized()
    const unfollowed = await deleteFollow(tx, pair)
    if (!unfollowed) {
      await assertUserExistsLocked(tx, followingId, () => notFound('User'))
      await insertFollow(tx, pair)
    }
    return { isFollowing: !unfollowed, followerCount: await countFollowers(tx, followingId) }
  })
}

type FollowQuery = {
  userId: string
  side: FollowSide
  limit: number
  cursor?: string | undefined
  viewer: Viewer | undefined
}

/** A user's followers, or the users that they follow. */
export async function listFollowPage(
  db: Db,
  { userId, side, limit, cursor, viewer }: FollowQuery,
): Promise<Page<ListedUser>> {
  const rows = await listFollows(db, {
    userId,
    side,
    limit: limit + 1,
    after: decodeCursor('recent', cursor),
    viewerId: viewer?.id,
  })
  const { items, next } = toPage(rows, limit, 'recent', ({ followId, followedAt }) => ({
    value: followedAt.toISOString(),
    id: followId,
  }))
  return {
    items: items.map(({ user, isFollowing }) => ({ ...presentUser(user), isFollowing })),
    next,
  }
}

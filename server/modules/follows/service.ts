import type { ListedUser } from '#contract/users.ts'
import { badRequest, notFound, unauthorized } from '#server/errors.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import { presentUser } from '#server/modules/users/presenter.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { mapPage, type Page, type PageQuery, readPage } from '#server/shared/cursor.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  countFollowers,
  deleteFollow,
  type FollowSide,
  hasFollow,
  insertFollow,
  listFollows,
  lockFollower,
} from './repository.ts'

/** Without `isFollowing` the state is inverted. */
export async function toggleFollow(
  db: Db,
  followingId: string,
  viewer: Viewer,
  isFollowing?: boolean,
) {
  if (followingId === viewer.id) throw badRequest('You cannot follow yourself')
  return db.transaction(async (tx) => {
    const pair = { followerId: viewer.id, followingId }
    if (!(await lockFollower(tx, viewer.id))) throw unauthorized()
    const wasFollowing = await hasFollow(tx, pair)
    const follows = isFollowing ?? !wasFollowing
    if (!follows) await deleteFollow(tx, pair)
    else if (!wasFollowing) {
      await assertUserExistsLocked(tx, followingId, () => notFound('User'))
      await insertFollow(tx, pair)
    }
    return { isFollowing: follows, followerCount: await countFollowers(tx, followingId) }
  })
}

type FollowQuery = PageQuery & {
  userId: string
  side: FollowSide
  viewer: Viewer | undefined
}

/** A user's followers, or the users that they follow. */
export async function listFollowPage(
  db: Db,
  { userId, side, viewer, ...query }: FollowQuery,
): Promise<Page<ListedUser>> {
  const page = await readPage(
    side,
    query,
    (range) => listFollows(db, { userId, side, ...range, viewerId: viewer?.id }),
    ({ followId, followedAt }) => [followedAt, followId],
  )
  return mapPage(page, ({ user, isFollowing }) => ({ ...presentUser(user), isFollowing }))
}

import type { ListedUser } from '#contract/users.ts'
import { badRequest, forbidden, notFound, unauthorized } from '#server/errors.ts'
import { notify, retract } from '#server/modules/notifications/service.ts'
import { cannot, findBlocked } from '#server/modules/reactions/blocks.ts'
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
  type Pair,
} from './follows-repository.ts'

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
    const notice = { kind: 'follow', userId: followingId, actorId: viewer.id } as const
    if (!follows) {
      const at = await deleteFollow(tx, pair)
      if (at) await retract(tx, { ...notice, at })
    } else if (!wasFollowing) {
      await assertUserExistsLocked(tx, followingId, () => notFound('User'))
      await assertMayFollow(tx, pair)
      await insertFollow(tx, pair)
      await notify(tx, notice)
    }
    return { isFollowing: follows, followerCount: await countFollowers(tx, followingId) }
  })
}

/** `toggleFollow` locks the follower, and a block locks both: no follow survives a block. */
async function assertMayFollow(tx: Db, { followerId, followingId }: Pair) {
  const block = { userId: followingId, blockedId: followerId }
  const ownBlock = { userId: followerId, blockedId: followingId }
  const isBlocked = await findBlocked(tx, [block, ownBlock])
  if (isBlocked(ownBlock)) throw forbidden('Unblock this user to follow them.')
  if (isBlocked(block)) throw cannot('follow this user')
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

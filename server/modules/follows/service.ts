import { badRequest, notFound, unauthorized } from '#server/errors.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { countFollowers, deleteFollow, insertFollow, lockFollower } from './repository.ts'

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

import { badInput, notFound, notSignedIn } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { holdUser } from '../queries.ts'
import { countFollowers, deleteFollow, insertFollow, takeTurn } from './queries.ts'

/** Follows the person, or stops following. */
export async function toggleFollow(db: Db, followingId: string, viewer: Viewer) {
  if (followingId === viewer.id) throw badInput('You cannot follow yourself')
  return db.transaction(async (transaction) => {
    const pair = { followerId: viewer.id, followingId }
    if (!(await takeTurn(transaction, viewer.id))) throw notSignedIn()
    const stopped = await deleteFollow(transaction, pair)
    if (!stopped) {
      if (!(await holdUser(transaction, followingId))) throw notFound('User')
      await insertFollow(transaction, pair)
    }
    return {
      isFollowing: !stopped,
      followerCount: await countFollowers(transaction, followingId),
    }
  })
}

import * as contract from '#contract/users.ts'
import { getUser } from '#server/modules/users/service.ts'
import { createKeyedMutex } from '#server/platform/batching/keyed-mutex.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { listFollowPage, toggleFollow } from './follows.ts'

/** Users follow each other; profiles list followers and followed users. */
export function followRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  // Saves database connections; the row lock decides.
  const withLock = createKeyedMutex()
  registerRoute(contract.followUser, {
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    handle: ({ params, viewer }) => withLock(viewer.id, () => toggleFollow(db, params.id, viewer)),
    limit: { max: 60, windowSeconds: 60, per: 'user' },
  })
  for (const [route, side] of [
    [contract.listFollowers, 'followers'],
    [contract.listFollowing, 'following'],
  ] as const)
    registerRoute(route, {
      mayLag: true,
      guard: ({ params, viewer }) => getUser(db, params.id, viewer),
      async handle({ params, query, viewer, reply }) {
        const { id: userId } = await getUser(db, params.id, viewer)
        return sendPage(reply, await listFollowPage(db, { ...query, userId, side, viewer }))
      },
    })
}

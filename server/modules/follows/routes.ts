import { followUser as followUserRoute } from '#contract/users.ts'
import { requireUser } from '#server/modules/users/service.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import { createKeyedMutex } from '#server/platform/postgres/keyed-mutex.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { toggleFollow } from './service.ts'

export function followRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  const withLock = createKeyedMutex()
  registerRoute(followUserRoute, {
    guard: ({ params }) => requireUser(db, params.id),
    handle: ({ params, viewer }) => withLock(viewer.id, () => toggleFollow(db, params.id, viewer)),
    limit: { max: 60, windowSeconds: 60, per: 'user' },
  })
}

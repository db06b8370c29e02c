import {
  liftSuspension as liftSuspensionRoute,
  suspendUser as suspendUserRoute,
} from '#contract/users.ts'
import { getUser } from '#server/modules/users/service.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import { type Deps, liftSuspension, suspendUser } from './service.ts'

export function suspensionRoutes(registerRoute: RegisterRoute, deps: Deps) {
  const { db } = deps
  registerRoute(suspendUserRoute, {
    // Takes long for a user with thousands of tracks.
    noTimeout: true,
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    handle: ({ params, body, viewer }) => suspendUser(deps, params.id, body.reason, viewer),
  })
  registerRoute(liftSuspensionRoute, {
    noTimeout: true,
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    handle: ({ params, viewer }) => liftSuspension(deps, params.id, viewer),
  })
}

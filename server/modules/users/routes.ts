import {
  getProfile as getProfileRoute,
  listUsers as listUsersRoute,
  updateProfile as updateProfileRoute,
  updateUserAsAdmin as updateUserAsAdminRoute,
} from '#contract/users.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import {
  type Deps,
  getProfile,
  getUser,
  listUsers,
  updateProfile,
  updateUserAsAdmin,
} from './service.ts'

export function userRoutes(registerRoute: RegisterRoute, deps: Deps) {
  const { db } = deps
  registerRoute(listUsersRoute, {
    handle: async ({ query, reply }) => sendPage(reply, await listUsers(deps, query)),
  })
  registerRoute(getProfileRoute, {
    handle: ({ params, viewer }) => getProfile(db, params.id, viewer),
  })
  registerRoute(updateProfileRoute, {
    handle: ({ body, viewer }) => updateProfile(db, viewer, body),
  })
  registerRoute(updateUserAsAdminRoute, {
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    handle: ({ params, body, viewer }) => updateUserAsAdmin(deps, params.id, body, viewer),
  })
}

import * as contract from '#contract/users.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import {
  type Deps,
  getProfile,
  getUser,
  listUsers,
  updateProfile,
  updateUserAsAdmin,
} from './service.ts'

/** Profiles, and the list of all users for the administrator. */
export function userRoutes(registerRoute: RegisterRoute, deps: Deps) {
  const { db } = deps
  registerRoute(contract.listUsers, {
    handle: async ({ query, reply }) => sendPage(reply, await listUsers(deps, query)),
  })
  registerRoute(contract.getProfile, {
    handle: ({ params, viewer }) => getProfile(db, params.id, viewer),
  })
  registerRoute(contract.updateProfile, {
    handle: ({ body, viewer }) => updateProfile(db, viewer, body),
  })
  registerRoute(contract.updateUserAsAdmin, {
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    handle: ({ params, body, viewer }) => updateUserAsAdmin(deps, params.id, body, viewer),
  })
}

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
export function userRoutes(
  registerRoute: RegisterRoute,
  { assertCanPublish, ...deps }: Deps & { assertCanPublish(userId: string): Promise<void> },
) {
  const { db } = deps
  registerRoute(contract.listUsers, {
    handle: async ({ query, reply }) => sendPage(reply, await listUsers(deps, query)),
  })
  registerRoute(contract.getProfile, {
    mayLag: true,
    handle: ({ params, viewer }) => getProfile(db, params.id, viewer),
  })
  registerRoute(contract.updateProfile, {
    async handle({ body, viewer }) {
      if (body.website || body.bio || body.fediverse) await assertCanPublish(viewer.id)
      return updateProfile(db, viewer, body)
    },
  })
  registerRoute(contract.updateUserAsAdmin, {
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    handle: ({ params, body, viewer }) => updateUserAsAdmin(deps, params.id, body, viewer),
  })
}

import {
  getProfile as getProfileRoute,
  listUsers as listUsersRoute,
  updateProfile as updateProfileRoute,
  updateUserAsAdmin as updateUserAsAdminRoute,
} from '#contract/users.ts'
import { nextPageLink, type RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { getProfile, listUsers, requireUser, updateProfile, updateUserAsAdmin } from './service.ts'

export function userRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  registerRoute(listUsersRoute, {
    async handle({ query, request, reply }) {
      const { items, next } = await listUsers(db, query)
      if (next) reply.header('link', nextPageLink(request.url, next))
      return items
    },
  })
  registerRoute(getProfileRoute, {
    handle: ({ params, viewer }) => getProfile(db, params.id, viewer),
  })
  registerRoute(updateProfileRoute, {
    handle: ({ body, viewer }) => updateProfile(db, viewer, body),
  })
  registerRoute(updateUserAsAdminRoute, {
    guard: ({ params }) => requireUser(db, params.id),
    handle: ({ params, body, viewer }) => updateUserAsAdmin(db, params.id, body, viewer),
  })
}

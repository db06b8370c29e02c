import * as tracksContract from '#contract/tracks.ts'
import * as usersContract from '#contract/users.ts'
import { assertCanEdit } from '#server/modules/tracks/policy.ts'
import { getUser } from '#server/modules/users/service.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { deleteTrack, deleteUser } from './service.ts'

/** Deletes tracks and users with everything that belongs to them, in one transaction each. */
export function deletionRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  registerRoute(tracksContract.deleteTrack, {
    guard: ({ params, viewer }) => assertCanEdit(db, params.id, viewer),
    handle: ({ params, viewer }) => deleteTrack(db, params.id, viewer),
  })
  registerRoute(usersContract.deleteUserAsAdmin, {
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    handle: ({ params, viewer }) => deleteUser(db, params.id, viewer),
  })
}

import * as contract from '#contract/pins.ts'
import { getUser } from '#server/modules/users/service.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { listPins, setPins } from './pins.ts'

/** What artists pin to the top of their profile. */
export function pinRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  registerRoute(contract.listPins, {
    mayLag: true,
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    handle: ({ params, viewer }) => listPins(db, params.id, viewer),
  })
  registerRoute(contract.setPins, {
    handle: ({ body, viewer }) => setPins(db, body.pins, viewer),
  })
}

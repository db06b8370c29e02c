import * as contract from '#contract/credits.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { decideCredit, listOwnCredits } from './service.ts'

/** The credits of the caller. Those of a track or release are saved with it. */
export function creditRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  registerRoute(contract.listOwnCredits, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listOwnCredits(db, query, viewer)),
  })
  registerRoute(contract.decideCredit, {
    handle: ({ params, body, viewer }) => decideCredit(db, params.id, body.accepted, viewer),
  })
}

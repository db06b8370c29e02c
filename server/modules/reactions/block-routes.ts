import * as contract from '#contract/users.ts'
import { getUser } from '#server/modules/users/service.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { blockUser, listBlocks, unblockUser } from './blocks.ts'

const limit = { max: 60, windowSeconds: 60, per: 'user' } as const

/** Users block each other; the rules are in the modules of follows, likes, comments and share links. */
export function blockRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  registerRoute(contract.blockUser, {
    limit,
    guard: ({ params, viewer }) => getUser(db, params.id, viewer),
    handle: ({ params, viewer }) => blockUser(db, params.id, viewer),
  })
  registerRoute(contract.unblockUser, {
    limit,
    handle: ({ params, viewer }) => unblockUser(db, params.id, viewer),
  })
  registerRoute(contract.listBlocks, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listBlocks(db, query, viewer)),
  })
}

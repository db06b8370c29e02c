import { urlFor } from '#contract/client.ts'
import * as contract from '#contract/invites.ts'
import * as routes from '#contract/routes.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { createInvite, listInvites, revokeInvite } from './service.ts'

const writeLimit = { max: 60, windowSeconds: 60, per: 'user' } as const

type Deps = { db: Db; publicUrl: string }

/** The administrator invites people while registration is by invite. */
export function inviteRoutes(registerRoute: RegisterRoute, { db, publicUrl }: Deps) {
  registerRoute(contract.listInvites, {
    handle: async ({ query, reply }) => sendPage(reply, await listInvites(db, query)),
  })
  registerRoute(contract.createInvite, {
    limit: writeLimit,
    async handle({ body, viewer }) {
      const { invite, token } = await createInvite(db, body, viewer)
      const link = urlFor(routes.login, { query: { prompt: 'create', invite: token } })
      return { invite, url: publicUrl + link }
    },
  })
  registerRoute(contract.revokeInvite, {
    limit: writeLimit,
    handle: ({ params, viewer }) => revokeInvite(db, params.id, viewer),
  })
}

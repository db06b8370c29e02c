import * as contract from '#contract/discover.ts'
import { negotiate } from '#server/platform/http/cached-response.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { MemoizedAsync } from '#server/shared/memoize-async.ts'
import { assertGenreExists, listGenres, listGenreTracks, listSection } from './lists.ts'
import { type CachedDiscovery, personalizeDiscovery } from './service.ts'

type Deps = { db: Db; discovery: MemoizedAsync<CachedDiscovery> }

export function discoverRoutes(registerRoute: RegisterRoute, { db, discovery }: Deps) {
  registerRoute(contract.discover, {
    cached: () => discovery.peek()?.response,
    async handle({ viewer, request, reply }) {
      const current = await discovery.get()
      if (!viewer) {
        const { status, headers, body } = negotiate(current.response, request.headers)
        return reply.code(status).headers(headers).send(body)
      }
      return personalizeDiscovery(db, current, viewer.id)
    },
  })
  registerRoute(contract.listSection, {
    handle: async ({ params, query, viewer, reply }) =>
      sendPage(reply, await listSection(db, params.section, query, viewer)),
  })
  registerRoute(contract.listGenres, { handle: () => listGenres(db) })
  registerRoute(contract.listGenreTracks, {
    guard: ({ params }) => assertGenreExists(db, params.genre),
    handle: async ({ params, query, viewer, reply }) =>
      sendPage(reply, await listGenreTracks(db, params.genre, query, viewer)),
  })
}

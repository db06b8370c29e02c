import * as contract from '#contract/search.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { search } from './service.ts'

export function searchRoutes(registerRoute: RegisterRoute, { db }: { db: Db }) {
  registerRoute(contract.search, {
    mayLag: true,
    handle: ({ query, viewer }) => search(db, { text: query.q, limit: query.limit, viewer }),
  })
}

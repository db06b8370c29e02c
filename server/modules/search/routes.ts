import { search as searchCall } from '#contract/search.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { search } from './service.ts'

export function searchRoutes(serve: RegisterRoute, { db }: { db: Db }) {
  serve(searchCall, {
    handle: ({ query, viewer }) => search(db, { text: query.q, limit: query.limit, viewer }),
  })
}

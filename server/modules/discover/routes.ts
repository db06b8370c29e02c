import { discover } from '#contract/discover.ts'
import { negotiate } from '#server/platform/http/cached-response.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { MemoizedAsync } from '#server/shared/memoize-async.ts'
import { type Feed, personaliseFeed } from './service.ts'

type Deps = { db: Db; home: MemoizedAsync<Feed> }

export function discoverRoutes(serve: RegisterRoute, { db, home }: Deps) {
  serve(discover, {
    cached: () => home.peek()?.response,
    async handle({ viewer, request, reply }) {
      const feed = await home.get()
      if (!viewer) {
        const { status, headers, body } = negotiate(feed.response, request.headers)
        return reply.code(status).headers(headers).send(body)
      }
      reply.header('cache-control', 'private, no-cache')
      return personaliseFeed(db, feed, viewer.id)
    },
  })
}

import { discover } from '#contract/discover.ts'
import { negotiate } from '#server/platform/http/cached-response.ts'
import type { RegisterRoute } from '#server/platform/http/register-route.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type Home, homeOf } from './home.ts'
import type { Kept } from './kept-answer.ts'

type Deps = { db: Db; home: Kept<Home> }

export function discoverRoutes(serve: RegisterRoute, { db, home }: Deps) {
  serve(discover, {
    cached: () => home.ready()?.bytes,
    async handle({ viewer, request, reply }) {
      const kept = await home.answer()
      if (!viewer) {
        const { status, headers, body } = negotiate(kept.bytes, request.headers)
        return reply.code(status).headers(headers).send(body)
      }
      reply.header('cache-control', 'private, no-cache').type('application/json; charset=utf-8')
      return reply.send(await homeOf(db, kept, viewer.id))
    },
  })
}

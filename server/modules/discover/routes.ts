import { type Discovery, discover as discoverCall } from '#contract/discover.ts'
import { holdsTag } from '#server/platform/http/byte-ranges.ts'
import { takesGzip } from '#server/platform/http/compressed.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { discover } from './discover.ts'
import type { KeptAnswer } from './kept-answer.ts'

type Deps = {
  db: Db
  /** What every visitor gets. */
  forVisitors: () => Promise<KeptAnswer<Discovery>>
}

export function discoverRoutes(serve: Serve, { db, forVisitors }: Deps) {
  serve(discoverCall, {
    async handle({ viewer, request, reply }) {
      if (viewer) {
        reply.header('cache-control', 'private, no-cache')
        return discover(db, viewer)
      }
      const { body, gzipped, etag } = await forVisitors()
      reply.header('cache-control', 'no-cache').header('etag', etag)
      reply.header('vary', 'cookie, accept-encoding')
      if (holdsTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      reply.type('application/json; charset=utf-8')
      if (!takesGzip(request)) return reply.send(body)
      return reply.header('content-encoding', 'gzip').send(gzipped)
    },
  })
}

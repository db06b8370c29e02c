import { discover as discoverCall } from '#contract/discover.ts'
import { holdsTag } from '#server/platform/http/byte-ranges.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { discover } from './discover.ts'
import { keepAnswer } from './kept-answer.ts'

type Deps = {
  db: Db
  /** Calls back whenever something public may have appeared, changed or gone. */
  onCatalogueChange(listener: () => void): void
}

export function discoverRoutes(serve: Serve, { db, onCatalogueChange }: Deps) {
  const kept = keepAnswer(() => discover(db, undefined))
  onCatalogueChange(kept.drop)

  serve(discoverCall, {
    async handle({ viewer, request, reply }) {
      if (viewer) {
        reply.header('cache-control', 'private, no-cache')
        return discover(db, viewer)
      }
      const { body, gzipped, etag } = await kept.answer()
      reply.header('cache-control', 'no-cache').header('etag', etag)
      reply.header('vary', 'cookie, accept-encoding')
      if (holdsTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      reply.type('application/json; charset=utf-8')
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(body)
      return reply.header('content-encoding', 'gzip').send(gzipped)
    },
  })
}

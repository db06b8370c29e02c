import type { FastifyReply, FastifyRequest } from 'fastify'
import { discover as discoverCall } from '#contract/discover.ts'
import { holdsTag } from '#server/platform/http/byte-ranges.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { discover } from './discover.ts'
import { type KeptAnswer, keepAnswer } from './kept-answer.ts'

type Deps = {
  db: Db
  /** Calls back whenever something public may have appeared, changed or gone. */
  onCatalogueChange(listener: () => void): void
}

export function discoverRoutes(serve: Serve, { db, onCatalogueChange }: Deps) {
  const kept = keepAnswer(() => discover(db, undefined))
  onCatalogueChange(kept.drop)

  serve(discoverCall, {
    ready(request) {
      const answer = kept.ready()
      return answer && ((reply) => sendKept(request, reply, answer))
    },
    async handle({ viewer, request, reply }) {
      if (viewer) {
        reply.header('cache-control', 'private, no-cache')
        return discover(db, viewer)
      }
      return sendKept(request, reply, await kept.answer())
    },
  })
}

function sendKept(request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer): FastifyReply {
  const { body, gzipped, etag } = answer
  const { 'if-none-match': held, 'accept-encoding': encodings = '' } = request.headers
  reply.headers({ 'cache-control': 'no-cache', etag, vary: 'cookie, accept-encoding' })
  if (holdsTag(held, etag)) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  if (!/\bgzip\b/.test(String(encodings))) return reply.send(body)
  return reply.header('content-encoding', 'gzip').send(gzipped)
}

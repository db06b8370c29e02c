import type { FastifyReply, FastifyRequest } from 'fastify'
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
  forVisitors: {
    answer(): Promise<KeptAnswer<Discovery>>
    /** The answer, if it need not be made first. */
    ready(): KeptAnswer<Discovery> | undefined
  }
}

export function discoverRoutes(serve: Serve, { db, forVisitors }: Deps) {
  serve(discoverCall, {
    ready(request) {
      const answer = forVisitors.ready()
      return answer && ((reply) => sendKept(request, reply, answer))
    },
    async handle({ viewer, request, reply }) {
      if (viewer) {
        reply.header('cache-control', 'private, no-cache')
        return discover(db, viewer)
      }
      return sendKept(request, reply, await forVisitors.answer())
    },
  })
}

function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, gzipped, etag }: KeptAnswer<Discovery>,
): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', etag, vary: 'cookie, accept-encoding' })
  if (holdsTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  if (!takesGzip(request)) return reply.send(body)
  return reply.header('content-encoding', 'gzip').send(gzipped)
}

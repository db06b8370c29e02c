import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/errors.ts'
import { sandboxHeaders } from '#server/platform/http/send-object.ts'
import { createSquareJpegs } from '#server/platform/media/square-jpeg.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { clientSubnet } from '#server/platform/rate-limit/client-subnet.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import { openSquareImage, squareSizes } from './service.ts'

type Deps = { db: Db; store: ObjectStore; limiter: RateLimiter }
type ImageRequest = { Params: { kind: string; file: string }; Querystring: { size?: unknown } }

const limit = { max: 600, windowSeconds: 300, per: 'ip' } as const

/** Artwork, covers and profile images as square JPEGs, for podcast apps and for thumbnails on other sites. */
export function squareImageRoutes(app: FastifyInstance, { db, store, limiter }: Deps) {
  const check = limiter.check('square-images', limit)
  const toSquareJpeg = createSquareJpegs()
  app.get<ImageRequest>(
    '/square-images/:kind/:file',
    { schema: { hide: true }, onRequest: async (request) => check(request) },
    async ({ params, query, ip }, reply) => {
      const id = /^(.*)\.jpg$/.exec(params.file)?.[1]
      const size = squareSizes.find((known) => String(known) === (query.size ?? '1400'))
      if (!id || !size) throw notFound('Image')
      const { key, isPublic, load } = await openSquareImage(
        { db, store },
        { kind: params.kind, id, size },
      )
      return reply
        .headers({
          ...sandboxHeaders,
          // Shared caches would serve it after it has become private.
          'cache-control': isPublic ? 'private, max-age=3600' : 'private, no-cache',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .type('image/jpeg')
        .send(await toSquareJpeg({ key, size, load, client: clientSubnet(ip) }))
    },
  )
}

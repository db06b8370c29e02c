import type { FastifyInstance } from 'fastify'
import type { SiteInfo } from '#server/config.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import { cacheAge, presentOEmbed, presentXml } from './presenter.ts'
import { findByUrl, fitSize } from './service.ts'

type Deps = { db: Db; site: SiteInfo; studioName: string; limiter: RateLimiter }
type Query = Record<'url' | 'format' | 'maxwidth' | 'maxheight', unknown>

const limit = { max: 600, windowSeconds: 300, per: 'ip' } as const

/** https://oembed.com: how other sites find the embedded player of a page. The same for every caller. */
export function oEmbedRoutes(app: FastifyInstance, { db, site, studioName, limiter }: Deps) {
  const check = limiter.check('oembed', limit)
  app.get<{ Querystring: Partial<Query> }>(
    '/oembed',
    { schema: { hide: true }, onRequest: async (request) => check(request) },
    async ({ query }, reply) => {
      const { url, format = 'json' } = query
      // Not thrown: errors from 500 on are logged, and this one is the caller's.
      if (format !== 'json' && format !== 'xml')
        return reply.code(501).send({ message: 'This format is not available: use json or xml.' })
      const item = await findByUrl(
        { db, publicUrl: site.publicUrl, studioName },
        typeof url === 'string' ? url : '',
      )
      const size = fitSize(item.kind, {
        maxWidth: toPixels(query.maxwidth),
        maxHeight: toPixels(query.maxheight),
      })
      const response = presentOEmbed(item, size, site)
      // Scripts of other sites may read it: it is the same for everyone.
      reply.headers({
        // Shared caches would serve it after the item has become private.
        'cache-control': `private, max-age=${cacheAge}`,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      if (format === 'json') return reply.send(response)
      return reply.type('text/xml; charset=utf-8').send(presentXml(response))
    },
  )
}

/** Anything but a positive whole number is no limit. */
function toPixels(given: unknown): number | undefined {
  const pixels = typeof given === 'string' && /^\d{1,6}$/.test(given) ? Number(given) : 0
  return pixels > 0 ? pixels : undefined
}

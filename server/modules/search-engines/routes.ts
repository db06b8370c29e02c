import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteInfo } from '#server/config.ts'
import { listGenres } from '#server/modules/discover/lists.ts'
import { acceptsGzip } from '#server/platform/http/gzip.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import {
  presentEntries,
  presentOpenSearch,
  presentPages,
  presentRobots,
  presentSitemapIndex,
} from './presenter.ts'
import { createSitemap } from './service.ts'

type Deps = { db: Db; site: SiteInfo; limiter: RateLimiter; deniesTraining: boolean }

/** Seconds. With the cache of service.ts, the sitemap is at most a minute old. */
const maxAge = 30
/** A file of 50,000 addresses takes a third of a second of CPU; a crawler reads each once. */
const fileLimit = { max: 120, windowSeconds: 300, per: 'ip' } as const
const pages = 'pages.xml'
const hidden = { schema: { hide: true } }

/** What search engines and browsers read about the site. The same for every caller, and only what is public. */
export function searchEngineRoutes(app: FastifyInstance, { db, site, limiter, ...deps }: Deps) {
  const check = limiter.check('search-engines', { max: 600, windowSeconds: 300, per: 'ip' })
  const checkFile = limiter.check('sitemap-files', fileLimit)
  const sitemap = createSitemap(db)

  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => check(request))

    scope.get('/robots.txt', hidden, (_request, reply) =>
      cacheable(reply, 3600)
        .type('text/plain; charset=utf-8')
        .send(presentRobots(site, deps.deniesTraining)),
    )
    scope.get('/opensearch.xml', hidden, (_request, reply) =>
      cacheable(reply, 3600)
        .type('application/opensearchdescription+xml; charset=utf-8')
        .send(presentOpenSearch(site)),
    )
    scope.get('/sitemap.xml', hidden, async (request, reply) => {
      const files = await sitemap.files()
      return sendXml(request, reply, [presentSitemapIndex(site, [pages, ...files])])
    })
    scope.get<{ Params: { name: string } }>('/sitemap/:name', hidden, async (request, reply) => {
      const { name } = request.params
      if (name === pages) {
        const genres = await listGenres(db)
        const names = genres.map(({ genre }) => genre)
        return sendXml(request, reply, [presentPages(site, names)])
      }
      checkFile(request)
      const batches = await sitemap.open(name)
      if (!batches) return reply.callNotFound()
      return sendXml(request, reply, presentEntries(site, batches))
    })
  })
}

const cacheable = (reply: FastifyReply, seconds: number) =>
  reply.header('cache-control', `public, max-age=${seconds}`)

/** Streamed, and as fast as the client reads. */
function sendXml(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Iterable<string> | AsyncIterable<string>,
) {
  cacheable(reply, maxAge).type('application/xml; charset=utf-8').header('vary', 'accept-encoding')
  const isCompressed = acceptsGzip(request.headers)
  if (isCompressed) reply.header('content-encoding', 'gzip')
  // Fastify would read the whole stream and discard it; for an empty string it would send Content-Length: 0.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  const text = Readable.from(parts, { objectMode: false, highWaterMark: 64 * 1024 })
  if (!isCompressed) return reply.send(text)
  const gzip = createGzip({ level: 1 })
  text.once('error', (error) => gzip.destroy(error))
  gzip.once('close', () => text.destroy())
  return reply.send(text.pipe(gzip))
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { feedPattern } from '#contract/paths.ts'
import { etagMatches } from '#server/platform/http/byte-ranges.ts'
import { hasControlCharactersInUrl } from '#server/platform/http/control-characters.ts'
import { acceptsGzip, gzipFast } from '#server/platform/http/gzip.ts'
import { MiB } from '#server/platform/memory/memory-budget.ts'
import { countCacheRequest } from '#server/platform/metrics/metrics.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import { type Feed, type FeedSite, presentFeed } from './presenter.ts'
import { openPlaylistFeed, openProfileFeed, readItems } from './service.ts'

type Deps = {
  db: Db
  store: ObjectStore
  site: FeedSite
  limiter: RateLimiter
}
type FeedRequest = FastifyRequest<{ Params: { name: string }; Querystring: { cursor?: unknown } }>

const hidden = { schema: { hide: true }, config: { allowsCrossSite: true } } as const
const limit = { max: 600, windowSeconds: 300, per: 'ip' } as const

/** RSS of profiles and playlists for podcast apps, which have no cookies: the same for every caller. */
export function feedRoutes(app: FastifyInstance, { db, store, site, limiter }: Deps) {
  const check = limiter.check('feeds', limit)
  const rendered = new LRUCache<string, Buffer>({
    max: 500,
    // Larger than any page, of which none has more than about 4 MiB.
    maxSize: 16 * MiB,
    sizeCalculation: ({ length }) => length,
  })

  async function send(request: FeedRequest, reply: FastifyReply, open: typeof openProfileFeed) {
    if (hasControlCharactersInUrl(request.url)) return reply.callNotFound()
    const feed = await open({ db, site }, request.params.name)
    reply.headers({
      'cache-control': 'no-cache',
      etag: feed.etag,
      'last-modified': feed.modified.toUTCString(),
      vary: 'accept-encoding',
    })
    if (isUnchanged(request, feed)) return reply.code(304).send()
    const { cursor: given } = request.query
    const cursor = typeof given === 'string' ? given : undefined
    const isCompressed = acceptsGzip(request.headers)
    if (isCompressed) reply.header('content-encoding', 'gzip')
    reply.type('application/rss+xml; charset=utf-8')
    return reply.send(await render(feed, cursor, isCompressed))
  }

  const rendering = new Map<string, Promise<Buffer>>()

  /** Cached in memory until the feed changes: not every feed reader sends the ETag. Rendered once at a time. */
  async function render(feed: Feed, cursor: string | undefined, isCompressed: boolean) {
    const key = JSON.stringify([feed.etag, cursor, isCompressed])
    const known = rendered.get(key)
    countCacheRequest('feeds', known !== undefined)
    if (known) return known
    const started = rendering.get(key) ?? renderNow(key, feed, cursor, isCompressed)
    rendering.set(key, started)
    return started.finally(() => rendering.delete(key))
  }

  async function renderNow(
    key: string,
    feed: Feed,
    cursor: string | undefined,
    isCompressed: boolean,
  ) {
    const page = await readItems({ db, store }, feed, cursor)
    const xml = presentFeed(feed, page, { site, cursor })
    const body = isCompressed ? await gzipFast(xml) : Buffer.from(xml)
    rendered.set(key, body)
    return body
  }

  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => check(request))
    scope.get(feedPattern('profile'), hidden, (request: FeedRequest, reply) =>
      send(request, reply, openProfileFeed),
    )
    for (const kind of ['playlist', 'album'] as const)
      scope.get(feedPattern(kind), hidden, (request: FeedRequest, reply) =>
        send(request, reply, openPlaylistFeed),
      )
  })
}

/** The ETag is exact; the time is for clients that send nothing else. */
function isUnchanged({ headers }: FastifyRequest, { etag, modified }: Feed): boolean {
  if (headers['if-none-match'] !== undefined) return etagMatches(headers['if-none-match'], etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(modified.getTime() / 1000) * 1000 <= since
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type EmbedKind, embedThemes } from '#contract/embed.ts'
import { embedsPath } from '#contract/paths.ts'
import type { SiteInfo } from '#server/config.ts'
import { sendError, toHttpError } from '#server/platform/http/error-handler.ts'
import { acceptsGzip, gzipFast } from '#server/platform/http/gzip.ts'
import { allowFraming } from '#server/platform/http/security.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import { cacheAge, presentOEmbed, presentXml } from './oembed-presenter.ts'
import { type Page, presentEmbed, presentMessage, presentMissing } from './presenter.ts'
import { findByUrl, fitSize, openPlaylistEmbed, openTrackEmbed } from './service.ts'

type PageDeps = Omit<Page, 'theme'>
type Deps = PageDeps & { db: Db; studioName: string; limiter: RateLimiter }
type EmbedRequest = FastifyRequest<{ Params: { name: string } }>

const kinds: EmbedKind[] = ['track', 'playlist']
const pathOf = (kind: EmbedKind) => `${embedsPath}/${kind}/`
const hidden = { schema: { hide: true }, config: { allowsCrossSite: true } } as const
/** The same limit as for pages: a whole school may share one address. */
const limit = { max: 1200, windowSeconds: 300, per: 'ip' } as const

/** Players for iframes on other sites: the same for every caller, without cookies. */
export function embedRoutes(app: FastifyInstance, { db, studioName, limiter, ...deps }: Deps) {
  const check = limiter.check('embeds', limit)
  const sendMissing = createMissingEmbed(deps)
  const open = { track: openTrackEmbed, playlist: openPlaylistEmbed }

  async function send(kind: EmbedKind, request: EmbedRequest, reply: FastifyReply) {
    const { publicUrl } = deps.site
    const embed = await open[kind]({ db, publicUrl, studioName }, request.params.name)
    const page = pageFor(request, deps)
    const html = embed ? presentEmbed(embed, page) : presentMissing(kind, page)
    framable(reply)
      .code(embed ? 200 : 404)
      .headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (!acceptsGzip(request.headers)) return reply.send(html)
    return reply.header('content-encoding', 'gzip').send(await gzipFast(html))
  }

  app.register(async (scope) => {
    scope.setErrorHandler((error: Error, request, reply) => {
      const status = toHttpError(error)?.status
      const missing = status === 400 || status === 404 ? sendMissing(request, reply) : undefined
      const present = ({ message }: { message: string }) =>
        presentMessage(message, pageFor(request, deps))
      return missing ?? sendError(error, request, framable(reply), present)
    })
    scope.addHook('onRequest', async (request) => check(request))
    for (const kind of kinds)
      scope.get(`${pathOf(kind)}:name`, hidden, (request: EmbedRequest, reply) =>
        send(kind, request, reply),
      )
  })
}

/** The page for a URL whose name no track or playlist can have; undefined for URLs of other pages. */
export function createMissingEmbed(deps: PageDeps) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    const kind = kinds.find((each) => request.url.startsWith(pathOf(each)))
    if (!kind) return undefined
    return framable(reply)
      .code(404)
      .send(presentMissing(kind, pageFor(request, deps)))
  }
}

const framable = (reply: FastifyReply) => allowFraming(reply).type('text/html; charset=utf-8')

/** Not `request.query`, which a request that could not be routed does not have. */
function pageFor({ url }: FastifyRequest, deps: PageDeps): Page {
  const given = new URLSearchParams(url.split('?')[1]).getAll('theme')
  const theme = embedThemes.find((name) => given.length === 1 && name === given[0])
  return { ...deps, theme: theme ?? 'auto' }
}

type OEmbedDeps = { db: Db; site: SiteInfo; studioName: string; limiter: RateLimiter }
type Query = Record<'url' | 'format' | 'maxwidth' | 'maxheight', unknown>

const oEmbedLimit = { max: 600, windowSeconds: 300, per: 'ip' } as const

/** https://oembed.com: how other sites find the embedded player of a page. The same for every caller. */
export function oEmbedRoutes(app: FastifyInstance, { db, site, studioName, limiter }: OEmbedDeps) {
  const check = limiter.check('oembed', oEmbedLimit)
  app.get<{ Querystring: Partial<Query> }>(
    '/oembed',
    { ...hidden, onRequest: async (request) => check(request) },
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

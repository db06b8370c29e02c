import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type EmbedKind, type EmbedTheme, embedThemes } from '#contract/embed.ts'
import type { Site } from '#server/modules/pages/presenter.ts'
import { acceptsGzip, gzipFast } from '#server/platform/http/gzip.ts'
import { allowFraming } from '#server/platform/http/security.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import { presentEmbed, presentMissing } from './presenter.ts'
import { openPlaylistEmbed, openTrackEmbed } from './service.ts'

type Deps = {
  db: Db
  site: Site
  studioName: string
  assets: { stylesheet: string; script: string }
  limiter: RateLimiter
}
type EmbedRequest = FastifyRequest<{ Params: { name: string }; Querystring: { theme?: unknown } }>

const hidden = { schema: { hide: true } }
/** As many as pages: one address may be that of a whole school. */
const limit = { max: 1200, windowSeconds: 300, per: 'ip' } as const

/** Players for iframes on other sites: the same for every caller, without cookies. */
export function embedRoutes(app: FastifyInstance, { db, site, studioName, assets, limiter }: Deps) {
  const check = limiter.check('embeds', limit)
  const open = { track: openTrackEmbed, playlist: openPlaylistEmbed }

  async function send(kind: EmbedKind, request: EmbedRequest, reply: FastifyReply) {
    const deps = { db, publicUrl: site.publicUrl, studioName }
    const embed = await open[kind](deps, request.params.name)
    const page = { theme: themeOf(request.query.theme), site, assets }
    const html = embed ? presentEmbed(embed, page) : presentMissing(kind, page)
    allowFraming(reply)
      .code(embed ? 200 : 404)
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (!acceptsGzip(request.headers)) return reply.send(html)
    return reply.header('content-encoding', 'gzip').send(await gzipFast(html))
  }

  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => check(request))
    for (const kind of ['track', 'playlist'] as const)
      scope.get(`/embed/${kind}/:name`, hidden, (request: EmbedRequest, reply) =>
        send(kind, request, reply),
      )
  })
}

const themeOf = (given: unknown): EmbedTheme =>
  embedThemes.find((theme) => theme === given) ?? 'auto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { paths } from '#contract/paths.ts'
import type { Feature, LegalLinks, PageContent, RenderPage } from '#contract/ssr.ts'
import type { SiteInfo } from '#server/config.ts'
import { RateLimitError } from '#server/errors.ts'
import {
  encodedUnreserved,
  hasControlCharactersInUrl,
} from '#server/platform/http/control-characters.ts'
import { acceptsGzip, gzipFast } from '#server/platform/http/gzip.ts'
import { hasRecentWrite } from '#server/platform/http/recent-write.ts'
import { withTimeout } from '#server/platform/http/with-timeout.ts'
import { countCacheRequest } from '#server/platform/metrics/metrics.ts'
import { readFromPrimary } from '#server/platform/postgres/read-replica.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import type { Viewer } from '#server/viewer.ts'
import type { RenderDocument } from './document.ts'
import { describePage } from './head.ts'

/** In milliseconds. After that, an error is sent instead of the page. */
const loadTimeout = 4000

type PageDeps = {
  site: SiteInfo
  legal: LegalLinks
  features: readonly Feature[]
  renderPage: RenderPage
  renderDocument: RenderDocument
  /** The user's account in the Fediverse. */
  fediverseOf(userId: string): Promise<string | null>
  /** The files of a page's chunk. */
  chunksFor: (source: string) => string[]
}
type Deps = PageDeps & {
  publicPages: PublicPages
  viewerOf(request: FastifyRequest): Promise<Viewer | undefined>
  limiter: RateLimiter
}

/** Per client subnet: more than the routes allow, because crawlers read nothing but pages. */
const pageLimit = { max: 1200, windowSeconds: 300, per: 'ip' } as const

/** Renders a page for every path that is neither an API call nor a file. */
export function pageRoutes(
  app: FastifyInstance,
  { viewerOf, limiter, publicPages, ...deps }: Deps,
) {
  const checkRateLimit = limiter.check('pages', pageLimit)
  const render = createRenderer(deps)

  async function loadAndRender(request: FastifyRequest, reply: FastifyReply): Promise<Rendered> {
    if (hasControlCharactersInUrl(request.url)) return render({ ...partsOf(request), failed: 404 })
    const isSignedIn = (await viewerOf(request)) !== undefined
    if (isSharePage(request)) {
      reply.headers(shareHeaders(reply.getHeader('x-robots-tag')))
      return render({ ...partsOf(request), isSignedIn, fetch: fetchFor(request, 'own', reply) })
    }
    const page = await renderFor(request, isSignedIn)
    if (page.status !== 404 || !isSignedIn) return page
    return render({ ...partsOf(request), isSignedIn, fetch: fetchFor(request, 'own') })
  }

  function renderFor(request: FastifyRequest, isSignedIn: boolean): Promise<Rendered> {
    if (hasRecentWrite(request)) return readFromPrimary(() => renderForVisitor(request, isSignedIn))
    return isUsual(partsOf(request))
      ? renderPublic(request, isSignedIn)
      : renderForVisitor(request, isSignedIn)
  }

  /** What everybody sees of a page. A user's browser then asks for what is theirs. */
  function renderPublic(request: FastifyRequest, isSignedIn: boolean): Promise<Rendered> {
    const key = `${isSignedIn ? 'user' : 'visitor'} ${request.url}`
    const cached = publicPages.get(key)
    countCacheRequest('pages', cached !== undefined)
    if (cached) return cached
    const rendered = renderForVisitor(request, isSignedIn)
    publicPages.set(key, rendered)
    rendered.catch(() => publicPages.delete(key))
    return rendered
  }

  const renderForVisitor = (request: FastifyRequest, isSignedIn: boolean) =>
    render({ ...partsOf(request), isSignedIn, fetch: fetchFor(request, 'public') })

  /**
   * The response of an API route, to everybody or to whom requests the page. It does not leave the process; its cookies
   * are set with the reply.
   */
  function fetchFor(
    { ip, headers: { cookie, host } }: FastifyRequest,
    whose: 'public' | 'own',
    reply?: FastifyReply,
  ) {
    return async (url: string) => {
      const { statusCode, headers, payload } = await app.inject({
        url,
        remoteAddress: ip,
        headers: { ...(cookie && whose === 'own' && { cookie }), ...(host && { host }) },
      })
      const cookies = headers['set-cookie']
      if (cookies) reply?.header('set-cookie', cookies)
      const link = headers['link']
      const type = headers['content-type']
      return new Response(payload, {
        status: statusCode,
        headers: { ...(type && { 'content-type': type }), ...(link && { link: String(link) }) },
      })
    }
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    reply.header('cache-control', 'private, no-cache')
    const rendered = await withTimeout(loadAndRender(request, reply), loadTimeout).catch(
      (error: unknown) => {
        const failed = statusOf(error)
        if (failed >= 500) request.log.error({ err: error }, 'a page could not be rendered')
        return render({ ...partsOf(request), failed })
      },
    )
    const { status, html, location, route } = rendered
    request.pageRoute = route
    if (location !== undefined) return reply.redirect(location, status)
    reply.code(status).type('text/html; charset=utf-8').header('vary', 'accept-encoding')
    if (status === 503 || status === 429) reply.header('retry-after', '5')
    if (!acceptsGzip(request.headers)) return reply.send(html)
    return reply.header('content-encoding', 'gzip').send(await gzipFast(html))
  }

  app.setNotFoundHandler(async (request, reply) => {
    const isPage = isPageRequest(request)
    try {
      checkRateLimit(request)
    } catch (error) {
      if (isPage && error instanceof RateLimitError) return sendRateLimitPage(reply, error)
      throw error
    }
    return isPage ? sendPage(request, reply) : reply.code(404).send({ message: 'Not found' })
  })
}

type Rendered = {
  status: number
  html: string
  route: string
  /** Where else the page is. */
  location?: string
}
type PublicPages = ReturnType<typeof createPublicPages>

/**
 * Rendered pages, with what everybody sees of them. They live as long as plays take to be counted; the app clears them
 * after every write.
 */
export const createPublicPages = () =>
  new LRUCache<string, Promise<Rendered>>({ max: 100, ttl: 2000 })

type Parts = { path: string; search: string }

/** What pages read of their query. */
const parameters = ['q', 'sort', 'tab', 't']

/**
 * The address as the site writes it: other spellings would push pages that everybody opens out of the cache. What a
 * share link shows ends with it.
 */
function isUsual({ path, search }: Parts): boolean {
  const names = [...new URLSearchParams(search).keys()]
  return (
    !encodedUnreserved.test(path) &&
    !path.toLowerCase().startsWith(paths.share('')) &&
    !path.slice(1).endsWith('/') &&
    names.every((name) => parameters.includes(name))
  )
}

function createRenderer({
  site,
  legal,
  features,
  renderPage,
  renderDocument,
  fediverseOf,
  chunksFor,
}: PageDeps) {
  async function creatorOf(content: PageContent) {
    if (content.kind === 'profile') return content.profile.fediverse
    if (content.kind === 'track') return fediverseOf(content.track.user.id)
    return content.kind === 'playlist' ? fediverseOf(content.playlist.user.id) : null
  }

  return async (request: Parts & Partial<Parameters<RenderPage>[0]>): Promise<Rendered> => {
    const { content, html, data, source, route } = await renderPage({
      brandName: site.brandName,
      legal,
      features,
      isSignedIn: false,
      fetch: () => Promise.reject(new Error('This page has no loader.')),
      ...request,
    })
    const location = redirectFor(content, request)
    if (location !== undefined) return { status: 301, html: '', route, location }
    const creator = await creatorOf(content)
    const head = { ...describePage(content, request.path, site), creator }
    return {
      status: request.failed ?? (content.kind === 'not-found' ? 404 : 200),
      html: renderDocument({ head, html, data, chunks: chunksFor(source) }),
      route,
    }
  }
}

/** A release at /playlist/… is at /album/…, and the other way round; with the same name and query. */
function redirectFor(content: PageContent, { path, search }: Parts): string | undefined {
  if (content.kind !== 'playlist') return undefined
  const [, requested = '', name = ''] = /^\/([^/]+)\/([^/]+)/.exec(path) ?? []
  const [, canonical = ''] = paths.playlist(content.playlist).split('/')
  if (requested === canonical) return undefined
  return `/${canonical}/${name}${search && `?${search}`}`
}

/** What a loader failed with: a response of the API, perhaps as the cause of another error, or the database. */
function statusOf(error: unknown): number {
  if (!(error instanceof Error)) return 503
  if ('status' in error && typeof error.status === 'number') {
    // Anything else that is wrong with the request, as an id that is none, is a page that does not exist.
    return error.status >= 500 || error.status === 429 ? error.status : 404
  }
  return error.cause ? statusOf(error.cause) : 503
}

/** The page for a malformed URL; undefined for clients that ask for JSON and for URLs of the API. */
export function createMalformedUrlPage(deps: PageDeps) {
  const render = createRenderer(deps)
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    if (!isPageRequest(request) || request.headers.accept?.includes('json')) return undefined
    reply.code(400).type('text/html; charset=utf-8').header('vary', 'accept')
    render({ path: '/404', search: '', failed: 404 }).then(
      ({ html }) => reply.send(html),
      (error: unknown) => reply.send(error),
    )
    return reply
  }
}

function isPageRequest({ method, url }: FastifyRequest): boolean {
  const isApi = /^\/(api|oidc)(\/|$|\?)/.test(url)
  return !isApi && (method === 'GET' || method === 'HEAD')
}

/** A static page instead of the app, so that the request costs as little as possible. */
function sendRateLimitPage(reply: FastifyReply, { message, retryAfter }: RateLimitError) {
  return reply
    .code(429)
    .headers({ 'retry-after': String(retryAfter), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="en"><title>Too many requests</title><p>${message}</p></html>`)
}

/** The page of a share link is about who has it: no cache stores it, and no other site learns its URL. */
const shareHeaders = (robots: unknown) => ({
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': robots ? `noindex, ${robots}` : 'noindex',
})

/** As the router of the web reads the path. */
function isSharePage(request: FastifyRequest): boolean {
  try {
    return /^\/s\//i.test(decodeURI(partsOf(request).path))
  } catch {
    return false
  }
}

/** Split, not parsed: URL would read `//x/y` as a host. */
function partsOf({ url }: FastifyRequest): Parts {
  const [path = '/', ...search] = url.split('?')
  return { path, search: search.join('?') }
}

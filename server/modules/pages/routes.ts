import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LegalLinks } from '#contract/ssr.ts'
import type { SiteInfo } from '#server/config.ts'
import { RateLimitError } from '#server/errors.ts'
import { hasControlCharactersInUrl } from '#server/platform/http/control-characters.ts'
import { acceptsGzip, gzipFast } from '#server/platform/http/gzip.ts'
import { withTimeout } from '#server/platform/http/with-timeout.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import type { Viewer } from '#server/viewer.ts'
import { brandTemplate } from './app-shell.ts'
import {
  fallbackPage,
  notFoundPage,
  type Page,
  type PageLoaders,
  resolvePage,
} from './page-metadata.ts'
import { type PageChunk, renderHead } from './presenter.ts'
import type { SsrRenderer } from './ssr-renderer.ts'

/** In milliseconds. After that, the page is sent without metadata. */
const metadataTimeout = 4000

type TemplateDeps = {
  site: SiteInfo
  legal: LegalLinks
  template: string
  /** The files of a page's chunk. */
  filesOf: (code: PageChunk) => string[]
}
type Deps = TemplateDeps & {
  renderPage: SsrRenderer
  loaders: PageLoaders
  viewerOf(request: FastifyRequest): Promise<Viewer | undefined>
  limiter: RateLimiter
}

/** Per client subnet: more than the routes allow, because crawlers read nothing but pages. */
const pageLimit = { max: 1200, windowSeconds: 300, per: 'ip' } as const

/** Serves the app with metadata for every path that is neither an API call nor a file. */
export function pageRoutes(
  app: FastifyInstance,
  { renderPage, loaders, viewerOf, limiter, ...deps }: Deps,
) {
  const { site } = deps
  const checkRateLimit = limiter.check('pages', pageLimit)
  const renderTemplate = createTemplate(deps)
  const render = (page: Page, ssrHtml: string) => {
    const html = renderTemplate(page)
    return ssrHtml ? deferScripts(ssrHtml, html) : html
  }

  async function loadPage(request: FastifyRequest): Promise<Page> {
    if (hasControlCharactersInUrl(request.url)) return notFoundPage(site)
    const viewer = await viewerOf(request)
    const tab = new URLSearchParams(request.url.split('?')[1]).get('tab')
    return resolvePage({ path: pathOf(request), tab, viewer }, loaders, site)
  }

  async function loadPageOrFallback(request: FastifyRequest): Promise<Page> {
    try {
      return await withTimeout(loadPage(request), metadataTimeout)
    } catch (error) {
      request.log.error({ err: error }, 'page metadata could not be loaded')
      return fallbackPage(site)
    }
  }

  async function renderInitialHtml(
    request: FastifyRequest,
    { initialData }: Page,
  ): Promise<string> {
    if (!initialData) return ''
    try {
      return `<div data-ssr class="contents">${await renderPage(pathOf(request), initialData)}</div>`
    } catch (error) {
      request.log.error({ err: error }, 'server-side rendering failed')
      return ''
    }
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const page = await loadPageOrFallback(request)
    const html = render(page, await renderInitialHtml(request, page))
    reply
      .code(page.status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'private, no-cache')
      .header('vary', 'accept-encoding')
    if (page.status === 503) reply.header('retry-after', '5')
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

function createTemplate({ site, legal, template, filesOf }: TemplateDeps) {
  const branded = brandTemplate(template, site, legal)
  return ({ head }: Page) =>
    branded.replace('<!--page-metadata-->', () => renderHead(head, site, filesOf))
}

/** The page for a malformed URL, for browsers; undefined for other clients and for URLs of the API. */
export function createMalformedUrlPage(deps: TemplateDeps) {
  const page = notFoundPage(deps.site)
  const html = createTemplate(deps)(page)
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    if (!isPageRequest(request) || !request.headers.accept?.includes('text/html')) return undefined
    return reply
      .code(page.status)
      .type('text/html; charset=utf-8')
      .header('vary', 'accept')
      .send(html)
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

/** Split, not parsed: URL would read `//x/y` as a host. */
function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0] ?? '/'
}

/**
 * Moves the script tags of a server-rendered page into a template. `bootstrap.js` inserts them
 * after the first paint, so that styles, fonts and images get the bandwidth first.
 */
function deferScripts(ssrHtml: string, html: string): string {
  const scripts = html.match(scriptTags) ?? []
  return html
    .replaceAll(scriptTags, '')
    .replace('<!--ssr-outlet-->', () => ssrHtml)
    .replace('</body>', () => `<template data-scripts>${scripts.join('')}</template>\n  </body>`)
}

const scriptTags =
  /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>|<link rel="preload"[^>]* as="fetch"[^>]*>/g

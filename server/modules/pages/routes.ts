import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip, gzipFast } from '#server/platform/http/gzip.ts'
import { withTimeout } from '#server/platform/http/with-timeout.ts'
import type { Viewer } from '#server/viewer.ts'
import { fallbackPage, type Page, type PageLoaders, resolvePage } from './page-metadata.ts'
import { escapeHtml, type PageChunk, renderHead, type Site } from './presenter.ts'
import type { SsrRenderer } from './ssr-renderer.ts'

/** In milliseconds. After that, the page is sent without metadata. */
const metadataTimeout = 4000

type Deps = {
  site: Site
  template: string
  renderPage: SsrRenderer
  /** The files of a page's chunk. */
  filesOf: (code: PageChunk) => string[]
  loaders: PageLoaders
  viewerOf(request: FastifyRequest): Promise<Viewer | undefined>
}

/** Serves the app with metadata for every path that is neither an API call nor a file. */
export function pageRoutes(
  app: FastifyInstance,
  { site, template, renderPage, filesOf, loaders, viewerOf }: Deps,
) {
  const branded = template.replace(
    /<meta name="application-name"[^>]*>/,
    () => `<meta name="application-name" content="${escapeHtml(site.brandName)}">`,
  )
  const render = (page: Page, firstSight: string) => {
    const html = branded.replace('<!--page-metadata-->', () => renderHead(page.head, site, filesOf))
    return firstSight ? deferScripts(firstSight, html) : html
  }

  async function describeFor(request: FastifyRequest): Promise<Page> {
    const viewer = await viewerOf(request)
    return resolvePage({ path: pathOf(request), viewer }, loaders, site)
  }

  async function describe(request: FastifyRequest): Promise<Page> {
    try {
      return await withTimeout(describeFor(request), metadataTimeout)
    } catch (error) {
      request.log.error({ err: error }, 'page metadata could not be loaded')
      return fallbackPage(site)
    }
  }

  async function firstSightOf(request: FastifyRequest, { initialData }: Page): Promise<string> {
    if (!initialData) return ''
    try {
      return `<div data-first-sight class="contents">${await renderPage(pathOf(request), initialData)}</div>`
    } catch (error) {
      request.log.error({ err: error }, 'server-side rendering failed')
      return ''
    }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const page = await describe(request)
    const html = render(page, await firstSightOf(request, page))
    reply
      .code(page.status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'private, no-cache')
      .header('vary', 'accept-encoding')
    if (!acceptsGzip(request.headers)) return reply.send(html)
    return reply.header('content-encoding', 'gzip').send(await gzipFast(html))
  }

  app.setNotFoundHandler(async (request, reply) => {
    const isCall = /^\/(api|oidc)(\/|$|\?)/.test(request.url)
    if (isCall || (request.method !== 'GET' && request.method !== 'HEAD'))
      return reply.code(404).send({ message: 'Not found' })
    return answer(request, reply)
  })
}

/** Split, not parsed: URL would read `//x/y` as a host. */
function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0] ?? '/'
}

/**
 * Moves the script tags of a server-rendered page into a template. `bootstrap.js` inserts them
 * after the first paint, so that styles, fonts and images get the bandwidth first.
 */
function deferScripts(firstSight: string, html: string): string {
  const code = html.match(scriptTags) ?? []
  return html
    .replaceAll(scriptTags, '')
    .replace('<!--first-sight-->', () => firstSight)
    .replace('</body>', () => `<template data-code>${code.join('')}</template>\n  </body>`)
}

const scriptTags =
  /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>|<link rel="preload"[^>]* as="fetch"[^>]*>/g

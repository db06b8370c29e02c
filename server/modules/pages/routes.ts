import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '#server/viewer.ts'
import { describePage, type Page, type PageSources, pageWithoutFacts } from './describe.ts'
import { escapeHtml, renderHead, type Site } from './page-head.ts'

type Deps = {
  site: Site
  template: string
  sources: PageSources
  viewerOf(request: FastifyRequest): Promise<Viewer | undefined>
}

/** Every path that is neither a call nor a file is a page of the app, with what it shows in its head. */
export function pageRoutes(app: FastifyInstance, { site, template, sources, viewerOf }: Deps) {
  const branded = template.replace(
    /<meta name="application-name"[^>]*>/,
    () => `<meta name="application-name" content="${escapeHtml(site.brandName)}">`,
  )
  const render = (page: Page) =>
    branded.replace('<!--page-metadata-->', () => renderHead(page.head, site))

  async function describe(request: FastifyRequest): Promise<Page> {
    try {
      // Cut, not parsed: to a parser `//x/y` would be a host.
      const [path = '/'] = request.url.split('?')
      return await describePage({ path, viewer: await viewerOf(request) }, sources, site)
    } catch (error) {
      request.log.error({ err: error }, 'a page could not be described')
      return pageWithoutFacts(site)
    }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const page = await describe(request)
    return reply
      .code(page.status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'private, no-cache')
      .send(render(page))
  }

  app.setNotFoundHandler(async (request, reply) => {
    const isCall = /^\/(api|oidc)(\/|$|\?)/.test(request.url)
    if (isCall || (request.method !== 'GET' && request.method !== 'HEAD'))
      return reply.code(404).send({ message: 'There is nothing at this address.' })
    return answer(request, reply)
  })
}

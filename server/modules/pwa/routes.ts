import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { appShellPath, serviceWorkerPath, shareTarget } from '#contract/paths.ts'
import type { SiteInfo } from '#server/config.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import { presentManifest } from './presenter.ts'

type Deps = {
  site: Pick<SiteInfo, 'brandName'>
  /** HTML of a page without content. */
  appShell: string
  /** The script of the service worker. */
  serviceWorker: string
  limiter: RateLimiter
}

const hidden = { schema: { hide: true } }

/** What browsers need to install the site as an app, and to open it offline. */
export function pwaRoutes(app: FastifyInstance, deps: Deps) {
  const { appShell, limiter } = deps
  const check = limiter.check('pwa', { max: 600, windowSeconds: 300, per: 'ip' })
  const manifest = JSON.stringify(presentManifest(deps.site))
  // The script changes with the app shell, for instance with another site name: browsers then install the new worker,
  // which fetches the new shell.
  const revision = createHash('sha256').update(appShell).digest('base64url').slice(0, 16)
  const serviceWorker = deps.serviceWorker.replace('%shell-revision%', revision)

  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => check(request))

    scope.get('/manifest.webmanifest', hidden, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type('application/manifest+json; charset=utf-8')
        .send(manifest),
    )
    scope.get(appShellPath, hidden, (_request, reply) =>
      revalidated(reply).type('text/html; charset=utf-8').send(appShell),
    )
    scope.get(serviceWorkerPath, hidden, (_request, reply) =>
      revalidated(reply).type('text/javascript; charset=utf-8').send(serviceWorker),
    )
    receiveSharesWithoutWorker(scope)
  })
}

/**
 * Shared files are received by the service worker. If the browser has lost it, they arrive here, and are not read: the
 * upload page asks for the file again, and registers the worker. Browsers send the origin `null` with a share.
 */
function receiveSharesWithoutWorker(app: FastifyInstance) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.post(
      shareTarget.action,
      { ...hidden, config: { allowsCrossSite: true } },
      (_request, reply) => reply.redirect(shareTarget.failed, 303),
    )
  })
}

const revalidated = (reply: FastifyReply) => reply.header('cache-control', 'no-cache')

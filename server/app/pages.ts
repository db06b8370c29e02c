import type { FastifyInstance } from 'fastify'
import { discoverRoutes } from '#server/modules/discover/routes.ts'
import { loadDiscovery } from '#server/modules/discover/service.ts'
import { embedRoutes, oEmbedRoutes } from '#server/modules/embeds/routes.ts'
import { feedRoutes } from '#server/modules/feeds/routes.ts'
import { squareImageRoutes } from '#server/modules/images/routes.ts'
import { renderAppShell } from '#server/modules/pages/document.ts'
import { createPublicPages, pageRoutes } from '#server/modules/pages/routes.ts'
import { pwaRoutes } from '#server/modules/pwa/routes.ts'
import { searchEngineRoutes } from '#server/modules/search-engines/routes.ts'
import { hasWrittenContent } from '#server/platform/http/writes.ts'
import { countCacheRequest } from '#server/platform/metrics/metrics.ts'
import { readFromPrimary } from '#server/platform/postgres/read-replica.ts'
import { createSignedPages } from '#server/shared/cursor.ts'
import { memoizeAsync } from '#server/shared/memoize-async.ts'
import type { Accounts } from './accounts.ts'
import type { AppDeps, Http } from './http.ts'

/** HTML, feeds, and what search engines and other sites read. */
export function registerPages(
  {
    config: { brandName, features, deniesTraining },
    postgres: { db },
    store,
    web,
    sessionSecret,
  }: AppDeps,
  { app, limiter, site, embedPage, pages, toSquareJpeg }: Http,
  { auth: { viewerOf }, registerRoute }: Accounts,
): void {
  const discovery = memoizeAsync(
    () => readFromPrimary(() => loadDiscovery(db)),
    undefined,
    (isCached) => countCacheRequest('discovery', isCached),
  )
  afterWrites(app, discovery.invalidate)
  discoverRoutes(registerRoute, {
    db,
    discovery,
    signedPages: createSignedPages(sessionSecret),
  })

  const studioName = `${brandName} Studio`
  searchEngineRoutes(app, { db, site, limiter, deniesTraining })
  pwaRoutes(app, {
    site,
    appShell: renderAppShell(pages.renderDocument, site),
    serviceWorker: web.serviceWorker,
    limiter,
  })
  squareImageRoutes(app, { db, store, limiter, toSquareJpeg })
  oEmbedRoutes(app, { db, site, studioName, limiter })
  const hasComments = features.includes('comments')
  feedRoutes(app, { db, store, site: { ...site, hasComments }, limiter })
  embedRoutes(app, { ...embedPage, db, studioName, limiter })
  const publicPages = createPublicPages()
  afterWrites(app, () => publicPages.clear())
  pageRoutes(app, { ...pages, publicPages, viewerOf, limiter })
}

/** Calls the listener after every successful write of public content, before its response is sent. */
function afterWrites(app: FastifyInstance, listener: () => void) {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (hasWrittenContent(request, reply)) listener()
    done()
  })
}

import { cacheNames } from 'workbox-core'
import { PrecacheController } from 'workbox-precaching/PrecacheController.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'
import { CacheFirst } from 'workbox-strategies/CacheFirst.js'
import { NetworkOnly } from 'workbox-strategies/NetworkOnly.js'
import { appShellPath } from '#contract/paths.ts'

declare const self: ServiceWorkerGlobalScope
/** The files of the build, set by `scripts/build-web.ts`. Their names contain their hash. */
declare const buildFiles: string[]

/** The page without content. The server sets the revision: it depends on the settings of the site. */
const shell = { url: appShellPath, revision: '%shell-revision%' }
/** Seconds after which a connection that responds to nothing counts as none. */
const navigationTimeout = 1.5
/** What is not part of the app. */
const otherPages = [/^\/(api|oidc|embed|oembed|sitemap)(\/|$)/, /\.(xml|txt|webmanifest)$/]

/** The files of the build are stored on installation; pages come from the network, offline from the shell. */
export function registerPrecache() {
  const controller = new PrecacheController()
  controller.addToCacheList([...buildFiles.map((url) => ({ url, revision: null })), shell])
  let isFirst = false

  self.addEventListener('install', (event) => {
    isFirst = !self.registration.active
    controller.install(event)
  })
  self.addEventListener('activate', (event) => {
    event.waitUntil(deleteOutdated(controller, event))
    // Tabs of an older version keep theirs until they are reloaded.
    if (isFirst) event.waitUntil(self.clients.claim())
  })
  self.addEventListener('fetch', (event) => {
    if (event.request.mode === 'navigate') event.waitUntil(deleteOutdated(controller, event))
  })
  self.addEventListener('message', ({ data }) => {
    // Sent by workbox-window when 'reload' is pressed.
    if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
  })

  // Older tabs load the files of their version from here, also after a new version has been activated.
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
    new CacheFirst({
      cacheName: cacheNames.precache,
      plugins: [{ cacheWillUpdate: async () => null }],
    }),
  )
  const pages = new NetworkOnly({
    networkTimeoutSeconds: navigationTimeout,
    plugins: [{ handlerDidError: () => controller.matchPrecache(shell.url) }],
  })
  // Not frames: whether another site shows them, the server would not learn.
  registerRoute(
    ({ request: { mode, destination }, url: { pathname } }) =>
      mode === 'navigate' &&
      destination === 'document' &&
      !otherPages.some((pattern) => pattern.test(pathname)),
    pages,
  )
}

/** Deletes the files of older versions, unless a tab may still need them. */
async function deleteOutdated(controller: PrecacheController, event: ExtendableEvent) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (tabs.length === 0) await controller.activate(event)
}

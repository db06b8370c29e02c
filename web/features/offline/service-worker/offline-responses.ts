import { createPartialResponse } from 'workbox-range-requests/createPartialResponse.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'
import { NetworkOnly } from 'workbox-strategies/NetworkOnly.js'
import { urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import { storedItemsChannel, userCacheNames, versionHeader } from '#web/lib/offline-caches.ts'

/** Path prefixes of what pages store, see `web/features/offline`. */
const storable = [`${urlFor(routes.listTracks)}/`, `${urlFor(routes.listPlaylists)}/`]
/** How the path of every audio file ends. */
const audioSuffix = routes.getTrackAudio.replace(/^.*:id/, '')
/** Seconds after which a connection that responds to nothing counts as none. */
const networkTimeout = 3

/**
 * Responds to requests for stored tracks and playlists: audio from the cache, everything else from there if the network
 * fails. Other requests are left to the browser. Returns a function that reloads the list of what is stored.
 */
export function registerOfflineResponses(): () => Promise<void> {
  const stored = createIndex()
  new BroadcastChannel(storedItemsChannel).addEventListener('message', stored.reload)
  const network = new NetworkOnly({
    networkTimeoutSeconds: networkTimeout,
    plugins: [{ handlerDidError: ({ request }) => caches.match(pathOf(request)) }],
  })
  registerRoute(
    ({ sameOrigin, url: { pathname } }) =>
      sameOrigin &&
      storable.some((start) => pathname.startsWith(start)) &&
      stored.mayHave(pathname),
    async (options) => {
      if (!(await stored.has(options.url.pathname))) return fetch(options.request)
      if (options.url.pathname.endsWith(audioSuffix)) return respondWithAudio(options.request)
      // The check of stored items: a stored response would say that nothing has changed.
      return options.request.cache === 'no-store' ? fetch(options.request) : network.handle(options)
    },
  )
  return stored.reload
}

/** The requested file from the cache, also with a network; another version or format of it only if the network fails. */
async function respondWithAudio(request: Request): Promise<Response> {
  const file = await caches.match(pathOf(request))
  if (!file) return fetch(request)
  const isRequested = file.headers.get(versionHeader) === new URL(request.url).search
  const other = isRequested ? undefined : await fetch(request).catch(() => undefined)
  if (other) return other
  return request.headers.has('range') ? createPartialResponse(request, file) : file
}

/** The paths of everything stored, in memory: a service worker decides synchronously whether it responds to a request. */
function createIndex() {
  let known: Set<string> | undefined
  let loading: Promise<Set<string>>
  async function load(): Promise<Set<string>> {
    const lists = await Promise.all((await userCacheNames()).map(pathsIn))
    return new Set(lists.flat())
  }
  async function reload() {
    known = undefined
    const latest = load()
    loading = latest
    const paths = await latest
    if (loading === latest) known = paths
  }
  void reload()
  return {
    reload,
    mayHave: (path: string) => known?.has(path) ?? true,
    has: async (path: string) => (await loading).has(path),
  }
}

async function pathsIn(cacheName: string): Promise<string[]> {
  return (await (await caches.open(cacheName)).keys()).map(pathOf)
}

const pathOf = ({ url }: Request) => new URL(url).pathname

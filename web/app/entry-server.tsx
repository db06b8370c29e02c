import { AsyncLocalStorage } from 'node:async_hooks'
import { text } from 'node:stream/consumers'
import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { prerenderToNodeStream } from 'react-dom/static'
import { Router } from 'wouter'
import type { PageContent, RenderPage, RenderRequest } from '#contract/ssr.ts'
import { currentUserQuery } from '#web/api/auth.ts'
import { setFetch } from '#web/api/client.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { createPlaybackPosition } from '#web/features/player/engine/playback-position.ts'
import { createSoundSettings } from '#web/features/player/engine/sound-settings.ts'
import { createTransport } from '#web/features/player/engine/transport.ts'
import { createPlayer } from '#web/features/player/store.ts'
import { createThemeStore } from '#web/features/theme/theme.ts'
import { setBrandName, setFeatures, setLegalLinks } from '#web/lib/brand.ts'
import { browserStorage } from '#web/lib/browser-storage.ts'
import { createToastStore } from '#web/ui/toast/toast-store.ts'
import { type FirstRender, Providers } from './providers.tsx'
import { matchPage, NotFound } from './routes.tsx'

const requests = new AsyncLocalStorage<RenderRequest>()
setFetch((url) => {
  const request = requests.getStore()
  if (!request) throw new Error('Only loaders call the API on the server.')
  return request.fetch(url)
})

/** Renders a page to the HTML that `main.tsx` hydrates in the browser. */
export const renderPage: RenderPage = (request) =>
  requests.run(request, async () => {
    const { brandName, legal, features, path, search, isSignedIn, failed } = request
    setBrandName(brandName)
    setLegalLinks(legal)
    setFeatures(features)
    const { source, ...page } = matchPage(path, isSignedIn)
    const queryClient = createQueryClient(
      () => {},
      () => {},
    )
    if (!isSignedIn) queryClient.setQueryData(currentUserQuery.queryKey, null)
    const content = await load()
    const first: FirstRender = { isSignedIn, time: Date.now(), ...(failed && { failed }) }
    const { prelude } = await prerenderToNodeStream(
      <Router ssrPath={path} ssrSearch={search}>
        <Providers
          first={first}
          queryClient={queryClient}
          theme={theme}
          toasts={createToastStore()}
          player={createIdlePlayer()}
        />
      </Router>,
      // Nothing is sent before all is rendered, and the Content Security Policy forbids the scripts that would insert
      // what is sent later.
      { progressiveChunkSize: Number.POSITIVE_INFINITY },
    )
    const html = await text(prelude)
    const data = { ...first, queries: dehydrateQueries(queryClient) }
    queryClient.clear()
    return { content, html, data, source, route: page.route.path }

    async function load(): Promise<PageContent> {
      if (failed === 404) await NotFound.preload()
      if (failed) return { kind: failed === 404 ? 'not-found' : 'failed' }
      const { load: loadPage } = await page.component.preload()
      const { title } = page.route
      if (loadPage)
        return loadPage({
          queryClient,
          path,
          params: page.params,
          search: new URLSearchParams(search),
        })
      return title === undefined ? { kind: 'not-found' } : { kind: 'other', title }
    }
  })

/** For hydration. No page shows the descriptions of items in lists: the HTML is smaller without them. */
function dehydrateQueries(queryClient: QueryClient) {
  const queries = dehydrate(queryClient).queries.map(({ state, ...query }) => ({
    ...query,
    state: { ...state, data: withoutExcerpts(state.data) },
  }))
  return { mutations: [], queries }
}

function withoutExcerpts(data: unknown, isListed = false): unknown {
  if (Array.isArray(data)) return data.map((item) => withoutExcerpts(item, true))
  if (typeof data !== 'object' || data === null) return data
  const parts = Object.entries(data).map(([key, part]) => [
    key,
    isListed && key === 'description' ? null : withoutExcerpts(part, isListed),
  ])
  return Object.fromEntries(parts)
}

const storage = browserStorage(() => {
  throw new Error('There is no browser here.')
})
const theme = createThemeStore({
  storage,
  systemIsLight: Object.assign(new EventTarget(), { matches: false }),
  onOtherTab: () => {},
  apply: () => {},
})

function createIdlePlayer() {
  const audio = Object.assign(new EventTarget(), {
    currentTime: 0,
    duration: Number.NaN,
  }) as HTMLAudioElement
  const transport = createTransport(audio)
  const player = createPlayer({
    transport,
    audioUrl: () => '',
    onEnded: () => {},
    onFailure: () => {},
  })
  return {
    player,
    settings: createSoundSettings(storage, false),
    position: createPlaybackPosition(transport, () => 0),
  }
}

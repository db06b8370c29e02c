import { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import type { InitialData, RenderPage } from '#contract/ssr.ts'
import { currentUserQuery } from '#web/api/auth.ts'
import { discoverQuery } from '#web/api/discover.ts'
import { trackQuery } from '#web/api/tracks.ts'
import { createEngine } from '#web/features/player/engine.ts'
import { createPlaybackPosition } from '#web/features/player/playback-position.ts'
import { createPlayer } from '#web/features/player/store.ts'
import { createThemeStore } from '#web/features/theme/theme.ts'
import { setBrandName } from '#web/lib/brand.ts'
import { browserStorage } from '#web/lib/browser-storage.ts'
import { createToastStore } from '#web/ui/toast/toast-store.ts'
import { Providers } from './providers.tsx'
import { preloadPage } from './routes.tsx'

/**
 * A page as a visitor sees it first, drawn by the server from the same components. The browser shows
 * it while the code is still on its way; then main.tsx draws the living page in its place.
 */
export const renderPage: RenderPage = async ({ brandName, path, ...shown }) => {
  setBrandName(brandName)
  await preloadPage(path)
  const queryClient = seededQueryClient(path, shown)
  const markup = renderToStaticMarkup(
    <Router ssrPath={path}>
      <Providers
        queryClient={queryClient}
        theme={theme}
        toasts={createToastStore()}
        player={createIdlePlayer()}
      />
    </Router>,
  )
  queryClient.clear()
  return markup.replace(strippedMarkup, '').replace(requiresScript, '$& inert')
}

function seededQueryClient(path: string, { track, discovery }: InitialData): QueryClient {
  const queryClient = new QueryClient()
  queryClient.setQueryData(currentUserQuery.queryKey, null)
  if (discovery) queryClient.setQueryData(discoverQuery.queryKey, discovery)
  if (track) {
    const name = path.split('/').at(-1) ?? ''
    queryClient.setQueryData(trackQuery(decodeURIComponent(name)).queryKey, track)
  }
  return queryClient
}

/** Links work at once, and buttons are noted until the code is there; a slider would only stand still. */
const requiresScript = /<div role="slider"/g

/**
 * The page's security policy allows no style in its HTML: what moves or glows comes with the code.
 * React's hints about pictures say nothing that the pictures do not say a line later, and pictures
 * that can wait until they are scrolled to can wait for the code.
 */
const strippedMarkup = / style="[^"]*"|<link rel="preload"[^>]*>|<img [^>]*loading="lazy"[^>]*>/g

const theme = createThemeStore({
  memory: browserStorage(() => {
    throw new Error('There is no browser here.')
  }),
  systemIsLight: Object.assign(new EventTarget(), { matches: false }),
  onOtherTab: () => {},
  apply: () => {},
})

function createIdlePlayer() {
  const audio = Object.assign(new EventTarget(), {
    currentTime: 0,
    duration: Number.NaN,
  }) as HTMLAudioElement
  const player = createPlayer({
    engine: createEngine(audio),
    audioUrl: () => '',
    onFirstPlay: () => {},
    onEnded: () => {},
    onFailure: () => {},
  })
  return { player, position: createPlaybackPosition(audio) }
}

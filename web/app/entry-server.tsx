import { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import type { InitialData, RenderPage } from '#contract/ssr.ts'
import { currentUserQuery } from '#web/api/auth.ts'
import { discoverQuery, trackQuery } from '#web/api/tracks.ts'
import { createEngine } from '#web/features/player/engine/engine.ts'
import { createPlaybackPosition } from '#web/features/player/engine/playback-position.ts'
import { createSoundSettings } from '#web/features/player/engine/sound-settings.ts'
import { createPlayer } from '#web/features/player/store.ts'
import { createThemeStore } from '#web/features/theme/theme.ts'
import { setBrandName, setLegalLinks } from '#web/lib/brand.ts'
import { browserStorage } from '#web/lib/browser-storage.ts'
import { createToastStore } from '#web/ui/toast/toast-store.ts'
import { Providers } from './providers.tsx'
import { preloadPage } from './routes.tsx'

/**
 * Server-side rendering for visitors. The browser shows this HTML while the scripts load; then
 * main.tsx renders the client-side page in its place.
 */
export const renderPage: RenderPage = async ({ brandName, legal, path, ...initialData }) => {
  setBrandName(brandName)
  setLegalLinks(legal)
  await preloadPage(path)
  const queryClient = seededQueryClient(path, initialData)
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

/** Links work without scripts and clicks are replayed; a slider would not respond. */
const requiresScript = /<div role="slider"/g

/**
 * Removed from the HTML: style attributes, which the CSP forbids; React's image preload hints,
 * which duplicate the img elements; and lazy images, which can wait for the scripts.
 */
const strippedMarkup = / style="[^"]*"|<link rel="preload"[^>]*>|<img [^>]*loading="lazy"[^>]*>/g

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
  const engine = createEngine(audio)
  const player = createPlayer({
    engine,
    audioUrl: () => '',
    onFirstPlay: () => {},
    onEnded: () => {},
    onFailure: () => {},
  })
  return {
    player,
    settings: createSoundSettings(storage, false),
    position: createPlaybackPosition({ audio, position: engine.position, trackDuration: () => 0 }),
  }
}

import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { currentUserQuery } from '#web/api/auth.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { countPlay } from '#web/api/tracks.ts'
import type { DeferredFeatures } from '#web/features/player/deferred-features.ts'
import { createEngine } from '#web/features/player/engine.ts'
import { createPlaybackPosition } from '#web/features/player/playback-position.ts'
import { createPlayer } from '#web/features/player/store.ts'
import { applyTheme, createThemeStore } from '#web/features/theme/theme.ts'
import { safeLocalStorage } from '#web/lib/browser-storage.ts'
import { paths } from '#web/lib/paths.ts'
import { redirectToLogin } from '#web/lib/redirect-to-login.ts'
import { onIdle } from '#web/lib/use-idle.ts'
import { createToastStore } from '#web/ui/toast/toast-store.ts'
import { Providers } from './providers.tsx'
import { prefetchPage, preloadPage } from './routes.tsx'

/** The composition root: everything is made once here and handed down. */
function start() {
  const toasts = createToastStore()
  const queryClient = createQueryClient(toasts.show, redirectToLogin)
  const audio = new Audio()
  const position = createPlaybackPosition(audio)
  let deferred: DeferredFeatures | undefined
  const player = createPlayer({
    engine: createEngine(audio),
    audioUrl: (track) => deferred?.cachedUrl(track) ?? paths.audio(track),
    onFirstPlay: (track) => {
      countPlay(queryClient, track.id).catch((error: unknown) => console.warn(error))
    },
    onEnded: (track) => deferred?.ended(track),
    // What is played at once may fail before the deferred features have loaded: load them now, they find out why.
    onFailure: () =>
      loadDeferredFeatures().then(
        ({ failed }) => failed(),
        () => player.update({ loading: false, isPlaying: false, error: 'Failed to load track' }),
      ),
  })
  // However often the code is asked for, it is one module, and connects once.
  const loadDeferredFeatures = async () => {
    const { connectDeferredFeatures } = await import('#web/features/player/deferred-features.ts')
    deferred ??= connectDeferredFeatures({
      audio,
      player,
      position,
      audioUrl: paths.audio,
      storage: safeLocalStorage,
      owner: async () => (await queryClient.ensureQueryData(currentUserQuery))?.id ?? null,
    })
    return deferred
  }
  onIdle(() => void loadDeferredFeatures().catch(() => {}))
  const theme = createThemeStore({
    memory: safeLocalStorage,
    systemIsLight: matchMedia('(prefers-color-scheme: light)'),
    onOtherTab: (changed) => addEventListener('storage', (event) => changed(event.key)),
    apply: applyTheme,
  })

  // Asked for while the page's code is still on its way.
  void queryClient.prefetchQuery(currentUserQuery)

  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root element')
  const app = (
    <Providers
      queryClient={queryClient}
      theme={theme}
      toasts={toasts}
      player={{ player, position }}
    />
  )
  const drawn = root.firstElementChild
  if (drawn)
    new MutationObserver((_, watch) => {
      watch.disconnect()
      if (drawn.querySelector('[data-early]'))
        void import('./event-replay.ts').then(({ replayEvents }) => replayEvents(root, drawn))
    }).observe(root, { childList: true })
  // In slices: a page with many cards does not hold up the browser.
  const draw = () => startTransition(() => createRoot(root).render(app))
  const page = location.pathname
  // What the server drew stays in sight until the living page can show as much, but not for long.
  const data = drawn && prefetchPage(queryClient, page)
  Promise.all([preloadPage(page), data]).then(draw, draw)
}

// A breath between reading the code and running it: in one go they would hold up a slow phone.
setTimeout(start)

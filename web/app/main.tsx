import { type DehydratedState, hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { currentUserQuery } from '#web/api/auth.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { recordPlay, trackQuery } from '#web/api/tracks.ts'
import type { DeferredFeatures } from '#web/features/player/deferred-features.ts'
import { createAudioSources, hasGaplessAac } from '#web/features/player/engine/audio-sources.ts'
import { connectLoudness } from '#web/features/player/engine/loudness.ts'
import { createPlaybackPosition } from '#web/features/player/engine/playback-position.ts'
import { createSoundSettings } from '#web/features/player/engine/sound-settings.ts'
import { createTransport } from '#web/features/player/engine/transport.ts'
import { createPlayer } from '#web/features/player/store.ts'
import { detectListens } from '#web/features/player/sync/listen-detection.ts'
import { expectsSession } from '#web/features/session/session-provider.tsx'
import { applyTheme, createThemeStore } from '#web/features/theme/theme.ts'
import { safeLocalStorage } from '#web/lib/browser-storage.ts'
import { lazyComponentsLoaded } from '#web/lib/lazy-component.ts'
import { onPageHide } from '#web/lib/on-page-hide.ts'
import { redirectToLogin } from '#web/lib/redirect-to-login.ts'
import { onIdle } from '#web/lib/use-idle.ts'
import { createToastStore } from '#web/ui/toast/toast-store.ts'
import './common-parts.ts'
import { type FirstRender, Providers } from './providers.tsx'
import { matchPage } from './routes.tsx'

// zod would probe whether it may evaluate code, which the Content Security Policy forbids and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/** The composition root: creates every store once and passes it down. */
function start() {
  const toasts = createToastStore()
  const queryClient = createQueryClient(toasts.show, () => redirectToLogin())
  const audio = new Audio()
  const transport = createTransport(audio)
  const settings = createSoundSettings(safeLocalStorage, savesData())
  const sources = createAudioSources(settings, {
    canPlay: (contentType) => audio.canPlayType(contentType) !== '',
    hasGaplessAac: hasGaplessAac(),
  })
  const position = createPlaybackPosition(transport, () => player.state().currentTrack?.duration)
  let deferred: DeferredFeatures | undefined
  const player = createPlayer({
    transport,
    audioUrl: (track) => deferred?.cachedUrl(track) ?? sources.url(track),
    onEnded: (track) => deferred?.ended(track),
    // Playback may fail before the deferred features have loaded: load them now, they handle the
    // error.
    onFailure: () =>
      loadDeferredFeatures().then(
        ({ failed }) => failed(),
        () => player.update({ loading: false, isPlaying: false, error: 'Failed to load track' }),
      ),
  })
  connectLoudness(player, transport, settings)
  // The module is loaded once, and connects once.
  const loadDeferredFeatures = async () => {
    const { connectDeferredFeatures } = await import('./shell/deferred-parts.ts')
    deferred ??= connectDeferredFeatures({
      audio,
      transport,
      player,
      position,
      sources,
      settings,
      loadAnalysis: (track, { refetch }) =>
        queryClient.fetchQuery({
          ...trackQuery(track.slug || track.id),
          ...(refetch && { staleTime: 0 }),
        }),
      queryClient,
      storage: safeLocalStorage,
      notify: toasts.show,
      owner: async () => (await queryClient.ensureQueryData(currentUserQuery))?.id ?? null,
    })
    return deferred
  }
  onIdle(() => void loadDeferredFeatures().catch(() => {}))
  detectListens({
    ...{ audio, onPageHide, position: position.current },
    current: () => player.state().currentTrack,
    report(track, event) {
      if (event.kind === 'play') recordPlay(queryClient, track.id).catch(console.warn)
      // A page that is being hidden does not wait.
      else if (deferred) deferred.listened(track, event)
      else loadDeferredFeatures().then(({ listened }) => listened(track, event), console.warn)
    },
  })
  const theme = createThemeStore({
    storage: safeLocalStorage,
    systemIsLight: matchMedia('(prefers-color-scheme: light)'),
    onOtherTab: (changed) => addEventListener('storage', (event) => changed(event.key)),
    apply: applyTheme,
  })

  const { queries, ...first } = readFirstRender()
  if (queries) hydrate(queryClient, queries)
  // Starts while the page's chunk is still loading. The HTML may come from the browser's history.
  void queryClient.prefetchQuery({ ...currentUserQuery, staleTime: 0 })

  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root element')
  const app = (
    <Providers
      first={first}
      queryClient={queryClient}
      theme={theme}
      toasts={toasts}
      player={{ player, position, settings }}
    />
  )
  // A transition renders in time slices: a page with many cards does not block the browser.
  const render = () => {
    startTransition(() => {
      // The page of the service worker has no content.
      if (root.hasChildNodes()) hydrateRoot(root, app)
      else createRoot(root).render(app)
    })
    if (first.isSignedIn) onIdle(() => void refetch())
  }
  // The page has what everybody sees: its queries are fetched again, for the likes of this user and all else that is theirs.
  // Not before its parts are hydrated: React would render them anew.
  const refetch = async () => {
    await lazyComponentsLoaded()
    await queryClient.invalidateQueries()
  }
  const { component } = matchPage(location.pathname, first.isSignedIn ?? expectsSession())
  component.preload().then(render, render)
}

type EmbeddedData = FirstRender & { queries?: DehydratedState }

/** What the server has rendered the page with. */
function readFirstRender(): EmbeddedData {
  return JSON.parse(document.getElementById('first-render')?.textContent ?? '{}')
}

function savesData(): boolean | undefined {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData
}

// Yields between parsing and execution: together they would be one long task on slow phones.
setTimeout(start)

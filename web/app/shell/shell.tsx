import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { usePlayerState } from '#web/features/player/use-player.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { useIdle } from '#web/lib/use-idle.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { reloadOnce } from '../reload-once.ts'
import { BottomBarLinks } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { TopBar } from './top-bar.tsx'

const PlayerArea = lazyComponent(
  async () => (await import('./deferred-parts.ts')).PlayerArea,
  reloadOnce,
)
const Toaster = lazyComponent(async () => (await import('./deferred-parts.ts')).Toaster)

/** The layout around all pages. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-(--z-toast) -translate-y-20 rounded-full bg-text px-5 py-3 font-semibold text-bg focus:translate-y-0"
      >
        Skip to content
      </a>
      <TopBar />
      {/* The footer is below the window until the page has loaded. */}
      <main
        id="main"
        tabIndex={-1}
        className="min-h-[calc(100dvh-3.75rem)] nav:min-h-[calc(100dvh-4.75rem)]"
      >
        {children}
      </main>
      <Footer />
      <Player />
      <BottomBar />
      <Toasts />
    </>
  )
}

/** On narrow screens: the main pages within reach of the thumb. The player floats above it. */
function BottomBar() {
  return (
    <div className="fixed inset-x-0 bottom-0 z-(--z-nav) h-(--bottom-bar) border-t border-line bg-bg/94 pb-[env(safe-area-inset-bottom)] backdrop-blur-[14px] nav:hidden">
      <BottomBarLinks />
    </div>
  )
}

/** Loads the player when the browser is idle, or immediately when a track is played. */
function Player() {
  const isUsed = usePlayerState((state) => state.currentTrack !== null)
  const idle = useIdle()
  return <Suspense>{(idle || isUsed) && <PlayerArea />}</Suspense>
}

/**
 * Loads the toaster when idle, before it is needed: the first toast may be about a lost
 * connection.
 */
function Toasts() {
  const store = useToasts()
  const toast = useSyncExternalStore(store.subscribe, store.get, store.get)
  const idle = useIdle()
  return <Suspense>{(idle || toast) && <Toaster store={store} />}</Suspense>
}

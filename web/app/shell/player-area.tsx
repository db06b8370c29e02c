import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { ApiError } from '#web/api/client.ts'
import { TrackMenu } from '#web/components/track-menu/track-menu.tsx'
import { useSavedLikes } from '#web/features/likes/use-saved-likes.ts'
import { SavingNotice } from '#web/features/offline/saving-notice.tsx'
import { playerLikeId } from '#web/features/player/controls/player-like.tsx'
import { PlayerLiveRegion } from '#web/features/player/controls/player-status.tsx'
import type { RenderMenu } from '#web/features/player/controls/queue-panel/queue-sections.tsx'
import { useShortcuts } from '#web/features/player/controls/use-shortcuts.ts'
import type { PlayerState } from '#web/features/player/store.ts'
import { usePlayer, usePlayerState } from '#web/features/player/use-player.ts'
import { UpdateNotice } from '#web/features/pwa/update-notice.tsx'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { appShellMark } from '#web/lib/use-browser-state.ts'
import { isServerReachable } from '#web/lib/use-connection-back.ts'
import { onIdle } from '#web/lib/use-idle.ts'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { reloadOnce } from '../reload-once.ts'
import { PerformPendingAction } from './perform-pending-action.tsx'

const loadPlayerBar = async () =>
  (await import('#web/features/player/controls/player-bar.tsx')).PlayerBar
const PlayerBar = lazyComponent(loadPlayerBar, reloadOnce)
const ContinueBar = lazyComponent(
  async () => (await import('#web/features/player/controls/continue-bar.tsx')).ContinueBar,
)
const loadExpanded = async () =>
  (await import('#web/features/player/controls/expanded-player/expanded-player.tsx')).ExpandedPlayer
const loadQueue = async () =>
  (await import('#web/features/player/controls/queue-panel/queue-panel.tsx')).QueuePanel
const loadShortcuts = async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog

const renderMenu: RenderMenu = (track, onLeave) => (
  <TrackMenu isQueued track={track} onLeave={onLeave} />
)

/** The player on every page: bar, expanded player, keyboard shortcuts and live region. */
export function PlayerArea() {
  const track = usePlayerState((state) => state.currentTrack)
  const offer = usePlayerState((state) => state.offer)
  const { Component: Expanded, open: expand, close: collapse } = useLazyComponent(loadExpanded)
  const openDialog = useOpenDialog()
  const showShortcuts = () => openDialog(loadShortcuts, {})
  const { Component: Queue, open: showQueue, close: hideQueue } = useLazyComponent(loadQueue)
  const toggleQueue = Queue ? hideQueue : showQueue
  useShortcuts({
    help: showShortcuts,
    queue: toggleQueue,
    like: () => document.getElementById(playerLikeId)?.click(),
  })
  const player = usePlayer()
  useOfflineNotice(player.state)
  useSavedLikes()
  usePreloaded(loadPlayerBar)
  // The queue opens at once and offline.
  usePreloaded(
    loadQueue,
    usePlayerState((state) => state.isPlaying),
  )
  useEffect(() => {
    if (track) return
    collapse()
    hideQueue()
  }, [track, collapse, hideQueue])
  return (
    <>
      <PlayerLiveRegion />
      <PerformPendingAction />
      <UpdateNotice>
        <SavingNotice />
      </UpdateNotice>
      <Suspense>
        {offer && <ContinueBar offer={offer} />}
        {track && !offer && (
          <PlayerBar
            track={track}
            onExpand={expand}
            onQueue={toggleQueue}
            isQueueOpen={Boolean(Queue)}
            renderMenu={renderMenu}
          />
        )}
      </Suspense>
      {track && Expanded && (
        <Expanded
          track={track}
          onClose={collapse}
          onShowShortcuts={showShortcuts}
          onQueue={toggleQueue}
          isQueueOpen={Boolean(Queue)}
          renderMenu={renderMenu}
        />
      )}
      {track && Queue && <Queue onClose={hideQueue} renderMenu={renderMenu} />}
    </>
  )
}

/** The code is loaded when the browser is idle: after a click, its requests would delay the first sound. */
function usePreloaded(load: () => Promise<unknown>, isWanted = true): void {
  useEffect(() => {
    if (isWanted) return onIdle(() => void load().catch(() => {}))
  }, [load, isWanted])
}

type NowPlaying = Pick<PlayerState, 'currentTrack' | 'isPlaying'>

/** Reports a missing connection: without it, pending requests look like loading. */
export function useOfflineNotice(playerState: () => NowPlaying): void {
  const toasts = useToasts()
  useEffect(() => {
    const notify = async () => {
      const { currentTrack, isPlaying } = playerState()
      const isStored = await hasStoredAudio(currentTrack).catch(() => false)
      toasts.show({
        title: 'You are offline',
        text: offlineText(isStored, isPlaying),
      })
    }
    addEventListener('offline', notify)
    void startedOffline().then((isOffline) => (isOffline ? notify() : undefined))
    return () => removeEventListener('offline', notify)
  }, [toasts, playerState])
  const queryClient = useQueryClient()
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ query }) => {
        // An error that the server has sent. Other responses may be those of the service worker.
        if (query.state.error instanceof ApiError) appShellMark()?.remove()
      }),
    [queryClient],
  )
}

function offlineText(isStored: boolean, isPlaying: boolean): string {
  if (isStored)
    return `This track is stored on this device and ${isPlaying ? 'plays on' : 'can be played'}.`
  return isPlaying
    ? "We'll continue when you're back online."
    : "Until you're back online, only tracks stored on this device can be played."
}

async function hasStoredAudio(track: Track | null): Promise<boolean> {
  if (!track || !('caches' in window)) return false
  const path = urlFor(routes.getTrackAudio, { params: { id: track.id } })
  return (await caches.match(path)) !== undefined
}

/** Also if there is a network, but no connection: then the service worker has opened its shell instead of the page. */
async function startedOffline(): Promise<boolean> {
  if (!navigator.onLine) return true
  return appShellMark() !== null && !(await isServerReachable())
}

import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Track } from '#contract/tracks.ts'
import { useSession } from '#web/api/auth.ts'
import { hasGaplessAac, rankFormats } from '#web/features/player/engine/audio-sources.ts'
import type { SoundSettingsStore } from '#web/features/player/engine/sound-settings.ts'
import { usePlayerContext } from '#web/features/player/use-player.ts'
import { audioUrl } from '#web/lib/api-urls.ts'
import { sessionPath, storedItemsChannel, userCacheName } from '#web/lib/offline-caches.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { createOfflineItems } from './offline-items.ts'
import { createOfflineStore, type Lock, type OfflineStore } from './offline-store.ts'

const stores = new Map<string, OfflineStore>()

/** What the signed-in user has stored on this device; undefined for visitors, and where nothing can be stored. */
export function useOfflineStore(): OfflineStore | undefined {
  const { user } = useSession()
  const { settings } = usePlayerContext()
  const isPossible = useSyncExternalStore(onControllerChange, canStore)
  if (!user || !isPossible) return undefined
  const { id } = user
  const store = stores.get(id) ?? createUserStore(id, settings)
  stores.set(id, store)
  return store
}

/** Milliseconds. On the first visit the service worker is installed some seconds after the page has loaded. */
const installedWithin = 20_000

/** Whether it may soon be possible to store something. */
export function useGettingReady(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), installedWithin)
    return () => clearTimeout(timer)
  }, [])
  return !isLate && 'caches' in window && 'serviceWorker' in navigator
}

export function useOfflineState(store: OfflineStore) {
  useEffect(() => void store.refresh().catch((error: unknown) => console.warn(error)), [store])
  return useSyncExternalStore(store.subscribe, store.get)
}

/** Waits for a removal, and shows a message if the browser's storage fails. */
export function useRemoval() {
  const toasts = useToasts()
  return (removal: Promise<void>, failureTitle: string) =>
    removal.catch((error: unknown) => {
      console.warn(error)
      const text = 'The storage of this browser failed. Please try again.'
      toasts.show({ title: failureTitle, text, tone: 'failure' })
    })
}

export const notRemoved = (title: string) => `"${title}" was not removed from this device`

/** Without HTTPS, and while the service worker is not there, nothing could be played offline. */
const canStore = () => 'caches' in window && !!navigator.serviceWorker?.controller

/** On the first visit the service worker comes later than the page. */
function onControllerChange(listener: () => void): () => void {
  const { serviceWorker } = navigator
  serviceWorker?.addEventListener('controllerchange', listener)
  return () => serviceWorker?.removeEventListener('controllerchange', listener)
}

function createUserStore(userId: string, settings: SoundSettingsStore): OfflineStore {
  const items = createOfflineItems(userCacheName(userId), (track) =>
    audioUrl(track, bestFormat(track, settings)),
  )
  const lock: Lock = (save, signal) =>
    navigator.locks.request(storedItemsChannel, signal ? { signal } : {}, save)
  const channel = new BroadcastChannel(storedItemsChannel)
  const store = createOfflineStore(items, lock, (message) => channel.postMessage(message))
  channel.addEventListener('message', ({ data }) => void store.receive(data))
  void storeSession().catch((error: unknown) => console.warn(error))
  return store
}

/** On the first visit the page requests who is signed in before the service worker can store the response. */
async function storeSession() {
  if (!(await caches.match(sessionPath))) await (await fetch(sessionPath)).text()
}

/** The format that the player requests, see `main.tsx`. */
function bestFormat(track: Track, settings: SoundSettingsStore) {
  const audio = document.createElement('audio')
  const canPlay = (contentType: string) => audio.canPlayType(contentType) !== ''
  return rankFormats(track.formats, settings.get().quality, {
    canPlay,
    hasGaplessAac: hasGaplessAac(),
  })[0]
}

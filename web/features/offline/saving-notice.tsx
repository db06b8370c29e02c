import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { playlistQuery } from '#web/api/playlists.ts'
import { trackQuery } from '#web/api/tracks.ts'
import { formatPercent } from '#web/lib/format.ts'
import { storedTracks } from '#web/lib/stored-tracks.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { type ToastText, useToasts } from '#web/ui/toast/toast-store.ts'
import type { OfflineState, OfflineStore } from './offline-store.ts'
import { useOfflineState, useOfflineStore } from './use-offline-store.ts'

/** The progress of what is being stored. Checks what is stored when the page has loaded, and when the network is back. */
export function SavingNotice() {
  const store = useOfflineStore()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  useEffect(() => {
    if (!store) return
    const announce = (titles: string[]) => {
      if (titles.length > 0) toasts.show(removedNotice(titles))
    }
    const check = () => {
      if (navigator.onLine) void store.check().then(announce, console.warn)
    }
    const seed = () => void store.refresh().then(() => seedQueries(queryClient, store.get()))
    check()
    addEventListener('online', check)
    addEventListener('offline', seed)
    return () => {
      removeEventListener('online', check)
      removeEventListener('offline', seed)
    }
  }, [store, queryClient, toasts])
  return store ? <Progress store={store} /> : null
}

/** What the server no longer gives this user: deleted, or private now. */
function removedNotice(titles: string[]): ToastText {
  const [title = ''] = titles
  const text =
    titles.length === 1 ? `“${title}” is` : `“${title}” and ${titles.length - 1} more are`
  return {
    title: 'Removed from this device',
    text: `${text} no longer available.`,
    duration: 15_000,
  }
}

/** While offline no query is sent: the pages of what is stored get their data from here. */
function seedQueries(queryClient: QueryClient, { items }: OfflineState) {
  for (const { track } of items?.tracks ?? [])
    for (const name of [track.slug, track.id])
      queryClient.setQueryData(trackQuery(name).queryKey, (known) => known ?? track)
  for (const { playlist } of items?.playlists ?? [])
    for (const name of [playlist.slug, playlist.id])
      queryClient.setQueryData(playlistQuery(name).queryKey, (known) => known ?? playlist)
}

function Progress({ store }: { store: OfflineStore }) {
  const { saving, items } = useOfflineState(store)
  useEffect(() => {
    storedTracks.set(new Set(items?.tracks.map(({ track }) => track.id)))
  }, [items])
  const [current] = saving
  if (!current) return null
  const percent = Math.round((current.progress ?? 0) * 100)
  return (
    <div className="pointer-events-auto grid w-80 max-w-[calc(100vw-2rem)] grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-panel border border-line bg-overlay py-2.5 pr-2 pl-4.5 shadow-(--shadow-float)">
      <div className="grid grid-cols-1 gap-2">
        <p className="flex justify-between gap-3 text-md">
          <span className="truncate">
            Saving <strong className="font-semibold">{current.title}</strong>
          </span>
          <span className="text-muted tabular-nums">
            {current.progress === null ? 'Waiting…' : formatPercent(current.progress)}
          </span>
        </p>
        <ProgressBar label={`Saving ${current.title}`} percent={percent} />
      </div>
      <Button tone="ghost" aria-label={`Stop saving ${current.title}`} onClick={current.stop}>
        Stop
      </Button>
    </div>
  )
}

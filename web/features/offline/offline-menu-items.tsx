import { ArrowDownToLine, CircleCheck, CircleX, LoaderCircle } from 'lucide-react'
import { useLocation } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { formatPercent } from '#web/lib/format.ts'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { type ToastText, useToasts } from '#web/ui/toast/toast-store.ts'
import type { OfflineStore, SaveResult } from './offline-store.ts'
import { notRemoved, useOfflineState, useOfflineStore, useRemoval } from './use-offline-store.ts'

type OfflineMenuItemsProps = { track: Track } | { playlist: PlaylistDetail }

/** Stores a track or playlist on this device, for signed-in users. */
export function OfflineMenuItems(props: OfflineMenuItemsProps) {
  const store = useOfflineStore()
  return store ? <Items {...props} store={store} /> : null
}

function Items({ store, ...props }: OfflineMenuItemsProps & { store: OfflineStore }) {
  const toasts = useToasts()
  const awaitRemoval = useRemoval()
  const [, navigate] = useLocation()
  const { items, saving } = useOfflineState(store)
  const isTrack = 'track' in props
  const { id, title } = isTrack ? props.track : props.playlist
  const current = saving.find((item) => item.id === id)
  const isStored = isTrack
    ? items?.tracks.some((item) => item.track.id === id)
    : items?.playlists.some((item) => item.playlist.id === id)
  async function save() {
    void navigator.storage?.persist?.().catch(() => {})
    const result = isTrack
      ? await store.saveTrack(props.track)
      : await store.savePlaylist(props.playlist)
    if (result !== 'stopped') toasts.show(saveMessage(result, title))
  }
  const remove = () =>
    void awaitRemoval(isTrack ? store.removeTrack(id) : store.removePlaylist(id), notRemoved(title))
  return (
    <>
      <MenuSeparator />
      {current ? (
        <MenuItem icon={<LoaderCircle className="spinning" />} onSelect={current.stop}>
          Stop saving ({current.progress === null ? 'waiting' : formatPercent(current.progress)})
        </MenuItem>
      ) : isStored ? (
        <>
          <MenuItem icon={<CircleCheck />} onSelect={() => navigate(paths.libraryTab('offline'))}>
            Available offline
          </MenuItem>
          <MenuItem icon={<CircleX />} onSelect={remove}>
            Remove from this device
          </MenuItem>
        </>
      ) : (
        <MenuItem icon={<ArrowDownToLine />} onSelect={() => void save()}>
          Make available offline
        </MenuItem>
      )}
    </>
  )
}

function saveMessage(result: Exclude<SaveResult, 'stopped'>, title: string): ToastText {
  if (result === 'saved')
    return {
      title: 'Available offline',
      text: `"${title}" is stored on this device.`,
      tone: 'success',
    }
  const text =
    result === 'no-space'
      ? 'There is not enough space on this device. Nothing of it was stored.'
      : 'It could not be downloaded. Nothing of it was stored. Please try again.'
  return { title: `"${title}" is not available offline`, text, tone: 'failure' }
}

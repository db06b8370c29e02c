import { X } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { type StoredItems as Items, totalBytes } from '#web/features/offline/offline-items.ts'
import type { OfflineStore } from '#web/features/offline/offline-store.ts'
import {
  notRemoved,
  useGettingReady,
  useOfflineState,
  useOfflineStore,
  useRemoval,
} from '#web/features/offline/use-offline-store.ts'
import { RowCover } from '#web/features/player/controls/row-cover.tsx'
import { PlayableList } from '#web/features/player/queue/playable-list.tsx'
import { coverSrcSet, coverUrl } from '#web/lib/api-urls.ts'
import { artistName, creditedArtist } from '#web/lib/display-name.ts'
import { formatDuration, formatTrackCount } from '#web/lib/format.ts'
import { formatBytes } from '#web/lib/format-bytes.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { VirtualList } from '#web/ui/virtual-list.tsx'
import { ListHead } from './list-head.tsx'
import { TabEmpty } from './tab-empty.tsx'
import { TrackListSkeleton } from './track-list.tsx'
import { TrackMenu } from './track-menu/track-menu.tsx'
import { TrackTitleLink } from './track-title-link.tsx'

const source = 'Offline'

/** What is stored on this device. */
export function StoredItems() {
  const store = useOfflineStore()
  const isGettingReady = useGettingReady()
  if (!store && isGettingReady) return <TabEmpty title="Getting ready…" />
  if (!store)
    return (
      <TabEmpty
        title="Not available here"
        text="This browser cannot store tracks, or blocks that for this site."
      />
    )
  return <StoredList store={store} />
}

function StoredList({ store }: { store: OfflineStore }) {
  const { items } = useOfflineState(store)
  if (!items)
    return (
      <div className="pt-7">
        <TrackListSkeleton />
      </div>
    )
  if (items.tracks.length === 0 && items.playlists.length === 0)
    return (
      <TabEmpty
        title="Nothing stored yet"
        text="Choose 'Make available offline' in the menu of a track or playlist, and listen without a network."
      />
    )
  return (
    <>
      <ListHead tracks={items.tracks.map(({ track }) => track)} source={source}>
        <p className="text-sm text-muted tabular-nums">{formatBytes(totalBytes(items))}</p>
      </ListHead>
      <Playlists items={items} store={store} />
      <Tracks items={items} store={store} />
    </>
  )
}

type ListProps = { items: Items; store: OfflineStore }

function Playlists({ items: { playlists }, store }: ListProps) {
  const stored = useMemo(() => playlists.map(({ playlist }) => playlist), [playlists])
  if (stored.length === 0) return null
  return (
    <section aria-label="Playlists" className="pb-7">
      <h2 className="pb-2 font-display text-xl font-bold">Playlists</h2>
      <VirtualList items={stored} {...rows}>
        {(playlist) => (
          <Row
            cover={
              <Artwork
                src={coverUrl(playlist, 96)}
                srcSet={coverSrcSet(playlist)}
                sizes="56px"
                className="size-12 tablet:size-14"
              />
            }
            title={
              <Link
                href={paths.playlist(playlist)}
                className="block truncate rounded-art font-semibold hover:underline"
              >
                {playlist.title}
              </Link>
            }
            text={`${artistName(playlist)} · ${formatTrackCount(playlist.playlistTracks.length)}`}
            remove={() => store.removePlaylist(playlist.id)}
            removes={playlist.title}
          />
        )}
      </VirtualList>
    </section>
  )
}

function Tracks({ items: { tracks }, store }: ListProps) {
  const all = useMemo(() => tracks.map(({ track }) => track), [tracks])
  const stored = useMemo(() => tracks.map((item) => ({ ...item, id: item.track.id })), [tracks])
  return (
    <section aria-label="Tracks">
      <h2 className="pb-2 font-display text-xl font-bold">Tracks</h2>
      <PlayableList tracks={all} source={source}>
        <VirtualList items={stored} {...rows}>
          {({ id, track, bytes, alone }) => (
            <Row
              cover={<RowCover track={track} />}
              title={<TrackTitleLink track={track} />}
              text={`${creditedArtist(track)} · ${formatDuration(track.duration ?? 0)} · ${formatBytes(bytes)}`}
              menu={<TrackMenu track={track} />}
              // A track of a playlist goes with it.
              remove={alone ? () => store.removeTrack(id) : undefined}
              removes={track.title}
            />
          )}
        </VirtualList>
      </PlayableList>
    </section>
  )
}

const rows = {
  className: '[--row-height:68px] tablet:[--row-height:76px]',
  rowClass: 'border-line not-first:border-t',
}

type RowProps = {
  cover: ReactNode
  title: ReactNode
  text: string
  menu?: ReactNode
  remove: (() => Promise<void>) | undefined
  /** What is removed. */
  removes: string
}

function Row({ cover, title, text, menu, remove, removes }: RowProps) {
  const awaitRemoval = useRemoval()
  return (
    <div className="group grid h-full grid-cols-[48px_minmax(0,1fr)_auto] items-center gap-3 tablet:grid-cols-[56px_minmax(0,1fr)_auto] tablet:gap-4">
      {cover}
      <div className="min-w-0">
        {title}
        <p className="truncate text-sm text-muted tabular-nums">{text}</p>
      </div>
      <div className="flex">
        {menu}
        {remove && (
          <IconButton
            label={`Remove ${removes} from this device`}
            onClick={() => void awaitRemoval(remove(), notRemoved(removes))}
          >
            <X />
          </IconButton>
        )}
      </div>
    </div>
  )
}

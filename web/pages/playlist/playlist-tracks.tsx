import { type ComponentType, useEffect, useMemo, useState } from 'react'
import type { PlaylistDetail } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { PlayableList } from '#web/features/player/queue/playable-list.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { linedRow, VirtualList } from '#web/ui/virtual-list.tsx'
import type { Entry, SortableTracksProps } from './sortable-tracks.tsx'
import { ColumnHeaders, listClass, type RowActions, TrackRow } from './track-row.tsx'

const loadSortable = async () => (await import('./sortable-tracks.tsx')).SortableTracks
const loadRemove = async () => (await import('./confirm-dialogs.tsx')).RemoveTrack

type PlaylistTracksProps = {
  playlist: PlaylistDetail
  isOwner: boolean
  onReorder: (trackIds: string[]) => void
}

export function PlaylistTracks({ playlist, isOwner, onReorder }: PlaylistTracksProps) {
  const entries = playlist.playlistTracks
  const tracks = useMemo(() => entries.map(({ track }) => track), [entries])
  const dialog = useLazyComponent(loadRemove)
  const [removing, setRemoving] = useState<Track>()
  const actions: RowActions = {
    onRemove: useMemo(
      () =>
        isOwner
          ? (track: Track) => {
              setRemoving(track)
              dialog.open()
            }
          : undefined,
      [isOwner, dialog.open],
    ),
  }
  return (
    <section aria-label="Tracks" tabIndex={-1} className="pt-12 outline-none">
      <ColumnHeaders hasDragHandle={isOwner} />
      <PlayableList tracks={tracks} source={playlist.title}>
        {isOwner ? (
          <OwnerTracks entries={entries} actions={actions} onReorder={onReorder} />
        ) : (
          <PlainTracks entries={entries} actions={actions} />
        )}
      </PlayableList>
      {dialog.Component && removing && (
        <dialog.Component playlist={playlist} track={removing} onClose={dialog.close} />
      )}
    </section>
  )
}

type PlainTracksProps = { entries: Entry[]; actions: RowActions; hasHandle?: boolean }

function PlainTracks({ entries, actions, hasHandle }: PlainTracksProps) {
  return (
    <VirtualList items={entries} className={listClass} rowClass={linedRow}>
      {({ track }, row) => (
        <TrackRow track={track} row={row} handle={hasHandle && <NoHandle />} {...actions} />
      )}
    </VirtualList>
  )
}

/** Renders plain rows until the chunk for sorting has loaded. */
function OwnerTracks(props: SortableTracksProps) {
  const [loaded, setLoaded] = useState<{ Sortable: ComponentType<SortableTracksProps> }>()
  useEffect(() => {
    loadSortable().then(
      (Sortable) => setLoaded({ Sortable }),
      (error: unknown) => console.warn(error),
    )
  }, [])
  if (loaded) return <loaded.Sortable {...props} />
  return <PlainTracks entries={props.entries} actions={props.actions} hasHandle />
}

/** The space of the handle. */
function NoHandle() {
  return <span className="h-10 w-7" />
}

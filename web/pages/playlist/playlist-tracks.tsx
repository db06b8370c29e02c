import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react'
import { isReleaseType } from '#contract/playlist-types.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { PlayableList } from '#web/features/player/queue/playable-list.tsx'
import { releaseArtist } from '#web/lib/release-text.ts'
import { useLatest } from '#web/lib/use-latest.ts'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { linedRow, VirtualList } from '#web/ui/virtual-list.tsx'
import type { SortableTracksProps } from './sortable-tracks.tsx'
import { ColumnHeaders, listClass, type RowActions, TrackRow } from './track-row.tsx'
import { asksBeforeRemoving, useRemoveTrack } from './use-remove-track.ts'

const loadSortable = async () => (await import('./sortable-tracks.tsx')).SortableTracks
const loadRemove = async () => (await import('./confirm-dialogs.tsx')).ConfirmRemoval

type PlaylistTracksProps = {
  playlist: PlaylistDetail
  isOwner: boolean
  onReorder: (trackIds: string[]) => void
}

export function PlaylistTracks({ playlist, isOwner, onReorder }: PlaylistTracksProps) {
  const entries = playlist.playlistTracks
  const tracks = useMemo(() => entries.map(({ track }) => track), [entries])
  const isRelease = isReleaseType(playlist.type)
  const list = { entries, releaseArtist: isRelease ? releaseArtist(playlist) : undefined }
  const openDialog = useOpenDialog()
  const section = useRef<HTMLElement>(null)
  const remove = useRemoveTrack(playlist)
  const removeTrack = useLatest((track: Track) => {
    if (asksBeforeRemoving()) openDialog(loadRemove, { playlist, track })
    else if (!remove.isPending)
      // The focused button disappears.
      remove.mutate(track, { onSuccess: () => section.current?.focus({ preventScroll: true }) })
  })
  const actions: RowActions = {
    onRemove: useMemo(
      () => (isOwner ? (track: Track) => removeTrack.current(track) : undefined),
      [isOwner, removeTrack],
    ),
  }
  return (
    <section ref={section} aria-label="Tracks" tabIndex={-1} className="pt-12 outline-none">
      <ColumnHeaders isRelease={isRelease} hasDragHandle={isOwner} />
      <PlayableList tracks={tracks} source={playlist.title}>
        {isOwner ? (
          <OwnerTracks {...list} actions={actions} onReorder={onReorder} />
        ) : (
          <PlainTracks {...list} actions={actions} />
        )}
      </PlayableList>
    </section>
  )
}

type PlainTracksProps = Omit<SortableTracksProps, 'onReorder'> & { hasHandle?: boolean }

function PlainTracks({ entries, releaseArtist, actions, hasHandle }: PlainTracksProps) {
  return (
    <VirtualList items={entries} className={listClass} rowClass={linedRow}>
      {({ track }, row) => (
        <TrackRow
          track={track}
          row={row}
          releaseArtist={releaseArtist}
          handle={hasHandle && <NoHandle />}
          {...actions}
        />
      )}
    </VirtualList>
  )
}

/** Renders plain rows until the chunk for sorting has loaded. */
function OwnerTracks({ onReorder, ...props }: SortableTracksProps) {
  const [loaded, setLoaded] = useState<{ Sortable: ComponentType<SortableTracksProps> }>()
  useEffect(() => {
    loadSortable().then(
      (Sortable) => setLoaded({ Sortable }),
      (error: unknown) => console.warn(error),
    )
  }, [])
  if (loaded) return <loaded.Sortable {...props} onReorder={onReorder} />
  return <PlainTracks {...props} hasHandle />
}

/** The space of the handle. */
function NoHandle() {
  return <span className="h-10 w-7" />
}

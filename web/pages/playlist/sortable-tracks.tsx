import { useCallback } from 'react'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { type DragState, reordered } from '#web/ui/sortable-list/drag-state.ts'
import { SortableList } from '#web/ui/sortable-list/sortable-list.tsx'
import { listClass, type RowActions, TrackRow } from './track-row.tsx'

type Entry = PlaylistDetail['playlistTracks'][number]

export type SortableTracksProps = {
  entries: Entry[]
  /** Of a release. */
  releaseArtist: string | undefined
  actions: RowActions
  onReorder: (trackIds: string[]) => void
}

const titleOf = ({ track }: Entry) => track.title

/** The entries as their owner sees them: they can be reordered. */
export function SortableTracks(props: SortableTracksProps) {
  const { entries, releaseArtist, actions, onReorder } = props
  const { onRemove } = actions
  const trackIds = entries.map(({ trackId }) => trackId)
  return (
    <SortableList
      items={entries}
      titleOf={titleOf}
      onMove={(move: DragState) => onReorder(reordered(trackIds, move))}
      className={listClass}
    >
      {useCallback(
        (entry: Entry, row, options) => (
          <TrackRow
            track={entry.track}
            row={row}
            releaseArtist={releaseArtist}
            onRemove={onRemove}
            {...options}
          />
        ),
        [onRemove, releaseArtist],
      )}
    </SortableList>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { managedTracksQuery } from '#web/api/admin.ts'
import { SearchField, searchDebounceMs } from '#web/features/search/search-field.tsx'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { ManagedList } from './managed-list.tsx'
import { ExportButton, Toolbar } from './toolbar.tsx'
import { TrackHeader, TrackRow, TrackRowSkeleton, trackRowsClass } from './track-row.tsx'
import { useTracksExport } from './use-export.ts'
import { useRowDialogs } from './use-row-dialogs.tsx'

const trackDialogs = {
  edit: async () => (await import('./edit-track-dialog.tsx')).EditTrackDialog,
  remove: async () => (await import('./delete-dialogs.tsx')).DeleteManagedTrackDialog,
  draft: draftKeys.managedTrack,
}

export function ContentTab() {
  const [typed, setTyped] = useState('')
  const query = useDebounced(typed.trim(), searchDebounceMs)
  const list = useInfiniteQuery(managedTracksQuery(query))
  const file = useTracksExport(typed.trim())
  const { onEdit, onDelete, dialogs } = useRowDialogs(trackDialogs)
  return (
    <>
      <Toolbar title="Track Management">
        <SearchField placeholder="Search tracks or users..." value={typed} onChange={setTyped} />
        <ExportButton label="Export" isPending={file.isPending} onClick={() => file.mutate()} />
      </Toolbar>
      <ManagedList
        list={list}
        noun="track"
        empty={query ? 'No tracks found' : 'No tracks yet'}
        header={<TrackHeader />}
        rowsClass={trackRowsClass}
        skeleton={<TrackRowSkeleton />}
      >
        {(track, row, rows) => (
          <TrackRow
            key={track.id}
            track={track}
            row={row}
            rows={rows}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        )}
      </ManagedList>
      {dialogs}
    </>
  )
}

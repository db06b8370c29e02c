import { useInfiniteQuery } from '@tanstack/react-query'
import { managedTracksQuery } from '#web/api/admin.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { ManagedTab } from './managed-tab.tsx'
import { TrackHeader, TrackRow, TrackRowSkeleton, trackRowClass } from './track-row.tsx'
import { useTracksExport } from './use-export.ts'

const useTracks = (query: string) => useInfiniteQuery(managedTracksQuery(query))

const loadEdit = async () => (await import('./edit-track-dialog.tsx')).EditTrackDialog
const loadDelete = async () => (await import('./delete-dialogs.tsx')).DeleteManagedTrackDialog

export function ContentTab() {
  return (
    <ManagedTab
      title="Track Management"
      placeholder="Search tracks or users..."
      exportLabel="Export"
      noun="track"
      useList={useTracks}
      useExport={useTracksExport}
      loadEdit={loadEdit}
      loadDelete={loadDelete}
      draftKey={draftKeys.managedTrack}
      header={<TrackHeader />}
      className="[--row-height:112px] tablet:[--row-height:77px]"
      rowClass={trackRowClass}
      skeleton={<TrackRowSkeleton />}
    >
      {(track, onEdit, onDelete) => <TrackRow track={track} onEdit={onEdit} onDelete={onDelete} />}
    </ManagedTab>
  )
}

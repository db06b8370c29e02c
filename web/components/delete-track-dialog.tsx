import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { onTrackDeleted } from '#web/api/cache-updates.ts'
import { request } from '#web/api/client.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type DeleteTrackDialogProps = {
  track: Track
  onDeleted: () => void
  onClose: () => void
}

export function DeleteTrackDialog({ track, onDeleted, onClose }: DeleteTrackDialogProps) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => request(routes.deleteTrack, { params: { id: track.id } }),
    meta: {
      done: { title: 'Track deleted!' },
      onFailure: { text: 'Failed to delete track. Please try again.' },
    },
    onSuccess: () => {
      onDeleted()
      onClose()
      void onTrackDeleted(queryClient, track.id)
    },
  })
  return <ConfirmTrackDeletion track={track} remove={remove} onClose={onClose} />
}

type ConfirmTrackDeletionProps = {
  track: Track
  /** The mutation of the owner or of the administrator. */
  remove: { isPending: boolean; mutate: () => void }
  onClose: () => void
}

export function ConfirmTrackDeletion({ track, remove, onClose }: ConfirmTrackDeletionProps) {
  return (
    <ConfirmDialog
      title="Delete Track"
      text={`Are you sure you want to delete "${track.title}"? This action cannot be undone and will remove the track and all associated likes and comments.`}
      confirm="Delete Track"
      pendingText="Deleting..."
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Track } from '#contract/tracks.ts'
import { onTrackDeleted } from '#web/api/cache-updates.ts'
import { deleteTrack } from '#web/api/track-mutations.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { done, failed } from './messages.ts'

type DeleteTrackDialogProps = {
  track: Track
  onDeleted: () => void
  onClose: () => void
}

export function DeleteTrackDialog({ track, onDeleted, onClose }: DeleteTrackDialogProps) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const remove = useMutation({
    mutationFn: () => deleteTrack(track.id),
    meta: { onFailure: failed.delete },
    onSuccess: () => {
      onDeleted()
      onClose()
      toasts.show(done.deleted)
      void onTrackDeleted(queryClient, track.id)
    },
  })
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

import type { Track } from '#contract/tracks.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useDeleteTrack } from './use-track-mutations.ts'

type DeleteTrackDialogProps = {
  track: Track
  onDeleted: () => void
  onClose: () => void
}

export function DeleteTrackDialog({ track, onDeleted, onClose }: DeleteTrackDialogProps) {
  const remove = useDeleteTrack(track.id, () => {
    onDeleted()
    onClose()
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

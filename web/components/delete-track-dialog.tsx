import type { Track } from '#contract/tracks.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type DeleteTrackDialogProps = {
  track: Track
  /** The mutation of the owner or of the administrator. */
  remove: { isPending: boolean; mutate: () => void }
  onClose: () => void
}

export function DeleteTrackDialog({ track, remove, onClose }: DeleteTrackDialogProps) {
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

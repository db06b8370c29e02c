import type { Track } from '#contract/tracks.ts'
import type { ManagedUser } from '#contract/users.ts'
import { DeleteTrackDialog } from '#web/components/delete-track-dialog.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useDeleteTrack, useDeleteUser } from './use-admin-mutations.ts'
import { accountName } from './user-labels.ts'

type DeleteManagedTrackDialogProps = { row: Track; onClose: () => void }

export function DeleteManagedTrackDialog({ row: track, onClose }: DeleteManagedTrackDialogProps) {
  const remove = useDeleteTrack(track, onClose)
  return <DeleteTrackDialog track={track} remove={remove} onClose={onClose} />
}

type DeleteUserDialogProps = { row: ManagedUser; onClose: () => void }

export function DeleteUserDialog({ row: user, onClose }: DeleteUserDialogProps) {
  const remove = useDeleteUser(user, onClose)
  return (
    <ConfirmDialog
      title="Delete User"
      text={`Are you sure you want to delete the account for "${accountName(user)}"? This action cannot be undone and will remove all user data, tracks, and playlists.`}
      confirm="Delete User"
      pendingText="Deleting..."
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}

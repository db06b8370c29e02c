import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import type { ManagedUser } from '#contract/users.ts'
import { onManagedUserDeleted } from '#web/api/admin.ts'
import { onTrackDeleted } from '#web/api/cache-updates.ts'
import { hasStatus, request } from '#web/api/client.ts'
import { ConfirmTrackDeletion } from '#web/components/delete-track-dialog.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { failed } from './failed.ts'
import { accountName } from './user-labels.ts'

type DialogProps<Row> = { row: Row; onClose: () => void }

export function DeleteManagedTrackDialog({ row: track, onClose }: DialogProps<Track>) {
  const remove = useDelete(() => request(routes.deleteTrack, { params: { id: track.id } }), {
    noun: 'track',
    done: 'Track deleted!',
    updateCache: (queryClient) => onTrackDeleted(queryClient, track.id),
    onClose,
  })
  return <ConfirmTrackDeletion track={track} remove={remove} onClose={onClose} />
}

export function DeleteUserDialog({ row: user, onClose }: DialogProps<ManagedUser>) {
  const remove = useDelete(() => request(routes.deleteUserAsAdmin, { params: { id: user.id } }), {
    noun: 'user',
    done: 'User deleted',
    updateCache: (queryClient) => onManagedUserDeleted(queryClient, user.id),
    onClose,
  })
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

type Deletion = {
  noun: string
  done: string
  updateCache: (queryClient: QueryClient) => Promise<unknown>
  onClose: () => void
}

/** What was already deleted leaves the list too. */
function useDelete(mutationFn: () => Promise<unknown>, { noun, done, ...row }: Deletion) {
  const queryClient = useQueryClient()
  function remove() {
    void row.updateCache(queryClient)
    row.onClose()
  }
  return useMutation({
    mutationFn,
    meta: { done: { title: done }, onFailure: failed('Delete', noun) },
    onSuccess: remove,
    onError: (error) => hasStatus(error, 404) && remove(),
  })
}

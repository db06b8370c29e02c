import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createPlaylist, refetchPlaylists } from '#web/api/playlists.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { saveDraft } from '#web/ui/draft-persistence.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { done, failed } from './messages.ts'
import { PlaylistForm } from './playlist-form.tsx'

type NewPlaylistDialogProps = { userId: string; onClose: () => void }

export function NewPlaylistDialog({ userId, onClose }: NewPlaylistDialogProps) {
  const create = useCreate({ userId, onClose })
  return (
    <FormDialog title="New playlist" onClose={onClose}>
      <PlaylistForm
        draftKey={draftKeys.newPlaylist}
        onSubmit={({ title, description }) => create.mutate({ title, description })}
        isPending={create.isPending}
        submit="Create"
        pendingText="Creating..."
        onBack={onClose}
      />
    </FormDialog>
  )
}

function useCreate({ userId, onClose }: NewPlaylistDialogProps) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: createPlaylist,
    meta: { done: done.createdEmpty, onFailure: failed.create },
    onError: (error, typed) => isUnauthorized(error) && saveDraft(draftKeys.newPlaylist, typed),
    onSuccess: async () => {
      await refetchPlaylists(queryClient, userId)
      onClose()
    },
  })
}

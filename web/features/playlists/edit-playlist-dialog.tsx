import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Playlist } from '#contract/playlists.ts'
import { refetchPlaylists, updatePlaylist } from '#web/api/playlists.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { saveDraft } from '#web/ui/draft-persistence.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { done, failed } from './messages.ts'
import { PlaylistForm, type PlaylistValues } from './playlist-form.tsx'

type EditPlaylistDialogProps = { playlist: Playlist; onClose: () => void }

export function EditPlaylistDialog({ playlist, onClose }: EditPlaylistDialogProps) {
  const save = useSave({ playlist, onClose })
  return (
    <FormDialog title="Edit playlist" onClose={onClose}>
      <PlaylistForm
        draftKey={draftKeys.playlist(playlist)}
        playlist={playlist}
        onSubmit={save.mutate}
        isPending={save.isPending}
        submit="Save Changes"
        pendingText="Saving..."
        onBack={onClose}
      />
    </FormDialog>
  )
}

function useSave({ playlist, onClose }: EditPlaylistDialogProps) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: PlaylistValues) => updatePlaylist(playlist.id, change),
    meta: { done: done.updated, onFailure: failed.update },
    onError: (error, typed) =>
      isUnauthorized(error) && saveDraft(draftKeys.playlist(playlist), typed),
    onSuccess: async () => {
      await refetchPlaylists(queryClient, playlist.userId)
      onClose()
    },
  })
}

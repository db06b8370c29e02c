import { useQueryClient } from '@tanstack/react-query'
import type { Playlist } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import { request, serverMessage } from '#web/api/client.ts'
import { refetchPlaylists } from '#web/api/playlists.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { GuardedDialog } from '#web/ui/form-dialog.tsx'
import { PlaylistForm } from './playlist-form.tsx'

type PlaylistDialogProps = { userId: string; playlist?: Playlist; onClose: () => void }

/** Edits the playlist, or creates one. */
export function PlaylistDialog({ userId, playlist, onClose }: PlaylistDialogProps) {
  const queryClient = useQueryClient()
  const shared = {
    playlist,
    onClose,
    onSaved: async () => {
      await refetchPlaylists(queryClient, userId)
      onClose()
    },
  }
  return (
    <GuardedDialog title={playlist ? 'Edit playlist' : 'New playlist'} onClose={onClose}>
      {playlist ? (
        <PlaylistForm
          {...shared}
          draftKey={draftKeys.playlist(playlist)}
          save={(body) => request(routes.updatePlaylist, { params: { id: playlist.id }, body })}
          meta={{
            done: { title: 'Playlist updated' },
            onFailure: (error) => ({
              title: 'Failed to update playlist',
              text: serverMessage(error),
            }),
          }}
        />
      ) : (
        <PlaylistForm
          {...shared}
          {...newPlaylist}
          draftKey={draftKeys.newPlaylist}
          meta={{ ...newPlaylist.meta, done: { title: 'Playlist created' } }}
          submit="Create"
        />
      )}
    </GuardedDialog>
  )
}

/** For the form of a new playlist. */
export const newPlaylist = {
  save: ({ title, description }: { title: string; description?: string | null | undefined }) =>
    request(routes.createPlaylist, { body: { title, description } }),
  meta: {
    onFailure: {
      title: 'Failed to create',
      text: 'Could not create playlist. Please try again.',
    },
  },
  pendingText: 'Creating...',
}

import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { playlistLabel, playlistNouns } from '#contract/playlist-types.ts'
import type { newPlaylist as newPlaylistBody, PlaylistDetail } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import { request, serverMessage } from '#web/api/client.ts'
import { refetchPlaylists } from '#web/api/playlists.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { GuardedDialog } from '#web/ui/form-dialog.tsx'
import { PlaylistForm } from './playlist-form.tsx'

type PlaylistDialogProps = { userId: string; playlist?: PlaylistDetail; onClose: () => void }

/** Edits the playlist, or creates one. */
export function PlaylistDialog({ userId, playlist, onClose }: PlaylistDialogProps) {
  const queryClient = useQueryClient()
  const noun = playlistNouns[playlist?.type ?? 'playlist']
  const shared = {
    playlist,
    onClose,
    onSaved: async () => {
      await refetchPlaylists(queryClient, userId)
      onClose()
    },
  }
  return (
    <GuardedDialog title={`${playlist ? 'Edit' : 'New'} ${noun}`} onClose={onClose}>
      {playlist ? (
        <PlaylistForm
          {...shared}
          draftKey={draftKeys.playlist(playlist)}
          save={(body) => request(routes.updatePlaylist, { params: { id: playlist.id }, body })}
          meta={{
            done: { title: `${playlistLabel(playlist.type)} updated` },
            onFailure: (error) => ({
              title: `Failed to update ${noun}`,
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
  /** Public unless it says otherwise. */
  save: ({ privacy, ...body }: z.output<typeof newPlaylistBody>) =>
    request(routes.createPlaylist, {
      body: { ...body, ...(privacy !== 'public' && { privacy }) },
    }),
  meta: {
    onFailure: {
      title: 'Failed to create',
      text: 'Could not create playlist. Please try again.',
    },
  },
  pendingText: 'Creating...',
}

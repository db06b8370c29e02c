import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import { request } from '#web/api/client.ts'
import { refetchPlaylists } from '#web/api/playlists.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { newPlaylist } from './playlist-dialog.tsx'
import { PlaylistForm } from './playlist-form.tsx'

export const addingFailed = {
  title: 'Failed to add',
  text: 'Could not add track to playlist. Please try again.',
}

type CreatePlaylistProps = {
  trackId: string
  userId: string
  takesFocus: boolean
  onBack: () => void
  onAdded: () => void
}

/**
 * The form for a new playlist with the track in it. Two requests: if the second fails, the new playlist can be picked
 * from the list.
 */
export function CreatePlaylist(props: CreatePlaylistProps) {
  const { trackId, userId, takesFocus, onBack, onAdded } = props
  const queryClient = useQueryClient()
  const add = useMutation({
    mutationFn: (id: string) =>
      request(routes.addPlaylistTrack, { params: { id }, body: { trackId } }),
    meta: {
      done: {
        title: 'Playlist created',
        text: 'New playlist created and track added successfully.',
      },
      onFailure: addingFailed,
    },
    onError: onBack,
    onSuccess: onAdded,
    onSettled: () => void refetchPlaylists(queryClient, userId),
  })
  return (
    <PlaylistForm
      {...newPlaylist}
      draftKey={draftKeys.newPlaylistForTrack}
      takesFocus={takesFocus}
      onSaved={({ id }) => add.mutate(id)}
      isBusy={add.isPending}
      submit="Create & add"
      back="Back"
      onClose={onBack}
    />
  )
}

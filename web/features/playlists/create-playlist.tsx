import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addToPlaylist, createPlaylist, refetchPlaylists } from '#web/api/playlists.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { saveDraft } from '#web/ui/draft-persistence.ts'
import { done, failed } from './messages.ts'
import { PlaylistForm } from './playlist-form.tsx'

type CreatePlaylistProps = {
  trackId: string
  userId: string
  takesFocus: boolean
  onBack: () => void
  onAdded: () => void
}

/** The form for a new playlist with the track in it. */
export function CreatePlaylist(props: CreatePlaylistProps) {
  const create = useCreateAndAdd(props)
  return (
    <PlaylistForm
      draftKey={draftKeys.newPlaylistForTrack}
      takesFocus={props.takesFocus}
      onSubmit={({ title, description }) => create.mutate({ title, description })}
      isPending={create.isPending}
      submit="Create & add"
      pendingText="Creating..."
      back="Back"
      onBack={props.onBack}
    />
  )
}

/** Two requests: if the second fails, the new playlist can be picked from the list. */
function useCreateAndAdd({ trackId, userId, onBack, onAdded }: CreatePlaylistProps) {
  const queryClient = useQueryClient()
  const add = useMutation({
    mutationFn: (playlistId: string) => addToPlaylist(playlistId, trackId),
    meta: { done: done.created, onFailure: failed.add },
    onError: onBack,
    onSuccess: onAdded,
    onSettled: () => void refetchPlaylists(queryClient, userId),
  })
  const create = useMutation({
    mutationFn: createPlaylist,
    meta: { onFailure: failed.create },
    onError: (error, typed) =>
      isUnauthorized(error) && saveDraft(draftKeys.newPlaylistForTrack, typed),
    onSuccess: ({ id }) => add.mutate(id),
  })
  return { mutate: create.mutate, isPending: create.isPending || add.isPending }
}

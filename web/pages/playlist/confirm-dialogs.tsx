import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#contract/paths.ts'
import { playlistLabel, playlistNouns } from '#contract/playlist-types.ts'
import type { Playlist, PlaylistDetail } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { request, serverMessage } from '#web/api/client.ts'
import { userPlaylistsKey } from '#web/api/playlists.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { stopAsking, useRemoveTrack } from './use-remove-track.ts'

type DeletePlaylistProps = { playlist: Playlist; onClose: () => void }

export function DeletePlaylist({ playlist, onClose }: DeletePlaylistProps) {
  const { id, userId, title, type } = playlist
  const noun = playlistNouns[type]
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const remove = useMutation({
    mutationFn: () => request(routes.deletePlaylist, { params: { id } }),
    meta: {
      done: { title: `${playlistLabel(type)} deleted` },
      onFailure: (error) => ({ title: `Failed to delete ${noun}`, text: serverMessage(error) }),
    },
    onSuccess: () => {
      navigate(paths.profile(userId))
      void invalidatePlaylists(queryClient, userId)
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${noun}`}
      text={`Are you sure you want to delete "${title}"? This action cannot be undone. Its tracks are not deleted.`}
      confirm={`Delete ${noun}`}
      pendingText="Deleting..."
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}

type ConfirmRemovalProps = { playlist: PlaylistDetail; track: Track; onClose: () => void }

export function ConfirmRemoval({ playlist, track, onClose }: ConfirmRemovalProps) {
  const remove = useRemoveTrack(playlist)
  const [isLast, setLast] = useState(false)
  function confirm() {
    if (isLast) stopAsking()
    remove.mutate(track, { onSettled: onClose })
  }
  return (
    <ConfirmDialog
      title="Remove track"
      text={`Are you sure you want to remove "${track.title}" from this ${playlistNouns[playlist.type]}?`}
      confirm="Remove"
      pendingText="Removing..."
      isPending={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Checkbox label="Do not ask again" checked={isLast} onChange={setLast} />
    </ConfirmDialog>
  )
}

/** Everything that shows the user's playlists, without refetching the visible one: after a deletion it would be a 404. */
function invalidatePlaylists(queryClient: QueryClient, userId: string): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: ['playlists'], refetchType: 'none' }),
    queryClient.invalidateQueries({ queryKey: ['new-playlists'] }),
    queryClient.invalidateQueries({ queryKey: userPlaylistsKey(userId) }),
  ])
}

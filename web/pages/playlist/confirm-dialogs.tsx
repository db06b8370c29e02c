import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { paths } from '#contract/paths.ts'
import { playlistLabel, playlistNouns } from '#contract/playlist-types.ts'
import type { Playlist } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { request, serverMessage } from '#web/api/client.ts'
import { refetchPlaylists, userPlaylistsKey } from '#web/api/playlists.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

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

type RemoveTrackProps = { playlist: Playlist; track: Track; onClose: () => void }

export function RemoveTrack({ playlist: { id, userId, type }, track, onClose }: RemoveTrackProps) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => request(routes.removePlaylistTrack, { params: { id, trackId: track.id } }),
    meta: {
      done: { title: 'Track removed' },
      onFailure: { title: 'Failed to remove track', text: '' },
    },
    onSuccess: () => refetchPlaylists(queryClient, userId),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      title="Remove track"
      text={`Are you sure you want to remove "${track.title}" from this ${playlistNouns[type]}?`}
      confirm="Remove"
      pendingText="Removing..."
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
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

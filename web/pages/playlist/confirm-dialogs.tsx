import { useLocation } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { Playlist } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import {
  useDeletePlaylist,
  useRemoveTrack,
} from '#web/features/playlists/use-playlist-mutations.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type DeletePlaylistProps = { playlist: Playlist; onClose: () => void }

export function DeletePlaylist({ playlist, onClose }: DeletePlaylistProps) {
  const [, navigate] = useLocation()
  const remove = useDeletePlaylist(playlist, () => navigate(paths.profile(playlist.userId)))
  return (
    <ConfirmDialog
      title="Delete playlist"
      text={`Are you sure you want to delete "${playlist.title}"? This action cannot be undone. Its tracks are not deleted.`}
      confirm="Delete playlist"
      pendingText="Deleting..."
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}

type RemoveTrackProps = { playlist: Playlist; track: Track; onClose: () => void }

export function RemoveTrack({ playlist, track, onClose }: RemoveTrackProps) {
  const remove = useRemoveTrack(playlist)
  return (
    <ConfirmDialog
      title="Remove track"
      text={`Are you sure you want to remove "${track.title}" from this playlist?`}
      confirm="Remove"
      pendingText="Removing..."
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(track.id, { onSettled: onClose })}
      onClose={onClose}
    />
  )
}

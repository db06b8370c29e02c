import { useLocation } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { Playlist } from '#contract/playlists.ts'
import { useDeletePlaylist } from '#web/features/playlists/use-playlist-mutations.ts'
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

import type { Playlist } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { useRemoveTrack } from '#web/features/playlists/use-playlist-mutations.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

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

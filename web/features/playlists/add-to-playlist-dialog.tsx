import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Track } from '#contract/tracks.ts'
import { addToPlaylist, refetchPlaylists } from '#web/api/playlists.ts'
import { artistName } from '#web/lib/display-name.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { readDraft } from '#web/ui/draft-persistence.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { CreatePlaylist } from './create-playlist.tsx'
import { done, failed } from './messages.ts'
import { PlaylistPicker } from './playlist-picker.tsx'

type AddToPlaylistDialogProps = { track: Track; userId: string; onClose: () => void }
type View = {
  name: 'pick' | 'create'
  /** False on opening, when the dialog sets the focus. */
  takesFocus: boolean
}

/** Two views: pick an existing playlist, or create one with the track in it. */
export function AddToPlaylistDialog({ track, userId, onClose }: AddToPlaylistDialogProps) {
  const add = useAdd({ track, userId, onClose })
  const [view, setView] = useState<View>(() => ({
    name: readDraft(draftKeys.newPlaylistForTrack) ? 'create' : 'pick',
    takesFocus: false,
  }))
  const show = (name: View['name']) => () => setView({ name, takesFocus: true })
  return (
    <FormDialog
      title={view.name === 'pick' ? 'Add to playlist' : 'Create new'}
      text={`${track.title} by ${artistName(track)}`}
      onClose={onClose}
    >
      {view.name === 'pick' ? (
        <PlaylistPicker
          userId={userId}
          adding={add.isPending ? add.variables : null}
          takesFocus={view.takesFocus}
          onPick={add.mutate}
          onCreate={show('create')}
        />
      ) : (
        <CreatePlaylist
          trackId={track.id}
          userId={userId}
          takesFocus={view.takesFocus}
          onBack={show('pick')}
          onAdded={onClose}
        />
      )}
    </FormDialog>
  )
}

function useAdd({ track, userId, onClose }: AddToPlaylistDialogProps) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (playlistId: string) => addToPlaylist(playlistId, track.id),
    meta: { onFailure: failed.add },
    onSuccess: () => {
      onClose()
      toasts.show(done.added)
      void refetchPlaylists(queryClient, userId)
    },
  })
}

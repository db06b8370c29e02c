import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isReleaseType } from '#contract/playlist-types.ts'
import type { PlaylistForTrack } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { hasStatus, request, serverMessage } from '#web/api/client.ts'
import { refetchPlaylists } from '#web/api/playlists.ts'
import { artistName } from '#web/lib/display-name.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { savePendingAction } from '#web/lib/pending-action.ts'
import { readDraft } from '#web/ui/draft-persistence.ts'
import { GuardedDialog } from '#web/ui/form-dialog.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { newPlaylist } from './playlist-dialog.tsx'
import { PlaylistForm } from './playlist-form.tsx'
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
    <GuardedDialog
      title={view.name === 'pick' ? 'Add to playlist' : 'Create new'}
      text={`${track.title} by ${artistName(track)}`}
      onClose={onClose}
    >
      {view.name === 'pick' ? (
        <PlaylistPicker
          userId={userId}
          trackId={track.id}
          adding={add.isPending ? add.variables.id : null}
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
    </GuardedDialog>
  )
}

const added = {
  title: 'Added to playlist',
  text: 'Track was added to the playlist successfully.',
  tone: 'success',
} as const

function useAdd({ track, userId, onClose }: AddToPlaylistDialogProps) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (playlist: PlaylistForTrack) => addOnce(playlist, track.id),
    meta: {
      // Why a release does not accept the track.
      onFailure: (error) =>
        hasStatus(error, 409) ? { ...addingFailed, text: serverMessage(error) } : addingFailed,
      onSessionExpired: () => reopenAfterSignIn(track.id),
    },
    onSuccess: (isAdded, playlist) => {
      if (isAdded) onClose()
      toasts.show(isAdded ? added : { title: `Already in "${playlist.title}"` })
      if (isAdded || !playlist.hasTrack) void refetchPlaylists(queryClient, userId)
    },
  })
}

const reopenAfterSignIn = (trackId: string) =>
  savePendingAction({ reason: 'playlist', subject: trackId })

/** Returns false if the playlist has the track already, perhaps since another tab added it. */
async function addOnce(playlist: PlaylistForTrack, trackId: string): Promise<boolean> {
  if (playlist.hasTrack) return false
  try {
    await request(routes.addPlaylistTrack, { params: { id: playlist.id }, body: { trackId } })
    return true
  } catch (error) {
    if (hasStatus(error, 409) && !isReleaseType(playlist.type)) return false
    throw error
  }
}

const addingFailed = {
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
function CreatePlaylist(props: CreatePlaylistProps) {
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
      onSessionExpired: () => reopenAfterSignIn(trackId),
    },
    onError: onBack,
    onSuccess: onAdded,
    onSettled: () => void refetchPlaylists(queryClient, userId),
  })
  return (
    <PlaylistForm
      {...newPlaylist}
      meta={{ ...newPlaylist.meta, onSessionExpired: () => reopenAfterSignIn(trackId) }}
      draftKey={draftKeys.newPlaylistForTrack}
      takesFocus={takesFocus}
      onSaved={({ id }) => add.mutate(id)}
      isBusy={add.isPending}
      withoutTypes
      submit="Create & add"
      back="Back"
      onClose={onBack}
    />
  )
}

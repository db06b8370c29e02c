import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isReleaseType } from '#contract/playlist-types.ts'
import type { Playlist, PlaylistForTrack } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { hasStatus, request, serverMessage } from '#web/api/client.ts'
import { playlistsForTrackQuery, refetchPlaylists } from '#web/api/playlists.ts'
import { artistName } from '#web/lib/display-name.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { formatTrackCount } from '#web/lib/format.ts'
import { savePendingAction } from '#web/lib/pending-action.ts'
import { readOwnDraft } from '#web/ui/draft-persistence.ts'
import { GuardedDialog } from '#web/ui/form-dialog.tsx'
import { type ToastText, useToasts } from '#web/ui/toast/toast-store.ts'
import { newPlaylist } from './playlist-dialog.tsx'
import { PlaylistForm } from './playlist-form.tsx'
import { PlaylistPicker } from './playlist-picker.tsx'

type AddToPlaylistDialogProps = { track: Track; userId: string; onClose: () => void }

export function AddToPlaylistDialog({ track, ...props }: AddToPlaylistDialogProps) {
  const text = `${track.title} by ${artistName(track)}`
  return <AddTracksDialog tracks={[track]} text={text} {...props} />
}

type AddTracksDialogProps = {
  /** One track, or those of a release or playlist. */
  tracks: readonly Track[]
  text: string
  userId: string
  onClose: () => void
}
type View = {
  name: 'pick' | 'create'
  /** False on opening, when the dialog sets the focus. */
  takesFocus: boolean
}

/** Two views: pick an existing playlist, or create one with the tracks in it, at once if there is none. */
export function AddTracksDialog({ tracks, text, userId, onClose }: AddTracksDialogProps) {
  const [first] = tracks
  const playlistsQuery = playlistsForTrackQuery(userId, first?.id ?? '')
  const { data: playlists, isFetching } = useQuery(playlistsQuery)
  const add = useAdd({ tracks, userId, onClose })
  const [view, setView] = useState<View>(() => ({
    name: readOwnDraft(draftKeys.newPlaylistForTrack, userId) ? 'create' : 'pick',
    takesFocus: false,
  }))
  const [isSettled, setSettled] = useState(view.name === 'create')
  // There may be one by now if they were loaded before.
  if (playlists && !isFetching && !isSettled) {
    setSettled(true)
    if (playlists.length === 0) setView({ name: 'create', takesFocus: true })
  }
  const show = (name: View['name']) => () => setView({ name, takesFocus: true })
  return (
    <GuardedDialog
      title={view.name === 'pick' ? 'Add to playlist' : 'Create new'}
      text={text}
      onClose={onClose}
    >
      {view.name === 'pick' ? (
        <PlaylistPicker
          playlistsQuery={playlistsQuery}
          showsAdded={tracks.length === 1}
          adding={add.isPending ? add.variables.id : null}
          takesFocus={view.takesFocus}
          onPick={add.mutate}
          onCreate={show('create')}
        />
      ) : (
        <CreatePlaylist
          tracks={tracks}
          userId={userId}
          takesFocus={view.takesFocus}
          onBack={show('pick')}
          onAdded={onClose}
        />
      )}
    </GuardedDialog>
  )
}

function useAdd({ tracks, userId, onClose }: Omit<AddTracksDialogProps, 'text'>) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: async (playlist: PlaylistForTrack) =>
      tracks.length === 1 && playlist.hasTrack ? 0 : addMissing(playlist, tracks),
    meta: { onFailure: addingFailed, onSessionExpired: () => reopenAfterSignIn(tracks) },
    onSuccess: (count, playlist) => {
      if (count > 0) onClose()
      toasts.show(
        count > 0 ? added(count, tracks.length) : { title: `Already in "${playlist.title}"` },
      )
      if (count > 0 || !playlist.hasTrack) void refetchPlaylists(queryClient, userId)
    },
    // Some may have been added.
    onError: () => tracks.length > 1 && void refetchPlaylists(queryClient, userId),
  })
}

/** Of an album only its page is left to return to. */
function reopenAfterSignIn([track, ...others]: readonly Track[]): void {
  if (track && others.length === 0) savePendingAction({ reason: 'playlist', subject: track.id })
}

/** Returns how many the playlist did not have already, perhaps since another tab added them. */
async function addMissing(
  { id, type }: Pick<Playlist, 'id' | 'type'>,
  tracks: readonly Track[],
): Promise<number> {
  let count = 0
  for (const track of tracks)
    try {
      await request(routes.addPlaylistTrack, { params: { id }, body: { trackId: track.id } })
      count += 1
    } catch (error) {
      if (!hasStatus(error, 409) || isReleaseType(type)) throw error
    }
  return count
}

function added(count: number, all: number): ToastText {
  const title = 'Added to playlist'
  const tone = 'success'
  if (all === 1) return { title, text: 'Track was added to the playlist successfully.', tone }
  const present = all > count ? ' The others were in it already.' : ''
  return { title, text: `${formatTrackCount(count)} added.${present}`, tone }
}

/** With why a release does not accept a track. */
const addingFailed = (error: unknown) => ({
  title: 'Failed to add',
  text: hasStatus(error, 409)
    ? serverMessage(error)
    : 'Could not add track to playlist. Please try again.',
})

type CreatePlaylistProps = {
  tracks: readonly Track[]
  userId: string
  takesFocus: boolean
  onBack: () => void
  onAdded: () => void
}

/**
 * The form for a new playlist with the tracks in it. Several requests: if adding fails, the new playlist can be picked
 * from the list.
 */
function CreatePlaylist({ tracks, userId, takesFocus, onBack, onAdded }: CreatePlaylistProps) {
  const queryClient = useQueryClient()
  const add = useMutation({
    mutationFn: (playlist: Playlist) => addMissing(playlist, tracks),
    meta: {
      done: {
        title: 'Playlist created',
        text:
          tracks.length === 1
            ? 'New playlist created and track added successfully.'
            : `New playlist created with ${formatTrackCount(tracks.length)}.`,
      },
      onFailure: addingFailed,
      onSessionExpired: () => reopenAfterSignIn(tracks),
    },
    onError: onBack,
    onSuccess: onAdded,
    onSettled: () => void refetchPlaylists(queryClient, userId),
  })
  return (
    <PlaylistForm
      {...newPlaylist}
      meta={{ ...newPlaylist.meta, onSessionExpired: () => reopenAfterSignIn(tracks) }}
      draftKey={draftKeys.newPlaylistForTrack}
      takesFocus={takesFocus}
      onSaved={(playlist) => add.mutate(playlist)}
      isBusy={add.isPending}
      withoutTypes
      submit="Create & add"
      back="Back"
      onClose={onBack}
    />
  )
}

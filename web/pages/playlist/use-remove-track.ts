import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PlaylistDetail } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { request } from '#web/api/client.ts'
import { playlistQuery, refetchPlaylists } from '#web/api/playlists.ts'
import { safeLocalStorage } from '#web/lib/browser-storage.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'

const withoutQuestionKey = 'remove-tracks-without-question'

/** Whether the user wants to be asked before a track is removed, in this browser. */
export const asksBeforeRemoving = () => safeLocalStorage.get(withoutQuestionKey) === null
export const stopAsking = () => safeLocalStorage.set(withoutQuestionKey, '1')

/** Removes a track, and offers to undo that. */
export function useRemoveTrack({ id, userId, playlistTracks }: PlaylistDetail) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const params = { id }
  const restore = useMutation({
    mutationFn: async ({ track, before }: { track: Track; before: readonly string[] }) => {
      await request(routes.addPlaylistTrack, { params, body: { trackId: track.id } })
      const now = await queryClient.fetchQuery({ ...playlistQuery(id), staleTime: 0 })
      const trackIds = now?.playlistTracks.map(({ trackId }) => trackId) ?? []
      await request(routes.reorderPlaylist, {
        params,
        body: { trackIds: moveBack(trackIds, track.id, before) },
      })
    },
    meta: { onFailure: { title: 'Failed to put the track back' } },
    onSettled: () => refetchPlaylists(queryClient, userId),
  })
  return useMutation({
    mutationFn: (track: Track) =>
      request(routes.removePlaylistTrack, { params: { id, trackId: track.id } }),
    meta: { onFailure: { title: 'Failed to remove track', text: '' } },
    // Not in `onSuccess`, which may be that of a later render.
    onMutate: () => playlistTracks.map(({ trackId }) => trackId),
    async onSuccess(_, track, before) {
      const undo = () => restore.mutate({ track, before })
      await refetchPlaylists(queryClient, userId)
      toasts.show({
        title: 'Track removed',
        tone: 'success',
        actions: [{ label: 'Undo', onClick: undo }],
      })
    },
  })
}

/** Moves the track behind the one that it followed. */
function moveBack(
  trackIds: readonly string[],
  trackId: string,
  before: readonly string[],
): string[] {
  const others = trackIds.filter((id) => id !== trackId)
  const previous = before.slice(0, before.indexOf(trackId)).findLast((id) => others.includes(id))
  others.splice(previous ? others.indexOf(previous) + 1 : 0, 0, trackId)
  return others
}

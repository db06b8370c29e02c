import { useMutation, useQueryClient } from '@tanstack/react-query'
import { startTransition, useOptimistic } from 'react'
import type { Playlist, PlaylistDetail } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import { request } from '#web/api/client.ts'
import { playlistQuery, refetchPlaylists } from '#web/api/playlists.ts'

export const coverFailure = {
  title: 'Failed to update cover',
  text: 'Could not update cover. Please try again.',
}

/** Mutations of a playlist by its owner, with their toasts. */

export function useUpdateCover(playlist: Playlist) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (image: File) => {
      const { replaceCover } = await import('#web/api/uploads.ts')
      return replaceCover(playlist.id, image)
    },
    meta: { done: { title: 'Cover updated' }, onFailure: coverFailure },
    onSuccess: () => refetchPlaylists(queryClient, playlist.userId),
  })
}

/**
 * The playlist as shown, and a function that reorders its tracks with an optimistic update. When
 * the request fails, the old order returns and the playlist is refetched.
 */
export function useTrackOrder(slugOrId: string, playlist: PlaylistDetail) {
  const queryClient = useQueryClient()
  const { queryKey } = playlistQuery(slugOrId)
  const [shown, show] = useOptimistic(playlist, withOrder)
  const save = useMutation({
    mutationFn: (trackIds: string[]) =>
      request(routes.reorderPlaylist, {
        params: { id: playlist.id },
        // The version that was reordered.
        body: { trackIds, updatedAt: playlist.updatedAt },
      }),
    // Runs mutations in series, so that the last order is the last for the server too.
    scope: { id: `order of ${playlist.id}` },
    meta: {
      done: { title: 'Tracks reordered' },
      onFailure: { title: 'Failed to reorder tracks' },
    },
    onSuccess: ({ trackIds }) => {
      queryClient.setQueryData(queryKey, (cached) => cached && withOrder(cached, trackIds))
    },
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  })
  const reorder = (trackIds: string[]) =>
    startTransition(async () => {
      show(trackIds)
      await save.mutateAsync(trackIds).catch(() => {})
    })
  return { shown, reorder }
}

/** The same playlist with its tracks in another order. */
function withOrder(playlist: PlaylistDetail, trackIds: readonly string[]): PlaylistDetail {
  const position = new Map(trackIds.map((id, index) => [id, index]))
  const entries = playlist.playlistTracks.filter((entry) => position.has(entry.trackId))
  if (entries.length < playlist.playlistTracks.length) return playlist
  entries.sort((a, b) => (position.get(a.trackId) ?? 0) - (position.get(b.trackId) ?? 0))
  return { ...playlist, playlistTracks: entries }
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { startTransition, useOptimistic } from 'react'
import type { Playlist, PlaylistDetail } from '#contract/playlists.ts'
import {
  deletePlaylist,
  invalidatePlaylists,
  playlistQuery,
  refetchPlaylists,
  removeFromPlaylist,
  reorderPlaylist,
  replaceCover,
  withOrder,
} from '#web/api/playlists.ts'
import { done, failed } from './messages.ts'

/** Mutations of a playlist by its owner, with their toasts. */

export function useRemoveTrack(playlist: Playlist) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (trackId: string) => removeFromPlaylist(playlist.id, trackId),
    meta: { done: done.removed, onFailure: failed.remove },
    onSuccess: () => refetchPlaylists(queryClient, playlist.userId),
  })
}

export function useUpdateCover(playlist: Playlist) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (image: File) => replaceCover(playlist.id, image),
    meta: { done: done.coverUpdated, onFailure: failed.cover },
    onSuccess: () => refetchPlaylists(queryClient, playlist.userId),
  })
}

export function useDeletePlaylist(playlist: Playlist, onDeleted: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => deletePlaylist(playlist.id),
    meta: { done: done.deleted, onFailure: failed.delete },
    onSuccess: () => {
      onDeleted()
      void invalidatePlaylists(queryClient, playlist.userId)
    },
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
    mutationFn: (trackIds: string[]) => reorderPlaylist(playlist, trackIds),
    // Runs mutations in series, so that the last order is the last for the server too.
    scope: { id: `order of ${playlist.id}` },
    meta: { done: done.reordered, onFailure: failed.reorder },
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

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
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { done, failed } from './messages.ts'

/** Mutations of a playlist by its owner, with their toasts. */

export function useRemoveTrack(playlist: Playlist) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (trackId: string) => removeFromPlaylist(playlist.id, trackId),
    meta: { onFailure: failed.remove },
    onSuccess: async () => {
      await refetchPlaylists(queryClient, playlist.userId)
      toasts.show(done.removed)
    },
  })
}

export function useUpdateCover(playlist: Playlist) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (image: File) => replaceCover(playlist.id, image),
    meta: { onFailure: failed.cover },
    onSuccess: async () => {
      await refetchPlaylists(queryClient, playlist.userId)
      toasts.show(done.coverUpdated)
    },
  })
}

export function useDeletePlaylist(playlist: Playlist, onDeleted: () => void) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: () => deletePlaylist(playlist.id),
    meta: { onFailure: failed.delete },
    onSuccess: () => {
      onDeleted()
      toasts.show(done.deleted)
      return invalidatePlaylists(queryClient, playlist.userId)
    },
  })
}

/**
 * The playlist as shown, and a function that reorders its tracks with an optimistic update. When
 * the request fails, the old order returns and the playlist is refetched.
 */
export function useTrackOrder(slugOrId: string, playlist: PlaylistDetail) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const { queryKey } = playlistQuery(slugOrId)
  const [shown, show] = useOptimistic(playlist, withOrder)
  const save = useMutation({
    mutationFn: (trackIds: string[]) => reorderPlaylist(playlist, trackIds),
    // Runs mutations in series, so that the last order is the last for the server too.
    scope: { id: `order of ${playlist.id}` },
    meta: { onFailure: failed.reorder },
    onSuccess: ({ trackIds }) => {
      queryClient.setQueryData(queryKey, (cached) => cached && withOrder(cached, trackIds))
      toasts.show(done.reordered)
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

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

/** What its owner can do to a playlist, each with what they are told about it. */

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
    mutationFn: (picture: File) => replaceCover(playlist.id, picture),
    meta: { onFailure: failed.cover },
    onSuccess: async () => {
      await refetchPlaylists(queryClient, playlist.userId)
      toasts.show(done.coverChanged)
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
 * The playlist as it is shown, and a way to order its tracks anew. A new order is shown at once and
 * then sent; where the server refuses it, the old one is back and the playlist is read again.
 */
export function useTrackOrder(slugOrId: string, playlist: PlaylistDetail) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const { queryKey } = playlistQuery(slugOrId)
  const [shown, show] = useOptimistic(playlist, withOrder)
  const save = useMutation({
    mutationFn: (trackIds: string[]) => reorderPlaylist(playlist, trackIds),
    // One after the other, so that the last one is the last one for the server too.
    scope: { id: `order of ${playlist.id}` },
    meta: { onFailure: failed.reorder },
    onSuccess: ({ trackIds }) => {
      queryClient.setQueryData(queryKey, (known) => known && withOrder(known, trackIds))
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

import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { onTrackDeleted, onTrackUpdated } from '#web/api/cache-updates.ts'
import { request } from '#web/api/client.ts'
import { replaceTrackArtwork, type TrackUpdate } from '#web/api/track-mutations.ts'

/** Mutations of a user's own tracks, with their toasts. */

export function useUpdateTrack(
  id: string,
  onSessionExpired: () => void,
  onUpdated: (track: Track) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: TrackUpdate) => request(routes.updateTrack, { params: { id }, body }),
    meta: {
      done: { title: 'Track updated!' },
      onFailure: { text: 'Failed to update track. Please try again.' },
      onSessionExpired,
    },
    onSuccess: (updated) => {
      void onTrackUpdated(queryClient, updated)
      onUpdated(updated)
    },
  })
}

export function useUpdateArtwork(trackId: string, onUpdated: (track: Track) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (image: File) => replaceTrackArtwork(trackId, image),
    meta: {
      done: { title: 'Artwork updated!' },
      onFailure: { text: 'Failed to update artwork. Please try again.' },
    },
    onSuccess: (updated) => {
      void onTrackUpdated(queryClient, updated)
      onUpdated(updated)
    },
  })
}

export function useDeleteTrack(id: string, onDeleted: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request(routes.deleteTrack, { params: { id } }),
    meta: {
      done: { title: 'Track deleted!' },
      onFailure: { text: 'Failed to delete track. Please try again.' },
    },
    onSuccess: () => {
      onDeleted()
      void onTrackDeleted(queryClient, id)
    },
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Track } from '#contract/tracks.ts'
import { onTrackDeleted, onTrackUpdated } from '#web/api/cache-updates.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import {
  deleteTrack,
  replaceTrackArtwork,
  type TrackUpdate,
  updateTrack,
} from '#web/api/track-mutations.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { saveDraft } from '#web/ui/draft-persistence.ts'
import { done, failed } from './messages.ts'
import type { TrackFormValues } from './track-form.ts'

/** Mutations of a user's own tracks, with their toasts. */

/** Saved when the owner has to sign in again. */
export type TrackEditDraft = { track: Track; typed: TrackFormValues }

export function useUpdateTrack(
  track: Track,
  formValues: () => TrackFormValues,
  onUpdated: (track: Track) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: TrackUpdate) => updateTrack(track.id, change),
    meta: { done: done.updated, onFailure: failed.update },
    onError: (error) => {
      if (!isUnauthorized(error)) return
      const draft: TrackEditDraft = { track, typed: formValues() }
      saveDraft(draftKeys.track, draft)
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
    meta: { done: done.artworkUpdated, onFailure: failed.artwork },
    onSuccess: (updated) => {
      void onTrackUpdated(queryClient, updated)
      onUpdated(updated)
    },
  })
}

export function useDeleteTrack(trackId: string, onDeleted: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => deleteTrack(trackId),
    meta: { done: done.deleted, onFailure: failed.delete },
    onSuccess: () => {
      onDeleted()
      void onTrackDeleted(queryClient, trackId)
    },
  })
}

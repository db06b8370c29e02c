import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Track } from '#contract/tracks.ts'
import { refetchTracks } from '#web/api/cache-updates.ts'
import { createTrack, type NewTrack } from '#web/api/track-mutations.ts'
import { uploadArtwork } from '#web/api/uploads.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { idempotentCreate } from './idempotent-create.ts'
import { savedToast } from './messages.ts'

type TrackToSave = {
  track: NewTrack
  /** An image that is not uploaded yet. */
  cover: File | undefined
}
type Outcomes = {
  onSaved: () => void
  onSessionExpired: () => void
  /** For the toast about an unlisted track. */
  copyLink: (track: Track) => void
}

export function useSaveTrack({ onSaved, onSessionExpired, copyLink }: Outcomes) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const [create] = useState(() => idempotentCreate(createTrack))
  return useMutation({
    mutationFn: async ({ track, cover }: TrackToSave) =>
      create(cover ? { ...track, artworkUrl: await uploadArtwork(cover) } : track),
    meta: { onFailure: { text: 'Failed to upload track. Please try again.' }, onSessionExpired },
    onSuccess: (track) => {
      void refetchTracks(queryClient)
      onSaved()
      toasts.show(savedToast(track, copyLink))
    },
  })
}

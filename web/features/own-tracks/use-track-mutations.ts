import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Track } from '#contract/tracks.ts'
import { onTrackUpdated } from '#web/api/cache-updates.ts'
import { replaceTrackArtwork } from '#web/api/track-mutations.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { done, failed } from './messages.ts'

export function useUpdateArtwork(trackId: string, onChanged: (track: Track) => void) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (picture: File) => replaceTrackArtwork(trackId, picture),
    meta: { onFailure: failed.artwork },
    onSuccess: (changed) => {
      void onTrackUpdated(queryClient, changed)
      onChanged(changed)
      toasts.show(done.artworkChanged)
    },
  })
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Track } from '#contract/tracks.ts'
import { currentUserQuery } from '#web/api/auth.ts'
import { likeMutation, rememberLike } from '#web/api/tracks.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { likeFailure, signInToLike } from './like-messages.ts'

/** Whether the viewer likes a track, which comes with the track, and what a press on its heart does. */
export function useLike(track: Track): { liked: boolean; toggle: () => void } {
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const { data: viewer } = useQuery(currentUserQuery)
  const like = useMutation({
    ...likeMutation(track.id),
    meta: { onFailure: likeFailure, tells401: true },
    onSuccess: (answer) => viewer && rememberLike(queryClient, track.id, viewer.id, answer),
  })
  return {
    liked: track.likes.some(({ userId }) => userId === viewer?.id),
    toggle() {
      if (!viewer) toasts.show(signInToLike)
      else if (!like.isPending) like.mutate()
    },
  }
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import type { Track } from '#contract/tracks.ts'
import { currentUserQuery } from '#web/api/auth.ts'
import { likeMutation, rememberLike } from '#web/api/tracks.ts'
import { compactCount } from '#web/lib/format.ts'
import { useToasts } from '#web/ui/toast/toast-context.ts'
import { likeFailure, signInToLike } from './like-messages.ts'

/** A heart and its count. Whose heart it is comes with the track. */
export function LikeButton({ track }: { track: Track }) {
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const { data: viewer } = useQuery(currentUserQuery)
  const like = useMutation({
    ...likeMutation(track.id),
    meta: { onFailure: likeFailure, tells401: true },
    onSuccess: (answer) => viewer && rememberLike(queryClient, track.id, viewer.id, answer),
  })
  const liked = track.likes.some(({ userId }) => userId === viewer?.id)
  function press() {
    if (!viewer) toasts.show(signInToLike)
    else if (!like.isPending) like.mutate()
  }
  return (
    <button
      type="button"
      aria-pressed={liked}
      onClick={press}
      className="inline-flex h-8 items-center gap-1.5 rounded-full px-2 text-sm text-faint tabular-nums transition-[background,color] hover:bg-raised hover:text-text aria-pressed:text-madder"
    >
      <Heart className={liked ? 'size-4.25 fill-current' : 'size-4.25'} />
      <span className="sr-only">Like {track.title}</span>
      {compactCount(track.likeCount)}
    </button>
  )
}

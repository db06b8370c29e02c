import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { currentUserQuery, useSession } from '#web/api/auth.ts'
import { request } from '#web/api/client.ts'
import { isUnauthorized, type Notice } from '#web/api/query-client.ts'
import { setLikeInCache } from '#web/api/tracks.ts'
import { redirectToLogin } from '#web/lib/redirect-to-login.ts'
import { type ToastAction, useToasts } from '#web/ui/toast/toast-store.ts'

/** Whether the viewer likes a track, and a function that toggles it. */
export function useLike(track: Track): { liked: boolean; toggle: () => void } {
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const { user: viewer } = useSession()
  const like = useMutation({
    mutationFn: () => request(routes.likeTrack, { params: { id: track.id }, body: {} }),
    meta: { onFailure: likeFailure, handles401: true },
    onSuccess: async (response) => {
      const user = await queryClient.ensureQueryData(currentUserQuery)
      if (user) setLikeInCache(queryClient, track.id, user.id, response)
    },
  })
  return {
    liked: track.likes.some(({ userId }) => userId === viewer?.id),
    toggle() {
      // While the viewer is not known yet, the server decides.
      if (viewer === null) toasts.show({ ...signInToLike, actions: [signIn(track)] })
      else if (!like.isPending) like.mutate()
    },
  }
}

const signIn = ({ id }: Track): ToastAction => ({
  label: 'Sign in',
  onClick: () => redirectToLogin({ reason: 'like', subject: id }, { delayMs: 0 }),
})

export const signInToLike: Notice = {
  title: 'Sign in required',
  text: 'You need to sign in to like tracks.',
  tone: 'sign-in',
}

export function likeFailure(error: Error): Notice {
  if (isUnauthorized(error) || /unauthorized/i.test(error.message)) return signInToLike
  return { title: 'Error', text: 'Failed to like track. Please try again.', tone: 'failure' }
}

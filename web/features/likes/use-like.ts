import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { currentUserQuery, useSession } from '#web/api/auth.ts'
import { request } from '#web/api/client.ts'
import { isUnauthorized, type Notice } from '#web/api/query-client.ts'
import { setLikeInCache } from '#web/api/tracks.ts'
import { signInRequired } from '#web/lib/redirect-to-login.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { hasSavedLikes } from './saved-likes-key.ts'

/** Whether the viewer likes a track, and a function that toggles it. */
export function useLike(track: Track): { liked: boolean; toggle: () => void } {
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const { user: viewer } = useSession()
  const liked = track.likes.some(({ userId }) => userId === viewer?.id)
  const like = useMutation({
    mutationFn: async () => {
      try {
        if (viewer && hasSavedLikes()) {
          const { isLikeSaved, sendInPlaceOfSaved } = await import('./saved-likes.ts')
          if (isLikeSaved(viewer.id, track.id))
            return await sendInPlaceOfSaved({ id: viewer.id, queryClient }, track.id, !liked)
        }
        return await request(routes.likeTrack, { params: { id: track.id }, body: {} })
      } catch (error) {
        if (!viewer || navigator.onLine || !(error instanceof TypeError)) throw error
        const { saveLike } = await import('./saved-likes.ts')
        toasts.show(sentLater)
        return saveLike(viewer.id, track, !liked)
      }
    },
    // Without a connection it is saved.
    networkMode: 'always',
    meta: { onFailure: (error) => likeFailure(error, track.id), handles401: true },
    onSuccess: async (response) => {
      const user = await queryClient.ensureQueryData(currentUserQuery)
      if (user) setLikeInCache(queryClient, track.id, user.id, response)
    },
  })
  return {
    liked,
    toggle() {
      // While the viewer is not known yet, the server decides.
      if (viewer === null) toasts.show(signInToLike(track.id))
      else if (!like.isPending) like.mutate()
    },
  }
}

const sentLater: Notice = {
  title: 'You are offline',
  text: "This is saved on this device and sent when you're back online.",
}

export const signInToLike = (id: string): Notice =>
  signInRequired('You need to sign in to like tracks.', { reason: 'like', subject: id })

export function likeFailure(error: Error, id: string): Notice {
  if (isUnauthorized(error) || /unauthorized/i.test(error.message)) return signInToLike(id)
  return { title: 'Error', text: 'Failed to like track. Please try again.', tone: 'failure' }
}

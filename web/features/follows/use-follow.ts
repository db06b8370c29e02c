import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '#contract/users.ts'
import { currentUserQuery } from '#web/api/auth.ts'
import { followUser, profileQuery, rememberFollow } from '#web/api/users.ts'
import { redirectToLogin } from '#web/lib/redirect-to-login.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { followFailure } from './follow-messages.ts'

/** What a press on Follow does: it shows at once, and is taken back where the server refuses it. */
export function useFollow(profile: Profile): () => void {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const { data: viewer } = useQuery(currentUserQuery)
  const follow = useMutation({
    mutationFn: () => followUser(profile.id),
    meta: { onFailure: followFailure },
    onMutate: () => {
      const { isFollowing, followerCount } = profile
      rememberFollow(queryClient, profile.id, {
        isFollowing: !isFollowing,
        followerCount: Math.max(0, followerCount + (isFollowing ? -1 : 1)),
      })
      return { isFollowing, followerCount }
    },
    onError: (_error, _nothing, before) => {
      if (before) rememberFollow(queryClient, profile.id, before)
    },
    onSuccess: (answer) => {
      rememberFollow(queryClient, profile.id, answer)
      if (viewer) void queryClient.invalidateQueries(profileQuery(viewer.id))
    },
  })
  return () => {
    if (viewer === undefined || follow.isPending) return
    if (viewer) return follow.mutate()
    toasts.show({ title: 'Redirecting to login...', tone: 'sign-in' })
    redirectToLogin()
  }
}

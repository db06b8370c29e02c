import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserMinus, UserPlus } from 'lucide-react'
import type { Profile } from '#contract/users.ts'
import { currentUserQuery } from '#web/api/auth.ts'
import type { Notice } from '#web/api/query-client.ts'
import { followUser, profileQuery, setFollowInCache } from '#web/api/users.ts'
import { redirectToLogin } from '#web/lib/redirect-to-login.ts'
import { Button } from '#web/ui/button.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'

type FollowButtonProps = { profile: Profile; className?: string }

export function FollowButton({ profile, className = '' }: FollowButtonProps) {
  const toggle = useFollow(profile)
  const { isFollowing } = profile
  const Icon = isFollowing ? UserMinus : UserPlus
  return (
    <Button
      tone={isFollowing ? 'secondary' : 'primary'}
      size="large"
      onClick={toggle}
      className={className}
    >
      <Icon aria-hidden="true" />
      {isFollowing ? 'Unfollow' : 'Follow'}
    </Button>
  )
}

const followFailure: Notice = {
  title: 'Error',
  text: 'Failed to follow user. Please try again.',
  tone: 'failure',
}

/** Toggles following with an optimistic update, which is rolled back when the request fails. */
function useFollow(profile: Profile): () => void {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const { data: viewer } = useQuery(currentUserQuery)
  const follow = useMutation({
    mutationFn: () => followUser(profile.id),
    meta: { onFailure: followFailure },
    onMutate: () => {
      const { isFollowing, followerCount } = profile
      setFollowInCache(queryClient, profile.id, {
        isFollowing: !isFollowing,
        followerCount: Math.max(0, followerCount + (isFollowing ? -1 : 1)),
      })
      return { isFollowing, followerCount }
    },
    onError: (_error, _variables, before) => {
      if (before) setFollowInCache(queryClient, profile.id, before)
    },
    onSuccess: (response) => {
      setFollowInCache(queryClient, profile.id, response)
      if (viewer) void queryClient.invalidateQueries(profileQuery(viewer.id))
    },
  })
  return () => {
    if (viewer === undefined || follow.isPending) return
    if (viewer) return follow.mutate()
    toasts.show({ title: 'Redirecting to login...', tone: 'sign-in' })
    redirectToLogin({ reason: 'follow', subject: profile.id })
  }
}

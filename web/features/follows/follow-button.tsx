import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserMinus, UserPlus } from 'lucide-react'
import * as routes from '#contract/routes.ts'
import { useSession } from '#web/api/auth.ts'
import { request } from '#web/api/client.ts'
import { onFollowToggled, setFollowInCache } from '#web/api/users.ts'
import { savePendingAction } from '#web/lib/pending-action.ts'
import { redirectToLogin } from '#web/lib/redirect-to-login.ts'
import { Button, type ButtonSize, type ButtonTone } from '#web/ui/button.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'

type FollowedUser = { id: string; isFollowing: boolean }

type FollowButtonProps = {
  user: FollowedUser
  size?: ButtonSize
  /** Of the button that follows; the one that unfollows is secondary. */
  tone?: ButtonTone
  /** In a list of users: whom the button follows, for screen readers. */
  name?: string
}

export function FollowButton({ user, size = 'large', tone = 'primary', name }: FollowButtonProps) {
  const toggle = useFollow(user)
  const { isFollowing } = user
  const Icon = isFollowing ? UserMinus : UserPlus
  const verb = isFollowing ? 'Unfollow' : 'Follow'
  return (
    <Button
      tone={isFollowing ? 'secondary' : tone}
      size={size}
      onClick={toggle}
      {...(name && { 'aria-label': `${verb} ${name}` })}
    >
      <Icon aria-hidden="true" />
      {verb}
    </Button>
  )
}

/** Toggles following with an optimistic update, which is rolled back when the request fails. */
function useFollow({ id, isFollowing }: FollowedUser): () => void {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const { user: viewer } = useSession()
  const follow = useMutation({
    mutationFn: () => request(routes.followUser, { params: { id }, body: {} }),
    meta: {
      onFailure: { text: 'Failed to follow user. Please try again.' },
      onSessionExpired: () => !isFollowing && savePendingAction({ reason: 'follow', subject: id }),
    },
    onMutate: () => {
      setFollowInCache(queryClient, id, { isFollowing: !isFollowing })
      return { isFollowing }
    },
    onError: (_error, _variables, before) => {
      if (before) setFollowInCache(queryClient, id, before)
    },
    onSuccess: (response) => {
      setFollowInCache(queryClient, id, response)
      if (viewer) onFollowToggled(queryClient, { followerId: viewer.id, followingId: id })
    },
  })
  return () => {
    if (viewer === undefined || follow.isPending) return
    if (viewer) return follow.mutate()
    toasts.show({ title: 'Redirecting to login...', tone: 'sign-in' })
    redirectToLogin({ reason: 'follow', subject: id })
  }
}

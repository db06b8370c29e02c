import { UserMinus, UserPlus } from 'lucide-react'
import type { Profile } from '#contract/users.ts'
import { Button } from '#web/ui/button.tsx'
import { useFollow } from './use-follow.ts'

type FollowButtonProps = { profile: Profile; className?: string }

export function FollowButton({ profile, className = '' }: FollowButtonProps) {
  const press = useFollow(profile)
  const { isFollowing } = profile
  const Icon = isFollowing ? UserMinus : UserPlus
  return (
    <Button
      tone={isFollowing ? 'secondary' : 'primary'}
      size="large"
      onClick={press}
      className={className}
    >
      <Icon aria-hidden="true" />
      {isFollowing ? 'Unfollow' : 'Follow'}
    </Button>
  )
}

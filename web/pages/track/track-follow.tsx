import { useQuery } from '@tanstack/react-query'
import type { Track } from '#contract/tracks.ts'
import { useSession } from '#web/api/auth.ts'
import { profileQuery } from '#web/api/users.ts'
import { FollowButton } from '#web/features/follows/follow-button.tsx'

/** Follows the user who uploaded the track. */
export function TrackFollow({ track }: { track: Track }) {
  const { status } = useSession()
  const isSignedIn = status === 'signed-in'
  const { data: profile } = useQuery({ ...profileQuery(track.userId), enabled: isSignedIn })
  if (status === 'checking' || (isSignedIn && !profile)) return null
  return (
    <FollowButton
      size="small"
      tone="secondary"
      user={profile ?? { ...track.user, isFollowing: false }}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import type { Track } from '#contract/tracks.ts'
import { profileQuery } from '#web/api/users.ts'
import { FollowButton } from '#web/features/follows/follow-button.tsx'
import { useSession } from '#web/features/session/use-session.ts'

/** Follows the user who uploaded the track. */
export function TrackFollow({ track }: { track: Track }) {
  const session = useSession()
  const isSignedIn = session.status === 'signed-in'
  const { data: profile } = useQuery({ ...profileQuery(track.userId), enabled: isSignedIn })
  if (session.status === 'checking' || (isSignedIn && !profile)) return null
  return (
    <FollowButton
      size="small"
      tone="secondary"
      user={profile ?? { ...track.user, isFollowing: false }}
    />
  )
}

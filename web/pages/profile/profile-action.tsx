import { Suspense } from 'react'
import type { Profile } from '#contract/users.ts'
import { useSession } from '#web/api/auth.ts'
import { FollowButton } from '#web/features/follows/follow-button.tsx'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { ProfileMenu } from './profile-menu.tsx'

const EditProfile = lazyComponent(async () => (await import('./edit-profile.tsx')).EditProfile)

// Lazy: hardly anybody is blocked.
const UnblockButton = lazyComponent(
  async () => (await import('./unblock-button.tsx')).UnblockButton,
)

type ProfileActionProps = { profile: Profile; isOwner: boolean }

/** Edit for the owner, follow for everyone else; the menu for all. */
export function ProfileAction({ profile, isOwner }: ProfileActionProps) {
  const { isPending } = useSession()
  if (isPending) return <ActionSkeleton />
  if (isOwner)
    return (
      <Suspense fallback={<ActionSkeleton />}>
        <EditProfile profile={profile} />
      </Suspense>
    )
  return (
    <div className="flex gap-3 [&>:first-child]:flex-1 tablet:[&>:first-child]:flex-none">
      {profile.isBlocked ? (
        <Suspense fallback={<ActionSkeleton />}>
          <UnblockButton profile={profile} />
        </Suspense>
      ) : (
        <FollowButton user={profile} />
      )}
      <ProfileMenu profile={profile} />
    </div>
  )
}

function ActionSkeleton() {
  return <span className="shimmer h-14 w-36 rounded-full max-tablet:w-full" />
}

import { Suspense } from 'react'
import type { Profile } from '#contract/users.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { Avatar } from '#web/ui/avatar.tsx'

// Lazy: only for the owner.
const ChangeImage = lazyComponent(async () => (await import('./change-image.tsx')).ChangeImage)

type ProfileImageProps = { profile: Profile; isOwner: boolean }

export function ProfileImage({ profile, isOwner }: ProfileImageProps) {
  return (
    <div className="relative w-fit rounded-full">
      <Avatar size="hero" user={profile} />
      <Suspense>{isOwner && <ChangeImage />}</Suspense>
    </div>
  )
}

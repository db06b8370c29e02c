import { Pencil, Settings } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { Profile } from '#contract/users.ts'
import { useSession } from '#web/api/auth.ts'
import { FollowButton } from '#web/features/follows/follow-button.tsx'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useResumeDraft } from '#web/ui/draft-persistence.ts'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

const loadEdit = async () => (await import('./edit-profile-dialog.tsx')).EditProfileDialog

type ProfileActionProps = { profile: Profile; isOwner: boolean }

/** Edit for the owner, follow for everyone else; the menu for all. */
export function ProfileAction({ profile, isOwner }: ProfileActionProps) {
  const { isPending } = useSession()
  if (isPending) return <span className="shimmer h-14 w-36 rounded-full max-tablet:w-full" />
  if (isOwner) return <EditProfile profile={profile} />
  return (
    <div className="flex gap-3 [&>:first-child]:flex-1 tablet:[&>:first-child]:flex-none">
      <FollowButton user={profile} />
      <ProfileMenu profile={profile} />
    </div>
  )
}

/** On phones the buttons share the line with the menu, without their icons. */
const phoneClass =
  'max-tablet:[&>:not([aria-label=More])]:flex-1 max-tablet:[&>:not([aria-label=More])]:px-4 max-tablet:[&>:not([aria-label=More])>svg]:hidden'

function EditProfile({ profile }: { profile: Profile }) {
  const { Component, open, close } = useLazyComponent(loadEdit)
  useResumeDraft(draftKeys.profile, open)
  return (
    <div className={`flex gap-3 nav:flex-col nav:items-end ${phoneClass}`}>
      <Button size="large" onClick={open}>
        <Pencil aria-hidden="true" />
        Edit Profile
      </Button>
      <Link href={paths.settings} className={buttonClass('outline', 'large')}>
        <Settings aria-hidden="true" />
        Settings
      </Link>
      <ProfileMenu profile={profile} />
      {Component && <Component profile={profile} onClose={close} />}
    </div>
  )
}

const loadActions = async () => (await import('./profile-menu-actions.tsx')).ProfileMenuActions
const menuButton = { edge: true, label: 'More', size: 'large' as const }

export function ProfileMenu({ profile }: { profile: Profile }) {
  return (
    <LazyMenu button={menuButton} load={loadActions}>
      {(Actions) => <Actions profile={profile} button={menuButton} />}
    </LazyMenu>
  )
}

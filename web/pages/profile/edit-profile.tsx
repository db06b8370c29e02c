import { Pencil, Settings } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { Profile } from '#contract/users.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useResumeDraft } from '#web/ui/draft-persistence.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { ProfileMenu } from './profile-menu.tsx'

const loadEdit = async () => (await import('./edit-profile-dialog.tsx')).EditProfileDialog

/** On phones the buttons share the line with the menu, without their icons. */
const phoneClass =
  'max-tablet:[&>:not([aria-label=More])]:flex-1 max-tablet:[&>:not([aria-label=More])]:px-4 max-tablet:[&>:not([aria-label=More])>svg]:hidden'

/** The actions of the owner. */
export function EditProfile({ profile }: { profile: Profile }) {
  const { Component, open, close } = useLazyComponent(loadEdit)
  useResumeDraft(draftKeys.profile, open)
  return (
    <div className={`flex gap-3 nav:flex-col nav:[&>[aria-label=More]]:self-end ${phoneClass}`}>
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

import { Pencil, Settings } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { Profile } from '#contract/users.ts'
import { classNames } from '#web/lib/class-names.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { useResumeDraft } from '#web/ui/draft-persistence.ts'
import { ProfileMenu } from './profile-menu.tsx'

const loadEdit = async () => (await import('./edit-profile-dialog.tsx')).EditProfileDialog

/** On phones they share the line with the menu, without their icons. */
const buttonsClass = 'max-tablet:flex-1 max-tablet:px-2 max-tablet:[&>svg]:hidden'

/** The actions of the owner. */
export function EditProfile({ profile }: { profile: Profile }) {
  const openDialog = useOpenDialog()
  const open = () => openDialog(loadEdit, { profile })
  useResumeDraft(draftKeys.profile, open)
  return (
    <div className="flex gap-3 nav:flex-col">
      <Button size="large" className={buttonsClass} onClick={open}>
        <Pencil aria-hidden="true" />
        Edit Profile
      </Button>
      <Link
        href={paths.settings}
        className={classNames(buttonClass('outline', 'large'), buttonsClass)}
      >
        <Settings aria-hidden="true" />
        Settings
      </Link>
      <div className="nav:self-end">
        <ProfileMenu profile={profile} />
      </div>
    </div>
  )
}

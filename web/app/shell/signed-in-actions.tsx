import { Upload } from 'lucide-react'
import { Link } from 'wouter'
import type { CurrentUser } from '#contract/auth.ts'
import { avatarUrl, logoutUrl } from '#web/lib/api-urls.ts'
import { avatarInitial } from '#web/lib/display-name.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button.tsx'

export function SignedInActions({ user }: { user: CurrentUser }) {
  return (
    <>
      <Link href={paths.upload} className={buttonClass('primary')}>
        <Upload aria-hidden="true" />
        Upload
      </Link>
      <Link
        href={paths.profile(user.id)}
        aria-label={user.displayName || 'Profile'}
        className="rounded-full"
      >
        <Avatar
          imageUrl={user.profileImageUrl && avatarUrl(user, 96)}
          letter={avatarInitial(user)}
        />
      </Link>
      <a href={logoutUrl} className={buttonClass('ghost')}>
        Logout
      </a>
    </>
  )
}

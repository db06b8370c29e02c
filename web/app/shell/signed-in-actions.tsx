import { Upload } from 'lucide-react'
import { Link } from 'wouter'
import type { CurrentUser } from '#contract/auth.ts'
import { logoutUrl } from '#web/lib/api-urls.ts'
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
        <Avatar user={user} />
      </Link>
      <a href={logoutUrl} className={buttonClass('ghost')}>
        Logout
      </a>
    </>
  )
}

import { LogIn, LogOut, Upload, UserRoundPlus } from 'lucide-react'
import { Link } from 'wouter'
import type { CurrentUser } from '#contract/auth.ts'
import { LoginLink } from '#web/features/session/login-link.tsx'
import type { Session } from '#web/features/session/use-session.ts'
import { ThemeSwitch } from '#web/features/theme/theme-switch.tsx'
import { logoutUrl } from '#web/lib/api-urls.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'

const itemClass =
  'flex min-h-13 items-center gap-3.5 rounded-control px-3.5 font-semibold hover:bg-raised [&>svg]:size-5 [&>svg]:text-muted'

export function MobileMenu({ session }: { session: Session }) {
  return (
    <nav aria-label="Menu">
      {session.status === 'signed-in' ? <SignedInLinks user={session.user} /> : <VisitorLinks />}
      <div className="mt-2">
        <ThemeSwitch />
      </div>
    </nav>
  )
}

function SignedInLinks({ user }: { user: CurrentUser }) {
  return (
    <>
      <Link href={paths.profile(user.id)} className={`${itemClass} bg-raised`}>
        <Avatar size="small" user={user} />
        {user.displayName || 'Profile'}
      </Link>
      <Link href={paths.upload} className={itemClass}>
        <Upload aria-hidden="true" />
        Upload
      </Link>
      <a href={logoutUrl} className={itemClass}>
        <LogOut aria-hidden="true" />
        Logout
      </a>
    </>
  )
}

function VisitorLinks() {
  return (
    <>
      <LoginLink className={itemClass}>
        <LogIn aria-hidden="true" />
        Sign In
      </LoginLink>
      <LoginLink create className={itemClass}>
        <UserRoundPlus aria-hidden="true" />
        Create Account
      </LoginLink>
    </>
  )
}

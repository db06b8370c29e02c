import {
  Bell,
  Compass,
  Download,
  Gauge,
  LogIn,
  LogOut,
  Settings,
  UserRoundPlus,
} from 'lucide-react'
import type { CurrentUser } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/api/auth.ts'
import { useInstallPrompt } from '#web/features/pwa/use-install-prompt.ts'
import { SignInLink } from '#web/features/session/sign-in-link.tsx'
import { ThemeSwitch } from '#web/features/theme/theme-switch.tsx'
import { logoutUrl } from '#web/lib/api-urls.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { LegalLinks } from './footer.tsx'
import { DiscoverLink, NavLink } from './nav-link.tsx'
import { UnreadCount } from './unread-count.tsx'

const itemClass =
  'flex min-h-13 items-center gap-3.5 rounded-control px-3.5 font-semibold hover:bg-raised aria-[current]:bg-raised aria-[current]:text-primary-text [&>svg]:size-5 [&>svg]:text-muted aria-[current]:[&>svg]:text-primary-text'

/** What the bar at the bottom lacks. */
export function MobileMenu() {
  const { user } = useSession()
  return (
    <nav aria-label="Menu">
      {user ? <SignedInLinks user={user} /> : <VisitorLinks />}
      <InstallButton />
      <div className="mt-2">
        <ThemeSwitch />
      </div>
      <div className="px-3.5 pt-3 text-sm text-muted empty:hidden">
        <LegalLinks />
      </div>
    </nav>
  )
}

function InstallButton() {
  const install = useInstallPrompt()
  if (!install) return null
  return (
    <button type="button" onClick={install} className={`${itemClass} w-full`}>
      <Download aria-hidden="true" />
      Install app
    </button>
  )
}

function SignedInLinks({ user }: { user: CurrentUser }) {
  return (
    <>
      <NavLink
        href={paths.profile(user.id)}
        aliases={[paths.profile(user.username), paths.ownProfile]}
        className={itemClass}
      >
        <Avatar size="small" user={user} />
        {user.displayName || 'Profile'}
      </NavLink>
      <NavLink href={paths.notifications} className={itemClass}>
        <Bell aria-hidden="true" />
        Notifications <UnreadCount className="ml-auto" />
      </NavLink>
      <NavLink href={paths.settings} className={itemClass}>
        <Settings aria-hidden="true" />
        Settings
      </NavLink>
      {user.isAdmin && (
        <NavLink href={paths.admin} also={[paths.admin]} className={itemClass}>
          <Gauge aria-hidden="true" />
          Dashboard
        </NavLink>
      )}
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
      <DiscoverLink className={itemClass}>
        <Compass aria-hidden="true" />
        Discover
      </DiscoverLink>
      <SignInLink className={itemClass}>
        <LogIn aria-hidden="true" />
        Sign In
      </SignInLink>
      <SignInLink create className={itemClass}>
        <UserRoundPlus aria-hidden="true" />
        Create Account
      </SignInLink>
    </>
  )
}

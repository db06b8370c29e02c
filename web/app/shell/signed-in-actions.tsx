import { Bell, ChevronDown, Gauge, Library, Upload } from 'lucide-react'
import type { CurrentUser } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { logoutUrl } from '#web/lib/api-urls.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { LazyMenu, type MenuButtonProps } from '#web/ui/lazy-menu.tsx'
import { NavLink } from './nav-link.tsx'
import { NewTracksDot } from './new-tracks-dot.tsx'
import { UnreadCount } from './unread-count.tsx'

/** As the other entries of the bar: a line at its lower edge, so that only the focus has a ring. */
const currentClass =
  'relative aria-[current]:text-text aria-[current]:after:absolute aria-[current]:after:inset-x-1 aria-[current]:after:-bottom-4 aria-[current]:after:h-0.75 aria-[current]:after:bg-primary'

const loadAccountMenu = async () => (await import('./account-menu.tsx')).AccountMenu
const accountButton: MenuButtonProps = {
  label: 'Account menu',
  size: 'small',
  children: <ChevronDown aria-hidden="true" />,
}

export function SignedInActions({ user }: { user: CurrentUser }) {
  return (
    <>
      {user.isAdmin && (
        <NavLink
          href={paths.admin}
          also={[paths.admin]}
          className={`${buttonClass('ghost')} ${currentClass}`}
        >
          <Gauge aria-hidden="true" className="desk:hidden" />
          <span className="max-desk:sr-only">Dashboard</span>
        </NavLink>
      )}
      <NavLink
        href={paths.library}
        also={[paths.library]}
        className={`${buttonClass('ghost')} ${currentClass}`}
      >
        <Library aria-hidden="true" className="desk:hidden" />
        <span className="max-desk:sr-only">Library</span>
        <NewTracksDot className="top-2 right-2" />
      </NavLink>
      <NavLink
        href={paths.upload}
        className={`${buttonClass('primary')} ${currentClass} aria-[current]:text-on-primary!`}
      >
        <Upload aria-hidden="true" />
        Upload
      </NavLink>
      <NavLink
        href={paths.notifications}
        className={`relative grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-raised hover:text-text [&>svg]:size-5 ${currentClass}`}
      >
        <Bell aria-hidden="true" />
        <span className="sr-only">Notifications</span>
        <UnreadCount className="absolute top-0 left-5" />
      </NavLink>
      <div className="flex items-center">
        <NavLink
          href={paths.profile(user.id)}
          aliases={[paths.profile(user.username), paths.ownProfile]}
          aria-label={user.displayName || 'Profile'}
          className={`rounded-full ${currentClass}`}
        >
          <Avatar user={user} />
        </NavLink>
        <LazyMenu button={accountButton} load={loadAccountMenu}>
          {(AccountMenu) => <AccountMenu user={user} button={accountButton} />}
        </LazyMenu>
      </div>
      <a href={logoutUrl} className={buttonClass('ghost')}>
        Logout
      </a>
    </>
  )
}

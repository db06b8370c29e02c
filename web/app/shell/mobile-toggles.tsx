import { LogIn, LogOut, Menu, Search, Upload, UserRoundPlus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { SearchBox } from '#web/features/search/search-box.tsx'
import { LoginLink } from '#web/features/session/login-link.tsx'
import { avatarLetter } from '#web/features/session/person.ts'
import type { Session } from '#web/features/session/use-session.ts'
import { ThemeSwitch } from '#web/features/theme/theme-switch.tsx'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useDismiss } from '#web/ui/use-dismiss.ts'

type MobileTogglesProps = {
  session: Session
  search: boolean
  onSearch: (open: boolean) => void
}

const toggleClass = 'size-11! text-text! [&>svg]:size-6!'
const panelClass =
  'absolute inset-x-(--spacing-gutter) top-full mt-2 rounded-[20px] border border-line bg-overlay p-2.5 shadow-(--shadow-float)'

/** On narrow screens: a search box and a menu, each behind its button. */
export function MobileToggles({ session, search, onSearch }: MobileTogglesProps) {
  const [menu, setMenu] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const [path] = useLocation()
  const close = () => {
    setMenu(false)
    onSearch(false)
  }
  useDismiss(area, menu || search, close)
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the page changes
  useEffect(close, [path])
  return (
    <div ref={area} className="-mr-2 flex gap-1 nav:hidden">
      <IconButton
        label="Search"
        aria-expanded={search}
        className={toggleClass}
        onClick={() => {
          setMenu(false)
          onSearch(!search)
        }}
      >
        <Search />
      </IconButton>
      <IconButton
        label="Menu"
        aria-expanded={menu}
        className={toggleClass}
        onClick={() => {
          onSearch(false)
          setMenu(!menu)
        }}
      >
        {menu ? <X /> : <Menu />}
      </IconButton>
      {search && (
        <div className={panelClass}>
          <SearchBox
            ref={(box) => box?.focus()}
            placeholder="Search for artists, tracks..."
            onSubmitted={close}
          />
        </div>
      )}
      {menu && <MobileMenu session={session} />}
    </div>
  )
}

const itemClass =
  'flex min-h-13 items-center gap-3.5 rounded-control px-3.5 font-semibold hover:bg-raised [&>svg]:size-5 [&>svg]:text-muted'

function MobileMenu({ session }: { session: Session }) {
  return (
    <nav aria-label="Menu" className={panelClass}>
      {session.status === 'signed-in' ? (
        <>
          <Link href={paths.profile(session.user.id)} className={`${itemClass} bg-raised`}>
            <Avatar
              size="small"
              imageUrl={session.user.profileImageUrl}
              letter={avatarLetter(session.user)}
            />
            {session.user.displayName || 'Profile'}
          </Link>
          <Link href={paths.upload} className={itemClass}>
            <Upload aria-hidden="true" />
            Upload
          </Link>
          <a href={paths.logout} className={itemClass}>
            <LogOut aria-hidden="true" />
            Logout
          </a>
        </>
      ) : (
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
      )}
      <div className="mt-2">
        <ThemeSwitch />
      </div>
    </nav>
  )
}

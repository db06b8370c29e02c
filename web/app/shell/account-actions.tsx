import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { LoginLink } from '#web/features/session/login-link.tsx'
import { avatarLetter } from '#web/features/session/person.ts'
import type { Session } from '#web/features/session/use-session.ts'
import { ThemeIcon, ThemeSwitch, useTheme } from '#web/features/theme/theme-switch.tsx'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useDismiss } from '#web/ui/use-dismiss.ts'

export function AccountActions({ session }: { session: Session }) {
  return (
    <nav aria-label="Account" className="hidden items-center justify-end gap-3 nav:flex">
      <ThemeMenu />
      {session.status === 'checking' && <span className="sheen size-11 rounded-full" />}
      {session.status === 'signed-out' && (
        <>
          <LoginLink className={buttonClass('ghost')}>Sign In</LoginLink>
          <LoginLink create className={buttonClass('primary')}>
            Create Account
          </LoginLink>
        </>
      )}
      {session.status === 'signed-in' && (
        <>
          <Link href={paths.upload} className={buttonClass('primary')}>
            <Upload aria-hidden="true" />
            Upload
          </Link>
          <Link
            href={paths.profile(session.user.id)}
            aria-label={session.user.displayName || 'Profile'}
            className="rounded-full"
          >
            <Avatar imageUrl={session.user.profileImageUrl} letter={avatarLetter(session.user)} />
          </Link>
          <a href={paths.logout} className={buttonClass('ghost')}>
            Logout
          </a>
        </>
      )}
    </nav>
  )
}

/** An icon that opens the theme switch. */
function ThemeMenu() {
  const { choice } = useTheme()
  const [open, setOpen] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  useDismiss(area, open, () => setOpen(false))
  return (
    <div ref={area} className="relative">
      <IconButton label="Theme" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ThemeIcon choice={choice} />
      </IconButton>
      {open && (
        <div className="absolute top-full right-0 mt-3 w-76 rounded-[20px] border border-line bg-overlay p-2.5 shadow-(--shadow-float)">
          <ThemeSwitch />
        </div>
      )}
    </div>
  )
}

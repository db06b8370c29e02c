import { Suspense, useRef } from 'react'
import { useSession } from '#web/api/auth.ts'
import { SignInLink } from '#web/features/session/sign-in-link.tsx'
import { ThemeIcon, useTheme } from '#web/features/theme/use-theme.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useDismiss } from '#web/ui/use-dismiss.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

const loadSwitch = async () => (await import('#web/features/theme/theme-switch.tsx')).ThemeSwitch

const SignedInActions = lazyComponent(
  async () => (await import('./signed-in-actions.tsx')).SignedInActions,
)

export function AccountActions() {
  const { user, status } = useSession()
  return (
    <nav aria-label="Account" className="hidden items-center justify-end gap-2 nav:flex desk:gap-3">
      <ThemeMenu />
      {status === 'checking' && <ActionsSkeleton />}
      {status === 'signed-out' && (
        <>
          <SignInLink className={buttonClass('ghost')}>Sign In</SignInLink>
          {/* Fixed width: no layout shift when the web font loads. */}
          <SignInLink create className={`${buttonClass('primary')} min-w-41`}>
            Create Account
          </SignInLink>
        </>
      )}
      {user && (
        // Reserves the width of the actions: no layout shift when they load.
        <div
          className={classNames(
            'flex items-center justify-end gap-2 desk:gap-3',
            user.isAdmin ? 'min-w-91 desk:min-w-120' : 'min-w-78 desk:min-w-90',
          )}
        >
          <Suspense fallback={<ActionsSkeleton />}>
            <SignedInActions user={user} />
          </Suspense>
        </div>
      )}
    </nav>
  )
}

function ActionsSkeleton() {
  return <span className="shimmer size-11 rounded-full" />
}

/** Opens the theme switch. */
function ThemeMenu() {
  const { choice } = useTheme()
  const { Component: Switch, open, close } = useLazyComponent(loadSwitch)
  const area = useRef<HTMLDivElement>(null)
  useDismiss(area, Switch !== undefined, close)
  return (
    <div ref={area} className="relative">
      <IconButton
        label="Theme"
        aria-expanded={Switch !== undefined}
        onClick={Switch ? close : open}
      >
        <ThemeIcon choice={choice} />
      </IconButton>
      {Switch && (
        <div className="absolute top-full right-0 mt-3 w-76 rounded-panel border border-line bg-overlay p-2.5 shadow-(--shadow-float)">
          <Switch />
        </div>
      )}
    </div>
  )
}

import { Suspense } from 'react'
import { useSession } from '#web/api/auth.ts'
import { SignInLink } from '#web/features/session/sign-in-link.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { buttonClass } from '#web/ui/button.tsx'

const ThemeMenu = lazyComponent(async () => (await import('./theme-menu.tsx')).ThemeMenu)
const SignedInActions = lazyComponent(
  async () => (await import('./signed-in-actions.tsx')).SignedInActions,
)

export function AccountActions() {
  const { user, status } = useSession()
  return (
    <nav aria-label="Account" className="hidden items-center justify-end gap-2 nav:flex desk:gap-3">
      <Suspense fallback={<span className="size-10" />}>
        <ThemeMenu />
      </Suspense>
      {status === 'signed-out' && (
        <>
          <SignInLink className={buttonClass('ghost')}>Sign In</SignInLink>
          {/* Fixed width: no layout shift when the web font loads. */}
          <SignInLink create className={`${buttonClass('primary')} min-w-41`}>
            Create Account
          </SignInLink>
        </>
      )}
      {status !== 'signed-out' && (
        // Reserves the width of the actions: no layout shift when they load.
        <div
          className={classNames(
            'flex items-center justify-end gap-2 desk:gap-3',
            user?.isAdmin ? 'min-w-112 desk:min-w-142' : 'min-w-99 desk:min-w-112',
          )}
        >
          <Suspense fallback={<ActionsSkeleton />}>
            {user ? <SignedInActions user={user} /> : <ActionsSkeleton />}
          </Suspense>
        </div>
      )}
    </nav>
  )
}

function ActionsSkeleton() {
  return <span className="shimmer size-11 rounded-full" />
}

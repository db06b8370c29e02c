import { House, LogIn, Search } from 'lucide-react'
import { Suspense } from 'react'
import { genresPath, paths } from '#contract/paths.ts'
import { useSession } from '#web/api/auth.ts'
import { SignInLink } from '#web/features/session/sign-in-link.tsx'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { BottomBarLink, itemClass } from './bottom-bar-link.tsx'

// Lazy: not needed by visitors.
const SignedInItems = lazyComponent(
  async () => (await import('./bottom-bar-signed-in.tsx')).SignedInItems,
)

/** As wide as what follows: nothing moves when it comes. */
const threeItems = <span className="flex-3" />

const browsing = [paths.welcome, paths.discover, genresPath]

/** The entries of the bar at the bottom of narrow screens. */
export function BottomBarLinks() {
  const { user, status } = useSession()
  return (
    <nav aria-label="Main" className="mx-auto flex h-full max-w-130 items-stretch">
      <BottomBarLink href={paths.home} also={browsing} label="Home">
        <House aria-hidden="true" />
      </BottomBarLink>
      <BottomBarLink href={paths.searchPage} label="Search">
        <Search aria-hidden="true" />
      </BottomBarLink>
      {status === 'checking' && threeItems}
      {user && (
        <Suspense fallback={threeItems}>
          <SignedInItems user={user} />
        </Suspense>
      )}
      {status === 'signed-out' && (
        <SignInLink className={itemClass}>
          <LogIn aria-hidden="true" />
          Sign in
        </SignInLink>
      )}
    </nav>
  )
}

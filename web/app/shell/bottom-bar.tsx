import { House, Library, LogIn, Search, Upload, UserRound } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { genresPath, paths } from '#contract/paths.ts'
import { useSession } from '#web/api/auth.ts'
import { SignInLink } from '#web/features/session/sign-in-link.tsx'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { NavLink } from './nav-link.tsx'

// Lazy: not needed by visitors.
const NewTracksDot = lazyComponent(async () => (await import('./new-tracks-dot.tsx')).NewTracksDot)

const itemClass =
  'relative grid flex-1 place-content-center justify-items-center gap-1 rounded-control text-xs leading-none font-semibold text-muted -outline-offset-4 before:absolute before:top-0 before:left-1/2 before:h-0.75 before:w-9 before:-translate-x-1/2 before:rounded-full aria-[current]:text-primary-text aria-[current]:before:bg-primary [&>svg]:size-5.5 [@media(max-height:30rem)]:grid-flow-col [@media(max-height:30rem)]:items-center [@media(max-height:30rem)]:gap-2'

const browsing = [paths.welcome, paths.discover, genresPath]

/** The entries of the bar at the bottom of narrow screens. */
export function BottomBarLinks() {
  const { user, status } = useSession()
  return (
    <nav aria-label="Main" className="mx-auto flex h-full max-w-130 items-stretch">
      <Item href={paths.home} also={browsing} label="Home">
        <House aria-hidden="true" />
      </Item>
      <Item href={paths.searchPage} label="Search">
        <Search aria-hidden="true" />
      </Item>
      {user && (
        <>
          <Item
            href={paths.library}
            also={[paths.library]}
            label={
              <span>
                Library{' '}
                <Suspense>
                  <NewTracksDot className="top-2 left-[calc(50%+7px)]" />
                </Suspense>
              </span>
            }
          >
            <Library aria-hidden="true" />
          </Item>
          <Item href={paths.upload} label="Upload">
            <Upload aria-hidden="true" />
          </Item>
          <Item
            href={paths.profile(user.id)}
            aliases={[paths.profile(user.username), paths.ownProfile]}
            label="Profile"
          >
            <UserRound aria-hidden="true" />
          </Item>
        </>
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

type ItemProps = {
  href: string
  aliases?: readonly string[]
  also?: readonly string[]
  label: ReactNode
  children: ReactNode
}

function Item({ label, children, ...link }: ItemProps) {
  return (
    <NavLink {...link} className={itemClass}>
      {children}
      {label}
    </NavLink>
  )
}

import { Upload } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/api/auth.ts'
import { SignInLink } from '#web/features/session/sign-in-link.tsx'
import { brandName } from '#web/lib/brand.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Shown while the site has no tracks. */
export function WelcomeEmpty() {
  const { user } = useSession()
  const className = buttonClass('primary', 'large')
  const label = (
    <>
      <Upload aria-hidden="true" />
      Upload your first track
    </>
  )
  return (
    <EmptyState
      variant="empty"
      title={`Welcome to ${brandName()}`}
      text="Discover amazing music from talented artists around the world"
    >
      {user ? (
        <Link href={paths.upload} className={className}>
          {label}
        </Link>
      ) : (
        <SignInLink create className={className}>
          {label}
        </SignInLink>
      )}
    </EmptyState>
  )
}

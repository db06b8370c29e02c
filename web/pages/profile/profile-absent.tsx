import { Link } from 'wouter'
import { paths } from '#web/lib/paths.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function ProfileMissing() {
  usePageTitle('User not found')
  return (
    <EmptyState
      mood="fallen"
      title="User not found"
      text="There is nobody by this name, or they have left."
    >
      <Link href={paths.home} className={buttonClass('primary', 'large')}>
        Back to Home
      </Link>
    </EmptyState>
  )
}

/** The server did not answer as it should. */
export function ProfileFailed({ onRetry }: { onRetry: () => void }) {
  usePageTitle('Profile')
  return (
    <EmptyState
      mood="fallen"
      title="Profile could not be loaded"
      text="Something went wrong. Please try again."
    >
      <Button tone="primary" size="large" onClick={onRetry}>
        Try again
      </Button>
    </EmptyState>
  )
}

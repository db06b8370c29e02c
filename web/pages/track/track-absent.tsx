import { Link } from 'wouter'
import { paths } from '#web/lib/paths.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function TrackMissing() {
  usePageTitle('Track Not Found')
  return (
    <EmptyState
      mood="fallen"
      title="Track Not Found"
      text="It may have been deleted, or its artist keeps it private."
    >
      <Link href={paths.home} className={buttonClass('primary', 'large')}>
        Back to Home
      </Link>
    </EmptyState>
  )
}

/** The server did not answer as it should. */
export function TrackFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  usePageTitle(message)
  return (
    <EmptyState mood="fallen" title={message} text="Something went wrong. Please try again.">
      <Button tone="primary" size="large" onClick={onRetry}>
        Try again
      </Button>
    </EmptyState>
  )
}

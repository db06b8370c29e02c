import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ErrorState, NotFoundState } from '#web/ui/empty-state.tsx'

export function TrackNotFound() {
  usePageTitle('Track Not Found')
  return (
    <NotFoundState
      title="Track Not Found"
      text="It may have been deleted, or its artist keeps it private."
    />
  )
}

export function TrackError({ message, onRetry }: { message: string; onRetry: () => void }) {
  usePageTitle(message)
  return (
    <ErrorState title={message} text="Something went wrong. Please try again." onRetry={onRetry} />
  )
}

import { usePageTitle } from '#web/lib/use-page-title.ts'
import { FailedState, MissingState } from '#web/ui/empty-state.tsx'

export function TrackMissing() {
  usePageTitle('Track Not Found')
  return (
    <MissingState
      title="Track Not Found"
      text="It may have been deleted, or its artist keeps it private."
    />
  )
}

export function TrackFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  usePageTitle(message)
  return (
    <FailedState title={message} text="Something went wrong. Please try again." onRetry={onRetry} />
  )
}

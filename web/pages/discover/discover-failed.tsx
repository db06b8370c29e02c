import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function DiscoverFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      mood="fallen"
      title="No tracks for now"
      text="The tracks could not be loaded. Please try again."
    >
      <Button tone="primary" size="large" onClick={onRetry}>
        Try again
      </Button>
    </EmptyState>
  )
}

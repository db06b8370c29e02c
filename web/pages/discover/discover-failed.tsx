import { FailedState } from '#web/ui/empty-state.tsx'

export function DiscoverFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <FailedState
      title="No tracks for now"
      text="The tracks could not be loaded. Please try again."
      onRetry={onRetry}
    />
  )
}

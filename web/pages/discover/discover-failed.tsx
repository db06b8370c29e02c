import { ErrorState } from '#web/ui/empty-state.tsx'

export function DiscoverError({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorState
      title="No tracks for now"
      text="The tracks could not be loaded. Please try again."
      onRetry={onRetry}
    />
  )
}

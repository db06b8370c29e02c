import { usePageTitle } from '#web/lib/use-page-title.ts'
import { FailedState, MissingState } from '#web/ui/empty-state.tsx'

export function ProfileMissing() {
  usePageTitle('User not found')
  return (
    <MissingState title="User not found" text="There is nobody by this name, or they have left." />
  )
}

export function ProfileFailed({ onRetry }: { onRetry: () => void }) {
  usePageTitle('Profile')
  return (
    <FailedState
      title="Profile could not be loaded"
      text="Something went wrong. Please try again."
      onRetry={onRetry}
    />
  )
}

import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ErrorState, NotFoundState } from '#web/ui/empty-state.tsx'

export function ProfileNotFound() {
  usePageTitle('User not found')
  return (
    <NotFoundState title="User not found" text="There is nobody by this name, or they have left." />
  )
}

export function ProfileError({ onRetry }: { onRetry: () => void }) {
  usePageTitle('Profile')
  return (
    <ErrorState
      title="Profile could not be loaded"
      text="Something went wrong. Please try again."
      onRetry={onRetry}
    />
  )
}

import { logoutUrl } from '#web/lib/api-urls.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** What a suspended user sees instead of every page, until they leave their session. */
export function Suspended() {
  return (
    <EmptyState
      variant="error"
      title="This account is suspended"
      text="You are signed out, and nothing of yours is visible to others. Its files are kept."
    >
      <a href={logoutUrl} className={buttonClass('primary', 'large')}>
        Continue as a visitor
      </a>
    </EmptyState>
  )
}

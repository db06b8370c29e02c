import { logoutUrl } from '#web/lib/api-urls.ts'
import { brandName } from '#web/lib/brand.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** What a suspended user sees instead of every page, until they leave their session. */
export function Suspended({ reason }: { reason: string }) {
  return (
    <EmptyState
      variant="error"
      title="This account is suspended"
      text="You are signed out, and nothing of yours is visible to others. Its files are kept."
    >
      {reason && (
        <p className="mb-4 max-w-120 text-lg wrap-anywhere whitespace-pre-line">Reason: {reason}</p>
      )}
      <p className="mb-8 max-w-120 text-lg text-muted">
        If you think that this is a mistake, write to the people who run {brandName()}.
      </p>
      <a href={logoutUrl} className={buttonClass('primary', 'large')}>
        Continue as a visitor
      </a>
    </EmptyState>
  )
}

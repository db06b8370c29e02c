import { logoutUrl } from '#web/lib/api-urls.ts'
import { brandName, legalLinks } from '#web/lib/brand.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** What a suspended user sees instead of every page, until they leave their session. */
export function Suspended({ reason }: { reason: string }) {
  const { contact } = legalLinks()
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
        If you think that this is a mistake, write to{' '}
        {contact ? 'us' : `the people who run ${brandName()}`}.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {contact && (
          <a href={contact} className={buttonClass('primary', 'large')}>
            Contact
          </a>
        )}
        <a href={logoutUrl} className={buttonClass(contact ? 'secondary' : 'primary', 'large')}>
          Continue as a visitor
        </a>
      </div>
    </EmptyState>
  )
}

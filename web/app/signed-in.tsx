import { type ReactNode, useEffect } from 'react'
import { useSession } from '#web/api/auth.ts'
import { suspension } from '#web/api/client.ts'
import { setSessionHint } from '#web/features/session/session-provider.tsx'
import { redirectToLogin } from '#web/lib/redirect-to-login.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Around a page for signed-in users only; redirects visitors to sign in and back. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { user, isPending, refetch } = useSession()
  if (user) return children
  if (user === null) return <RedirectToLogin />
  return isPending ? null : <SessionCheckFailed onRetry={() => void refetch()} />
}

/** Replaces the history entry, so that Back does not return here. */
function RedirectToLogin() {
  useEffect(() => {
    // The page that says so replaces this one, if not yet in this render.
    if (suspension.get()) return
    setSessionHint(true)
    redirectToLogin(undefined, { delayMs: 0, navigate: (url) => location.replace(url) })
  }, [])
  return null
}

function SessionCheckFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      variant="error"
      title="Something went wrong"
      text="We couldn't check your sign-in. Please try again."
    >
      <Button tone="primary" size="large" onClick={onRetry}>
        Try again
      </Button>
    </EmptyState>
  )
}

import { useEffect } from 'react'
import { useSession } from '#web/api/auth.ts'
import { setSessionHint } from '#web/features/session/session-provider.tsx'
import { redirectToLogin } from '#web/lib/redirect-to-login.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { LazyPage } from './lazy-page.tsx'
import { lazyPage } from './lazy-page.tsx'

/** A page for signed-in users only; redirects visitors to sign in and back. */
function signedInPage(Page: LazyPage): LazyPage {
  function SignedIn() {
    const { user, isPending, refetch } = useSession()
    if (user) return <Page />
    if (user === null) return <RedirectToLogin />
    return isPending ? null : <SessionCheckFailed onRetry={() => void refetch()} />
  }
  return Object.assign(SignedIn, { preload: Page.preload })
}

/** Lives here, not in routes.tsx, to stay out of the first load of visitors. */
export const SignedInUpload = signedInPage(
  lazyPage(async () => (await import('#web/pages/upload/upload-page.tsx')).UploadPage),
)

export const SignedInSettings = signedInPage(
  lazyPage(async () => (await import('#web/pages/settings/settings-page.tsx')).SettingsPage),
)

export const SignedInLibrary = signedInPage(
  lazyPage(async () => (await import('#web/pages/library/library-page.tsx')).LibraryPage),
)

/** Replaces the history entry, so that Back does not return here. */
function RedirectToLogin() {
  useEffect(() => {
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

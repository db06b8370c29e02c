import type { CurrentUser } from '#contract/auth.ts'
import { useViewerState } from '#web/api/viewer.ts'
import { type BrowserStorage, safeLocalStorage } from '#web/lib/browser-storage.ts'

export type Session =
  | { status: 'checking' }
  | { status: 'signed-in'; user: CurrentUser }
  | { status: 'signed-out' }

export function useSession(): Session {
  const { viewer: user, isPending } = useViewerState()
  if (user) return { status: 'signed-in', user }
  return isPending && expectsSession() ? { status: 'checking' } : { status: 'signed-out' }
}

const hintKey = 'signed-in'

/**
 * Whether this browser probably has a session; only the server knows. The hint decides what to
 * render while the current user is loading, so that visitors do not wait and signed-in users do not
 * see the landing page for a moment.
 */
export function expectsSession(storage: BrowserStorage = safeLocalStorage): boolean {
  return storage.get(hintKey) !== null
}

/** Called when the server has responded, and with true when a user leaves for the sign-in page. */
export function setSessionHint(
  signedIn: boolean,
  storage: BrowserStorage = safeLocalStorage,
): void {
  storage.set(hintKey, signedIn ? 'yes' : null)
}

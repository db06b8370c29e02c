import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useSyncExternalStore } from 'react'
import { currentUserQuery, type Session, SessionContext } from '#web/api/auth.ts'
import { suspension } from '#web/api/client.ts'
import { safeLocalStorage } from '#web/lib/browser-storage.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { DraftOwner } from '#web/ui/draft-persistence.ts'

type SessionProviderProps = {
  /** Whether the page was rendered for a signed-in user; by default as `expectsSession` guesses. */
  isExpected?: boolean | undefined
  children: ReactNode
}

/** Observes the current user once for the whole app: a page has hundreds of components that read it. */
export function SessionProvider({ isExpected, children }: SessionProviderProps) {
  const { data, isPending: isLoading, refetch } = useQuery(currentUserQuery)
  // The response may be faster than the code, but the first render must be that of the server.
  const isHydrated = useHydrated()
  // Who is suspended was signed in when the page was loaded.
  const suspended = useSyncExternalStore(suspension.subscribe, suspension.get, () => null)
  const known = suspended ? null : data
  const user = isHydrated || known === null ? known : undefined
  const isPending = user === undefined && (isLoading || !isHydrated)
  useEffect(() => {
    if (user !== undefined) setSessionHint(user !== null)
  }, [user])
  useEffect(() => {
    const onSignedOut = ({ key, newValue }: StorageEvent) => {
      if (key === hintKey && !newValue) void refetch()
    }
    // Only sent to other tabs.
    addEventListener('storage', onSignedOut)
    return () => removeEventListener('storage', onSignedOut)
  }, [refetch])
  const session = useMemo<Session>(() => {
    const guess = isPending && (isExpected ?? expectsSession()) ? 'checking' : 'signed-out'
    return { user, status: user ? 'signed-in' : guess, isPending, refetch }
  }, [user, isPending, isExpected, refetch])
  // With low priority: React would render what it has not hydrated yet anew.
  const deferred = useDeferredValue(session)
  return (
    <SessionContext value={deferred}>
      <DraftOwner value={deferred.user?.id}>{children}</DraftOwner>
    </SessionContext>
  )
}

const hintKey = 'signed-in'

/**
 * Whether this browser probably has a session; only the server knows. The hint decides what to
 * render while the current user is loading, so that visitors do not wait and signed-in users do not
 * see the landing page for a moment.
 */
export function expectsSession(): boolean {
  return safeLocalStorage.get(hintKey) !== null
}

/** Called when the server has responded, and with true when a user leaves for the sign-in page. */
export function setSessionHint(signedIn: boolean): void {
  safeLocalStorage.set(hintKey, signedIn ? 'yes' : null)
}

import { useQueryClient } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { currentUserQuery, useSession } from '#web/api/auth.ts'
import { hasStatus } from '#web/api/client.ts'
import { SignInLink } from '#web/features/session/sign-in-link.tsx'
import { usePageTitle } from '#web/lib/brand.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState, ErrorState, NotFoundState } from '#web/ui/empty-state.tsx'

type AdminGateProps = { title: string; children: (user: CurrentUser) => ReactNode }

/** Shows a page to administrators only. The server checks access to its data in any case. */
export function AdminGate({ title, children }: AdminGateProps) {
  usePageTitle(title)
  useSessionRevalidation()
  const { user, isPending, refetch } = useSession()
  if (isPending)
    return (
      <p
        role="status"
        className="page-width flex items-center justify-center gap-3 py-[clamp(96px,18vw,240px)] text-lg text-muted"
      >
        <LoaderCircle aria-hidden="true" className="spinning size-6 text-primary-text" />
        Checking authentication...
      </p>
    )
  if (user === undefined)
    return (
      <ErrorState
        title="Something went wrong"
        text="We couldn't check your sign-in. Please try again."
        onRetry={() => void refetch()}
      />
    )
  if (user === null)
    return (
      <EmptyState variant="error" title="Access Denied" text="Please log in to access the CMS">
        <SignInLink className={buttonClass('primary', 'large')}>Sign In</SignInLink>
      </EmptyState>
    )
  if (!user.isAdmin)
    return <NotFoundState title="Unauthorized" text="You don't have permission to access the CMS" />
  return children(user)
}

/**
 * Refetches the current user when a request is denied, so that an administrator who loses access
 * sees it at once. Mutations that fail with 401 redirect to the sign-in page by themselves.
 */
function useSessionRevalidation(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const onDenied = (statuses: number[]) => (event: { type: string; action?: unknown }) => {
      const { error } = (event.action ?? {}) as { error?: unknown }
      if (event.type === 'updated' && statuses.some((status) => hasStatus(error, status)))
        void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    }
    const unsubscribeQueries = queryClient.getQueryCache().subscribe(onDenied([401, 403]))
    const unsubscribeMutations = queryClient.getMutationCache().subscribe(onDenied([403]))
    return () => {
      unsubscribeQueries()
      unsubscribeMutations()
    }
  }, [queryClient])
}

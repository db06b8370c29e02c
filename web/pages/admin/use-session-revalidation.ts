import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentUserQuery } from '#web/api/auth.ts'
import { hasStatus } from '#web/api/client.ts'

/**
 * Refetches the current user when a request is denied, so that an administrator who loses access
 * sees it at once. Mutations that fail with 401 redirect to the sign-in page by themselves.
 */
export function useSessionRevalidation(): void {
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

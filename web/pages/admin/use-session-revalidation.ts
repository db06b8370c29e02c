import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentUserQuery } from '#web/api/auth.ts'
import { ApiError } from '#web/api/client.ts'

/**
 * Refetches the current user when a request is denied, so that an administrator who loses access
 * sees it at once. Mutations that fail with 401 redirect to the sign-in page by themselves.
 */
export function useSessionRevalidation(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const revalidate = () =>
      void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    const unsubscribeQueries = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      if (isStatus(event.action.error, [401, 403])) revalidate()
    })
    const unsubscribeMutations = queryClient.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      if (isStatus(event.action.error, [403])) revalidate()
    })
    return () => {
      unsubscribeQueries()
      unsubscribeMutations()
    }
  }, [queryClient])
}

function isStatus(error: unknown, statuses: number[]): boolean {
  return error instanceof ApiError && statuses.includes(error.status)
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentUserQuery } from '#web/api/auth.ts'
import { ApiError } from '#web/api/client.ts'

/**
 * Whoever loses the right to be here in the middle of their work is told at once: a call that is
 * refused has the session checked anew, and the page shows what comes out. A change that is refused
 * because the session has ended leads to the sign-in page by itself.
 */
export function useSessionRevalidation(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const check = () => void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    const stopQueries = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      if (isStatus(event.action.error, [401, 403])) check()
    })
    const stopMutations = queryClient.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      if (isStatus(event.action.error, [403])) check()
    })
    return () => {
      stopQueries()
      stopMutations()
    }
  }, [queryClient])
}

function isStatus(error: unknown, statuses: number[]): boolean {
  return error instanceof ApiError && statuses.includes(error.status)
}

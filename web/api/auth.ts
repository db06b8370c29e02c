import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { preferNoContent } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import { request } from './client.ts'
import { isUnauthorized } from './query-client.ts'

/** The signed-in user; null for anonymous visitors. */
export const currentUserQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      const headers = { [preferNoContent.name]: preferNoContent.value }
      const user = await request(routes.getCurrentUser, { headers, signal })
      return user.id ? (user as CurrentUser) : null
    } catch (error) {
      if (isUnauthorized(error)) return null
      throw error
    }
  },
})

export type Session = {
  /** The signed-in user; null for a visitor, undefined until the server has responded. */
  user: CurrentUser | null | undefined
  /** What to render: a guess while the first request is in flight, and a visitor if it failed. */
  status: 'checking' | 'signed-in' | 'signed-out'
  /** Whether the first request is in flight. */
  isPending: boolean
  refetch: () => unknown
}

export const SessionContext = createContext<Session | null>(null)

/** Who is signed in. `SessionProvider` provides it, from `currentUserQuery`. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}

import { queryOptions } from '@tanstack/react-query'
import type { CurrentUser, preferNoContent } from '#contract/auth.ts'
import * as routes from '#contract/routes.ts'
import { request } from './client.ts'
import { isUnauthorized } from './query-client.ts'

/** A copy, because an import of the contract's value would load zod. */
const prefer: (typeof preferNoContent)['value'] = 'visitor=204'

/** The signed-in user; null for anonymous visitors. */
export const currentUserQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      const user = await request(routes.getCurrentUser, { headers: { prefer }, signal })
      return user.id ? (user as CurrentUser) : null
    } catch (error) {
      if (isUnauthorized(error)) return null
      throw error
    }
  },
})

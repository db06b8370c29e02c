import { queryOptions } from '@tanstack/react-query'
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

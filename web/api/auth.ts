import { queryOptions } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/auth.ts'
import { paths } from '#web/lib/paths.ts'
import { readPath } from './query-client.ts'

/** The signed-in person, or null for a visitor. */
export const currentUserQuery = queryOptions({
  queryKey: [paths.api.currentUser],
  queryFn: readPath<CurrentUser | null>({ on401: 'returnNull' }),
})

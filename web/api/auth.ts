import { queryOptions } from '@tanstack/react-query'
import type { CurrentUser, preferNoContent } from '#contract/auth.ts'
import { paths } from '#web/lib/paths.ts'
import { readPath } from './query-client.ts'

/** The contract's own value would bring the contract's library along. */
const prefer: (typeof preferNoContent)['value'] = 'visitor=204'

const read = readPath<CurrentUser | null>({
  on401: 'returnNull',
  headers: { prefer },
})

/** The signed-in person, or null for a visitor. */
export const currentUserQuery = queryOptions({
  queryKey: [paths.api.currentUser],
  queryFn: async (context): Promise<CurrentUser | null> => {
    const user = await read(context)
    // Without a body the answer is taken as an empty object.
    return user?.id ? user : null
  },
})

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import { request } from './client.ts'

/** The account settings of the signed-in user. */

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => request(routes.getAccount, { signal }),
  staleTime: 0,
})

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => request(routes.listSessions, { signal }),
  staleTime: 0,
})

export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: ({ signal }) => request(routes.listPasskeys, { signal }),
  staleTime: 0,
})

/** Polls while the archive is being made. */
export const exportQuery = queryOptions({
  queryKey: ['account', 'export'],
  queryFn: ({ signal }) => request(routes.getExport, { signal }),
  refetchInterval: ({ state }) => (state.data?.state === 'pending' ? 2000 : false),
})

/** The account and all that belongs to it. */
export const refetchAccount = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })

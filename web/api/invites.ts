import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import { listPages } from './client.ts'

const invitesKey = ['admin', 'invites']

export const invitesQuery = infiniteQueryOptions({
  queryKey: invitesKey,
  ...listPages(routes.listInvites, { query: { limit: 50 } }),
  // Changes whenever one is used.
  staleTime: 0,
})

export const refetchInvites = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: invitesKey })

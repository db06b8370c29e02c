import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { BodyInput } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import { listPages, request } from './client.ts'

const invitesKey = ['admin', 'invites']

export const invitesQuery = infiniteQueryOptions({
  queryKey: invitesKey,
  ...listPages(routes.listInvites, { query: { limit: 50 } }),
  // Changes whenever one is used.
  staleTime: 0,
})

export const createInvite = (body: BodyInput<typeof routes.createInvite>) =>
  request(routes.createInvite, { body })

export const revokeInvite = (id: string) => request(routes.revokeInvite, { params: { id } })

export const refetchInvites = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: invitesKey })

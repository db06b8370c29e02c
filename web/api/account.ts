import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import { freshQuery, listPages, request } from './client.ts'

/** The account settings of the signed-in user. */

export const accountQuery = freshQuery(routes.getAccount, 'account')
export const sessionsQuery = freshQuery(routes.listSessions, 'account', 'sessions')
export const appPasswordsQuery = freshQuery(routes.listAppPasswords, 'account', 'app-passwords')
export const apiTokensQuery = freshQuery(routes.listApiTokens, 'account', 'tokens')
export const passkeysQuery = freshQuery(routes.listPasskeys, 'account', 'passkeys')

/** The tracks and releases that credit the user. */
export const ownCreditsQuery = infiniteQueryOptions({
  queryKey: ['account', 'credits'],
  ...listPages(routes.listOwnCredits, { query: { limit: 50 } }),
  staleTime: 0,
})
export const scrobblingQuery = freshQuery(routes.getScrobbling, 'account', 'scrobbling')

/** Polls while the archive is being made. */
export const exportQuery = queryOptions({
  queryKey: ['account', 'export'],
  queryFn: ({ signal }) => request(routes.getExport, { signal }),
  refetchInterval: ({ state }) => (state.data?.state === 'pending' ? 2000 : false),
})

/** The account and all that belongs to it. */
export const refetchAccount = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })

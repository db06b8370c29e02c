import {
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { RouteInput } from '#contract/client.ts'
import type { Library } from '#contract/library.ts'
import { browsePageSize } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import { freshQuery, listPages, request } from './client.ts'

/** The signed-in user's own library. */

const key = (list: string) => ['library', list] as const
const query = { limit: browsePageSize }

/** Long lists are not refetched: each of their pages would be a request. */
const maxRefetchedPages = 3
const isShort = ({ state }: Pick<Query, 'state'>) => {
  const { pages } = (state.data as InfiniteData<unknown> | undefined) ?? { pages: [] }
  return pages.length <= maxRefetchedPages
}
const refetchOnMount = (query: Pick<Query, 'state'>) => isShort(query) && 'always'

/** The liked tracks, or those among them that match the query. */
export const likedTracksQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...key('likes'), q],
    ...listPages(routes.listLikedTracks, { query: q ? { ...query, q } : query }),
    refetchOnMount,
  })

/** New tracks of followed users, or also what they repost. */
export const followedTracksQuery = (withReposts: boolean) =>
  infiniteQueryOptions({
    queryKey: [...key('following'), withReposts],
    ...listPages(routes.listFollowedTracks, {
      query: withReposts ? { ...query, reposts: true } : query,
    }),
    refetchOnMount,
  })

/** Own and saved playlists, or the releases among them. */
export const libraryPlaylistsQuery = (show: 'all' | 'albums') =>
  infiniteQueryOptions({
    queryKey: [...key('playlists'), show],
    ...listPages(routes.listLibraryPlaylists, {
      query: { limit: 20, ...(show === 'albums' && { releases: true }) },
    }),
    refetchOnMount,
  })

export const historyQuery = infiniteQueryOptions({
  queryKey: key('history'),
  ...listPages(routes.listHistory, { query }),
  refetchOnMount,
})

/** The rows of the home page. */
export const startedTracksQuery = freshQuery(routes.listStartedTracks, 'library', 'started')
export const recentlyPlayedQuery = queryOptions({
  queryKey: key('recently-played'),
  queryFn: ({ signal }) => request(routes.listHistory, { query: { limit: 24 }, signal }),
  staleTime: 0,
})
export const newFromFollowedQuery = queryOptions({
  queryKey: key('new-from-followed'),
  queryFn: ({ signal }) => request(routes.listFollowedTracks, { query: { limit: 12 }, signal }),
  staleTime: 0,
})

/** Milliseconds between two requests that check for new tracks of followed users. */
const newTracksPollMs = 5 * 60_000

export const libraryQuery = queryOptions({
  queryKey: ['library', 'state'],
  queryFn: ({ signal }) => request(routes.getLibrary, { signal }),
  refetchInterval: newTracksPollMs,
})

type Listen = RouteInput<typeof routes.recordListen>['body']

/** A long history that is open shows it the next time. */
export async function recordListen(queryClient: QueryClient, listen: Listen): Promise<void> {
  await request(routes.recordListen, { body: listen, keepalive: true })
  const { queryKey } = historyQuery
  void queryClient.invalidateQueries({ queryKey, predicate: isShort })
  queryClient.removeQueries({ queryKey, type: 'inactive', predicate: (query) => !isShort(query) })
}

export async function clearHistory(queryClient: QueryClient): Promise<void> {
  await request(routes.clearHistory)
  queryClient.setQueryData(historyQuery.queryKey, {
    pages: [{ items: [], next: null }],
    pageParams: [historyQuery.initialPageParam],
  })
}

export async function setHistoryEnabled(queryClient: QueryClient, enabled: boolean): Promise<void> {
  await request(routes.setHistoryEnabled, { body: { enabled } })
  patchLibrary(queryClient, { historyEnabled: enabled })
}

export async function markFollowingSeen(queryClient: QueryClient): Promise<void> {
  await request(routes.markFollowingSeen, { body: {} })
  patchLibrary(queryClient, { hasNewTracks: false })
}

function patchLibrary(queryClient: QueryClient, patch: Partial<Library>): void {
  queryClient.setQueryData(libraryQuery.queryKey, (cached) => cached && { ...cached, ...patch })
}

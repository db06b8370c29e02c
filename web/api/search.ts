import { queryOptions } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import { request } from './client.ts'

/** Long enough for back and forward navigation, short enough for new uploads to be found. */
const gcTime = 60_000

/** Tracks, users, albums and playlists that match the query, at most `limit` of each. */
export const searchQuery = (q: string, limit: number) =>
  queryOptions({
    queryKey: ['search', q, limit],
    queryFn: ({ signal }) => request(routes.search, { query: { q, limit }, signal }),
    gcTime,
  })

import { queryOptions } from '@tanstack/react-query'
import type { SearchResults } from '#contract/search.ts'
import { paths } from '#web/lib/paths.ts'
import { callServer } from './client.ts'

/** Long enough for going back and forth, short enough for a new upload to be found. */
const kept = 60_000

/** Tracks, people and playlists that fit the words, at most `limit` of each. */
export const searchQuery = (words: string, limit: number) =>
  queryOptions({
    queryKey: [paths.api.search(), words, limit],
    queryFn: ({ signal }) =>
      callServer<SearchResults>('GET', paths.api.search({ q: words, limit }), { signal }),
    gcTime: kept,
  })

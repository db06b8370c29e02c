import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import type { Share } from '#contract/share-links.ts'
import { levelsOf } from '#contract/waveform-levels.ts'
import { fetchPaged, listPages, orNull, request } from './client.ts'

/** What whoever has a link sees, with its tracks page by page; null if the link is not valid. */
export const shareQuery = (token: string) =>
  infiniteQueryOptions({
    queryKey: ['share', token],
    queryFn: ({ pageParam, signal }) => fetchPaged<Share>(pageParam, signal).catch(orNull),
    initialPageParam: urlFor(routes.getShare, { params: { token } }),
    getNextPageParam: (page) => page?.next,
  })

type SharedTrackId = { token: string; trackId: string }

/** The levels of a shared track, from 0 to 1; null while there are none. */
export const sharedWaveformQuery = (params: SharedTrackId) =>
  queryOptions({
    queryKey: ['share', params.token, 'waveform', params.trackId],
    queryFn: async ({ signal }): Promise<number[] | null> => {
      const waveform = await request(routes.getSharedWaveform, { params, signal }).catch(orNull)
      return waveform && levelsOf(waveform.data)
    },
  })

/** What links are to. */
export type LinkedItem = { trackId: string } | { playlistId: string }

/** Fresh whenever it is shown: the counts change while others listen. */
export const shareLinksQuery = (item: LinkedItem | undefined) =>
  infiniteQueryOptions({
    queryKey: ['share-links', item],
    ...listPages(routes.listShareLinks, { query: { ...item, limit: 50 } }),
    enabled: item !== undefined,
    staleTime: 0,
  })

export const shareNotesQuery = (linkId: string) =>
  queryOptions({
    queryKey: ['share-links', 'notes', linkId],
    queryFn: ({ signal }) => request(routes.listShareNotes, { params: { id: linkId }, signal }),
    staleTime: 0,
  })

/** The links, and their notes. */
export const refetchShareLinks = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['share-links'] })

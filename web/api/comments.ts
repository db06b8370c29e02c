import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CommentSort } from '#contract/comments.ts'
import * as routes from '#contract/routes.ts'
import { listPages, request } from './client.ts'

/** How many are open, closed, pinned, and what the waveform shows. */
export const commentOverviewQuery = (trackId: string) =>
  queryOptions({
    queryKey: ['comments', trackId, 'overview'],
    queryFn: ({ signal }) =>
      request(routes.getCommentOverview, { params: { id: trackId }, signal }),
  })

export const commentsQuery = (trackId: string, sort: CommentSort) =>
  infiniteQueryOptions({
    queryKey: ['comments', trackId, 'list', sort],
    ...listPages(routes.listComments, { params: { id: trackId }, query: { limit: 20, sort } }),
  })

export const refetchComments = (queryClient: QueryClient, trackId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['comments', trackId] })

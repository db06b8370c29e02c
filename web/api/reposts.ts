import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { profilePageSize } from '#contract/limits.ts'
import type { Reposted } from '#contract/reposts.ts'
import * as routes from '#contract/routes.ts'
import { mapItems } from './cached-tracks.ts'
import { listPages, request } from './client.ts'

export type RepostItem = { kind: 'track' | 'playlist'; id: string }

/** Whether the viewer has reposted it, and how many have. */
export const repostQuery = ({ kind, id }: RepostItem) =>
  queryOptions({
    queryKey: ['reposts', id],
    queryFn: ({ signal }) =>
      request(kind === 'track' ? routes.getTrackRepost : routes.getPlaylistRepost, {
        params: { id },
        signal,
      }),
  })

/** What a user reposts, page by page. */
export const repostPagesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['users', userId, 'reposts'],
    ...listPages(routes.listReposts, {
      params: { id: userId },
      query: { limit: profilePageSize },
    }),
  })

export const repostedItem = (reposted: Reposted) =>
  reposted.kind === 'track' ? reposted.track : reposted.playlist

/** `userId` is the viewer, whose own list changes too. */
export async function setReposted(
  queryClient: QueryClient,
  { item: { kind, id }, userId }: { item: RepostItem; userId: string },
  reposted: boolean,
): Promise<void> {
  const input = { params: { id } }
  const state = await (reposted
    ? request(kind === 'track' ? routes.repostTrack : routes.repostPlaylist, { ...input, body: {} })
    : request(kind === 'track' ? routes.undoTrackRepost : routes.undoPlaylistRepost, input))
  const { queryKey } = repostQuery({ kind, id })
  // A fetch in flight may have started before, and would revert it.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, state)
  const list = repostPagesQuery(userId).queryKey
  if (reposted) return queryClient.invalidateQueries({ queryKey: list })
  queryClient.setQueryData(
    list,
    (cached) => cached && mapItems(cached, (entry) => (repostedItem(entry).id === id ? [] : entry)),
  )
}

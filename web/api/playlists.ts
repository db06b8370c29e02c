import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { urlFor } from '#contract/client.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import * as routes from '#contract/routes.ts'
import { fetchPaged, orNull, type Paged, request } from './client.ts'

/** A playlist with its tracks, by slug and, if that fails, by id; null if the viewer may not see one. */
export const playlistQuery = (slugOrId: string) =>
  queryOptions({
    queryKey: ['playlists', slugOrId],
    queryFn: async ({ signal }): Promise<PlaylistDetail | null> => {
      const load = (url: string) => fetchPaged<PlaylistDetail>(url, signal)
      try {
        return await loadWhole(
          urlFor(routes.getPlaylistBySlug, { params: { slug: slugOrId } }),
          load,
        )
      } catch (error) {
        const url = urlFor(routes.getPlaylist, { params: { id: slugOrId } })
        return loadWhole(url, load).catch(() => orNull(error))
      }
    },
  })

type LoadPage = (url: string) => Promise<Paged<PlaylistDetail> | null>

/** A playlist with all of its tracks: if they are many, they come in pages. Null if `load` finds none. */
export async function loadWhole(url: string, load: LoadPage): Promise<PlaylistDetail | null> {
  const first = await load(url)
  const playlistTracks: PlaylistDetail['playlistTracks'] = []
  for (let page = first; page !== null; page = page.next === null ? null : await load(page.next))
    playlistTracks.push(...page.body.playlistTracks)
  return first && { ...first.body, playlistTracks }
}

/** The prefix of all query keys with playlists of this user. */
export const userPlaylistsKey = (userId: string) => ['users', userId, 'playlists'] as const

/** A user's playlists, and which of them have the track. */
export const playlistsForTrackQuery = (userId: string, trackId: string) =>
  queryOptions({
    queryKey: [...userPlaylistsKey(userId), { trackId }],
    queryFn: ({ signal }) =>
      request(routes.listUserPlaylists, { params: { id: userId }, query: { trackId }, signal }),
  })

/** A user's newest releases, for a row of cards. Their key has that prefix too. */
export const userReleasesQuery = (userId: string) =>
  queryOptions({
    queryKey: [...userPlaylistsKey(userId), 'releases'],
    queryFn: ({ signal }) =>
      request(routes.listUserReleases, { params: { id: userId }, query: { limit: 12 }, signal }),
  })

/** Refetches everything that shows playlists of this user. */
export function refetchPlaylists(queryClient: QueryClient, userId: string): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: ['playlists'] }),
    queryClient.invalidateQueries({ queryKey: userPlaylistsKey(userId) }),
  ])
}

/** Saves a playlist of another user, or removes it from the library. */
export async function setPlaylistSaved(
  queryClient: QueryClient,
  { id, slug }: { id: string; slug: string },
  isSaved: boolean,
): Promise<void> {
  if (isSaved) await request(routes.savePlaylist, { params: { id }, body: {} })
  else await request(routes.removeSavedPlaylist, { params: { id } })
  for (const slugOrId of [slug, id])
    queryClient.setQueryData(
      playlistQuery(slugOrId).queryKey,
      (cached) => cached && { ...cached, isSaved },
    )
}

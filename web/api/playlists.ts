import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Privacy } from '#contract/fields.ts'
import type { Playlist, PlaylistDetail, reorderPlaylist } from '#contract/playlists.ts'
import type { ResponseOf } from '#contract/route.ts'
import type { registerCover } from '#contract/uploads.ts'
import { paths } from '#web/lib/paths.ts'
import { callServer } from './client.ts'
import { readPath } from './query-client.ts'
import { sendFile } from './uploads.ts'

/** One playlist with its tracks: by its slug and, if that fails, by its id. */
export const playlistQuery = (slugOrId: string) =>
  queryOptions({
    queryKey: [paths.api.playlists, slugOrId],
    queryFn: async ({ signal }) => {
      try {
        return await callServer<PlaylistDetail>('GET', paths.api.playlistBySlug(slugOrId), {
          signal,
        })
      } catch (error) {
        const byId = callServer<PlaylistDetail>('GET', paths.api.playlist(slugOrId), { signal })
        return byId.catch(() => {
          throw error
        })
      }
    },
  })

export const userPlaylistsQuery = (userId: string) =>
  queryOptions({
    queryKey: [paths.api.users, userId, 'playlists'],
    queryFn: readPath<Playlist[]>({ on401: 'throw' }),
  })

/** Reads anew whatever shows playlists of this person. */
export function refreshPlaylists(queryClient: QueryClient, userId: string): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: [paths.api.playlists] }),
    queryClient.invalidateQueries({ queryKey: userPlaylistsQuery(userId).queryKey }),
  ])
}

/** As above, but not those on screen: after a deletion there is nothing to read. */
export function forgetPlaylists(queryClient: QueryClient, userId: string): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: [paths.api.playlists], refetchType: 'none' }),
    queryClient.invalidateQueries({ queryKey: userPlaylistsQuery(userId).queryKey }),
  ])
}

type PlaylistText = { title: string; description: string }

export function createPlaylist(text: PlaylistText): Promise<Playlist> {
  return callServer('POST', paths.api.playlists, { body: text })
}

export function addToPlaylist(playlistId: string, trackId: string): Promise<unknown> {
  return callServer('POST', paths.api.playlistTracks(playlistId), { body: { trackId } })
}

export function removeFromPlaylist(playlistId: string, trackId: string): Promise<unknown> {
  return callServer('DELETE', paths.api.playlistTrack(playlistId, trackId))
}

export type PlaylistChange = PlaylistText & { privacy: Privacy }

export function updatePlaylist(id: string, change: PlaylistChange): Promise<Playlist> {
  return callServer('PUT', paths.api.playlist(id), { body: change })
}

export function deletePlaylist(id: string): Promise<unknown> {
  return callServer('DELETE', paths.api.playlist(id))
}

/** Sends the picture to the store, registers it and makes it the cover. */
export async function changeCover(playlistId: string, picture: File): Promise<Playlist> {
  const coverURL = await sendFile(picture)
  const { objectPath } = await callServer<ResponseOf<typeof registerCover>>(
    'PUT',
    paths.api.registerCover,
    { body: { coverURL } },
  )
  return callServer('PUT', paths.api.playlist(playlistId), { body: { coverUrl: objectPath } })
}

/** `updatedAt` tells the server which state of the list the new order was made from. */
export function reorderTracks(
  { id, updatedAt }: Pick<Playlist, 'id' | 'updatedAt'>,
  trackIds: string[],
): Promise<ResponseOf<typeof reorderPlaylist>> {
  return callServer('PUT', paths.api.playlistOrder(id), { body: { trackIds, updatedAt } })
}

/** The same playlist with its tracks in another order. */
export function withOrder(playlist: PlaylistDetail, trackIds: readonly string[]): PlaylistDetail {
  const place = new Map(trackIds.map((id, index) => [id, index]))
  const entries = playlist.playlistTracks.filter((entry) => place.has(entry.trackId))
  if (entries.length < playlist.playlistTracks.length) return playlist
  entries.sort((a, b) => (place.get(a.trackId) ?? 0) - (place.get(b.trackId) ?? 0))
  return { ...playlist, playlistTracks: entries }
}

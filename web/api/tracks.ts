import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { RouteResponse } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import type { Track, TrackDetail } from '#contract/tracks.ts'
import { levelsOf } from '#contract/waveform-levels.ts'
import { referringHost } from '#web/lib/referring-host.ts'
import { cachedTracks, isInfinite, patchCachedTracks } from './cached-tracks.ts'
import { hasStatus, orNull, request } from './client.ts'

/** All sections of the home page. */
export const discoverQuery = queryOptions({
  queryKey: ['discover'],
  queryFn: ({ signal }) => request(routes.discover, { signal }),
})

/** The newest tracks that the viewer may list. */
export const recentTracksQuery = queryOptions({
  queryKey: ['tracks', 'recent'],
  queryFn: ({ signal }) => request(routes.listTracks, { query: { limit: 12 }, signal }),
})

/** A track on its own, or as a list has it until that is loaded. */
export type KnownTrack = Track & Partial<Omit<TrackDetail, keyof Track>>

/** All of the description, of which lists have only the start. */
export const wholeDescription = ({ description, credits }: KnownTrack) =>
  credits ? description : null

/** A track by slug or id; null if the viewer may not see one. */
export const trackQuery = (slugOrId: string) =>
  queryOptions({
    queryKey: ['tracks', 'slug', slugOrId],
    queryFn: async ({ signal }): Promise<KnownTrack | null> => {
      try {
        return await request(routes.getTrack, { params: { slug: slugOrId }, signal })
      } catch (error) {
        if (hasStatus(error, 404)) return null
        throw new Error('Failed to fetch track', { cause: error })
      }
    },
  })

/** The 200 levels of a track's waveform, from 0 to 1; null while there is none. */
export const waveformQuery = (trackId: string) =>
  queryOptions({
    queryKey: ['waveforms', trackId],
    queryFn: async ({ signal }): Promise<number[] | null> => {
      const params = { id: trackId }
      const waveform = await request(routes.getTrackWaveform, { params, signal }).catch(orNull)
      return waveform && levelsOf(waveform.data)
    },
  })

export const maxFromArtist = 4

/** The artist's most played tracks: one more than are shown, because the track of the page may be among them. */
export const moreFromArtistQuery = (userId: string) =>
  queryOptions({
    queryKey: ['tracks', 'by-plays', userId],
    queryFn: ({ signal }) =>
      request(routes.listTracks, {
        query: { userId, sort: 'plays', limit: maxFromArtist + 1 },
        signal,
      }),
  })

/** A track that another query has loaded, so that its page renders without waiting. */
export function findCachedTrack(queryClient: QueryClient, slugOrId: string): Track | undefined {
  return cachedTracks(queryClient).find(({ id, slug }) => id === slugOrId || slug === slugOrId)
}

/** Reports a play to the server and refetches the counts. */
export async function recordPlay(queryClient: QueryClient, trackId: string): Promise<void> {
  const referrer = referringHost()
  const { playCount } = await request(routes.playTrack, {
    params: { id: trackId },
    ...(referrer && { body: { referrer } }),
  })
  patchCachedTracks(queryClient, (track) =>
    track.id === trackId ? { ...track, playCount } : track,
  )
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['tracks'] }),
    queryClient.invalidateQueries({ queryKey: discoverQuery.queryKey }),
    // On the next search: visible results do not change their order.
    queryClient.invalidateQueries({ queryKey: ['search'], refetchType: 'none' }),
  ])
}

export type LikeResponse = RouteResponse<typeof routes.likeTrack>

/** Writes the response of a like into every cached copy of the track. */
export function setLikeInCache(
  queryClient: QueryClient,
  trackId: string,
  userId: string,
  response: LikeResponse,
): void {
  patchCachedTracks(queryClient, (track) =>
    track.id === trackId ? withLike(track, userId, response) : track,
  )
  // A fetch in flight may have started before the like, and would revert it.
  void queryClient.invalidateQueries({
    predicate: (query) => query.state.fetchStatus === 'fetching' && !isInfinite(query),
  })
}

/** What the server would respond. */
export const toggledLike = ({ likeCount }: Track, liked: boolean): LikeResponse => ({
  liked,
  likeCount: likeCount === null ? null : likeCount + (liked ? 1 : -1),
})

/** Undoes a like that the server has refused. */
export function revertLikeInCache(
  queryClient: QueryClient,
  trackId: string,
  userId: string,
  liked: boolean,
): void {
  patchCachedTracks(queryClient, (track) => {
    const isShown = track.likes.some((like) => like.userId === userId) === liked
    if (track.id !== trackId || !isShown) return track
    return withLike(track, userId, toggledLike(track, !liked))
  })
}

function withLike(track: Track, userId: string, { liked, likeCount }: LikeResponse): Track {
  const others = track.likes.filter((like) => like.userId !== userId)
  return { ...track, likeCount, likes: liked ? [{ userId }, ...others] : others }
}

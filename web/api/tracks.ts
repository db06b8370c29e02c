import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/route.ts'
import type { likeTrack, playTrack, Track } from '#contract/tracks.ts'
import { paths } from '#web/lib/paths.ts'
import { CallError, callServer } from './client.ts'
import { discoverQuery } from './discover.ts'
import { changeKeptTracks, comesInPages, keptTracks } from './kept-tracks.ts'

type LikeAnswer = ResponseOf<typeof likeTrack>

/** The newest tracks that the viewer may list. */
export const recentTracksQuery = (limit: number) =>
  queryOptions({
    queryKey: [paths.api.tracks(), 'recent', limit],
    queryFn: ({ signal }) => callServer<Track[]>('GET', paths.api.tracks({ limit }), { signal }),
  })

/** One track by its slug or id; null when there is none that the viewer may see. */
export const trackQuery = (slugOrId: string) =>
  queryOptions({
    queryKey: [paths.api.tracks(), 'slug', slugOrId],
    queryFn: async ({ signal }): Promise<Track | null> => {
      try {
        return await callServer<Track>('GET', paths.api.track(slugOrId), { signal })
      } catch (error) {
        if (error instanceof CallError && error.status === 404) return null
        throw new Error('Failed to fetch track', { cause: error })
      }
    },
  })

/** The artist's tracks that most people played. */
export const artistTracksQuery = (userId: string, limit: number) =>
  queryOptions({
    queryKey: [paths.api.tracks(), 'by-plays', userId, limit],
    queryFn: ({ signal }) =>
      callServer<Track[]>('GET', paths.api.tracks({ userId, sort: 'plays', limit }), { signal }),
  })

/** A track as an earlier page has shown it, so that its own page is there at once. */
export function trackSeenBefore(queryClient: QueryClient, slugOrId: string): Track | undefined {
  return keptTracks(queryClient).find(({ id, slug }) => id === slugOrId || slug === slugOrId)
}

/** Tells the server that a track was heard, and reads the counts anew. */
export async function countPlay(queryClient: QueryClient, trackId: string): Promise<void> {
  const { playCount } = await callServer<ResponseOf<typeof playTrack>>(
    'POST',
    paths.api.play(trackId),
  )
  changeKeptTracks(queryClient, (track) => (track.id === trackId ? { ...track, playCount } : track))
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [paths.api.tracks()] }),
    queryClient.invalidateQueries({ queryKey: discoverQuery.queryKey }),
    // The next time they are looked for: results in sight do not change places.
    queryClient.invalidateQueries({ queryKey: [paths.api.search()], refetchType: 'none' }),
  ])
}

export const likeMutation = (trackId: string) =>
  mutationOptions({
    mutationFn: () => callServer<LikeAnswer>('POST', paths.api.like(trackId), { body: {} }),
  })

/** Puts the answer of a like into every list on screen that shows the track. */
export function rememberLike(
  queryClient: QueryClient,
  trackId: string,
  userId: string,
  answer: LikeAnswer,
): void {
  changeKeptTracks(queryClient, (track) =>
    track.id === trackId ? withLike(track, userId, answer) : track,
  )
  // What is just being read may be from before the like, and would take it back.
  void queryClient.invalidateQueries({
    predicate: (query) => query.state.fetchStatus === 'fetching' && !comesInPages(query),
  })
}

export function withLike(track: Track, userId: string, { liked, likeCount }: LikeAnswer): Track {
  const others = track.likes.filter((like) => like.userId !== userId)
  return { ...track, likeCount, likes: liked ? [{ userId }, ...others] : others }
}

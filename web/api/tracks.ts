import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/call.ts'
import type { Discovery } from '#contract/discover.ts'
import type { likeTrack, playTrack, Track } from '#contract/tracks.ts'
import { paths } from '#web/lib/paths.ts'
import { callServer } from './client.ts'
import { discoverQuery } from './discover.ts'

type LikeAnswer = AnswerOf<typeof likeTrack>

/** The newest tracks that the viewer may list. */
export const recentTracksQuery = (limit: number) =>
  queryOptions({
    queryKey: [paths.api.tracks(), 'recent', limit],
    queryFn: ({ signal }) => callServer<Track[]>('GET', paths.api.tracks({ limit }), { signal }),
  })

/** Tells the server that a track was heard, and reads the counts anew. */
export async function countPlay(queryClient: QueryClient, trackId: string): Promise<void> {
  await callServer<AnswerOf<typeof playTrack>>('POST', paths.api.play(trackId))
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [paths.api.tracks()] }),
    queryClient.invalidateQueries({ queryKey: discoverQuery.queryKey }),
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
  const change = (track: Track) => (track.id === trackId ? withLike(track, userId, answer) : track)
  queryClient.setQueriesData<Track[] | Track>({ queryKey: [paths.api.tracks()] }, (known) =>
    Array.isArray(known) ? known.map(change) : known && change(known),
  )
  queryClient.setQueryData(discoverQuery.queryKey, (known) => known && eachTrack(known, change))
}

export function withLike(track: Track, userId: string, { liked, likeCount }: LikeAnswer): Track {
  const others = track.likes.filter((like) => like.userId !== userId)
  return { ...track, likeCount, likes: liked ? [{ userId }, ...others] : others }
}

function eachTrack(discovery: Discovery, change: (track: Track) => Track): Discovery {
  return {
    curated: discovery.curated.map(change),
    recent: discovery.recent.map(change),
    trending: discovery.trending.map(change),
    genres: discovery.genres.map(({ genre, tracks }) => ({ genre, tracks: tracks.map(change) })),
  }
}

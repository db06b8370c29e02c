import type { Discovery } from '#contract/discover.ts'
import { type CachedResponse, createCachedResponse } from '#server/platform/http/cached-response.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { loadSections } from './discover.ts'
import { findLiked } from './repository.ts'

type FeedTrack = Discovery['recent'][number]

/** The home feed without anything per viewer, as objects and as the response for anonymous callers. */
export type Feed = { lists: Discovery; response: CachedResponse }

export async function loadFeed(db: Db): Promise<Feed> {
  const lists = await loadSections(db)
  return { lists, response: await createCachedResponse(lists) }
}

/** The feed as this user sees it. A field per viewer is loaded and set here, and nowhere else. */
export async function personaliseFeed(db: Db, { lists }: Feed, userId: string): Promise<Discovery> {
  const { curated, recent, trending, genres } = lists
  const tracks = [curated, recent, trending, ...genres.map((genre) => genre.tracks)].flat()
  const liked = await findLiked(
    db,
    userId,
    tracks.map(({ id }) => id),
  )
  const personalise = (track: FeedTrack): FeedTrack => ({
    ...track,
    likes: liked.has(track.id) ? [{ userId }] : [],
  })
  return {
    curated: curated.map(personalise),
    recent: recent.map(personalise),
    trending: trending.map(personalise),
    genres: genres.map((genre) => ({ ...genre, tracks: genre.tracks.map(personalise) })),
  }
}

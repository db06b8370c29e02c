import type { Discovery } from '#contract/discover.ts'
import { type CachedResponse, createCachedResponse } from '#server/platform/http/cached-response.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { loadSections } from './discover.ts'
import { findLiked } from './repository.ts'

/** The lists of the home page, in all forms in which they are sent. */
export type Feed = {
  lists: Discovery
  /** For every visitor. */
  bytes: CachedResponse
  /** The text for visitors, broken off where the likes of a track stand, and the tracks in that order. */
  parts: string[]
  trackIds: string[]
}

export async function loadFeed(db: Db): Promise<Feed> {
  return buildFeed(await loadSections(db))
}

// Inside of a string the quotation marks would be escaped: it stands nowhere else.
const likesPlaceholder = '"likes":[]'

export async function buildFeed(lists: Discovery): Promise<Feed> {
  const { curated, recent, trending, genres } = lists
  const tracks = [curated, recent, trending, ...genres.map((genre) => genre.tracks)].flat()
  return {
    lists,
    bytes: await createCachedResponse(lists),
    parts: JSON.stringify(lists).split(likesPlaceholder),
    trackIds: tracks.map(({ id }) => id),
  }
}

/** The same lists with this person's likes in them. */
export async function personaliseFeed(
  db: Db,
  { parts, trackIds }: Feed,
  userId: string,
): Promise<string> {
  const liked = await findLiked(db, userId, trackIds)
  const theirLike = `"likes":${JSON.stringify([{ userId }])}`
  return parts.reduce((text, part, place) => {
    const trackId = trackIds[place - 1] ?? ''
    return text + (liked.has(trackId) ? theirLike : likesPlaceholder) + part
  })
}

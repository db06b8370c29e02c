import type { GenreCount } from '#contract/discover.ts'
import { genres, type TrackOrder } from '#contract/genres.ts'
import type { ListedSection } from '#contract/section-texts.ts'
import type { Track } from '#contract/tracks.ts'
import { notFound } from '#server/errors.ts'
import { listenerKey } from '#server/modules/listening/listener.ts'
import { getTracksByIds, listTracks } from '#server/modules/tracks/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Page } from '#server/shared/cursor.ts'
import type { Viewer } from '#server/viewer.ts'
import { findGenreCounts, findLikedTogether, findOfSameGenre, hasGenre } from './repository.ts'

type PageQuery = { limit: number; cursor?: string | undefined }

/** The order of each section of the home page. */
const sorts = { curated: 'likes', recent: 'updated', trending: 'plays' } as const

/** A section of the home page from its first track to its last. */
export function listSection(
  db: Db,
  section: ListedSection,
  query: PageQuery & { sort?: TrackOrder | undefined },
  viewer: Viewer | undefined,
): Promise<Page<Track>> {
  const { sort = sorts[section] } = query
  return listTracks(db, { ...query, sort, publicOnly: true }, viewer)
}

export const listGenres = (db: Db): Promise<GenreCount[]> => findGenreCounts(db)

/** A genre that the upload form offers exists even without tracks. */
export async function assertGenreExists(db: Db, genre: string): Promise<void> {
  const exists = genres.some((known) => known === genre) || (await hasGenre(db, genre))
  if (!exists) throw notFound('Genre')
}

/** The most played first, as in the genre sections of the home page. */
export function listGenreTracks(
  db: Db,
  genre: string,
  query: PageQuery & { sort: TrackOrder },
  viewer: Viewer | undefined,
): Promise<Page<Track>> {
  return listTracks(db, { ...query, genre, publicOnly: true }, viewer)
}

type SimilarQuery = {
  trackId: string
  limit: number
  viewer: Viewer | undefined
  /** The token of an anonymous browser, as for plays. */
  token: string
}

/** Tracks to play after this one: liked by the people who like it, then of the same genre. */
export async function listSimilarTracks(
  db: Db,
  { trackId, limit, viewer, token }: SimilarQuery,
): Promise<Track[]> {
  const search = { trackId, userId: viewer?.id ?? null, listener: listenerKey(viewer, token) }
  const liked = await findLikedTogether(db, { ...search, limit })
  const missing = limit - liked.length
  // Twice as many, because some of them may be in `liked` already.
  const ofGenre = missing > 0 ? await findOfSameGenre(db, { ...search, limit: limit * 2 }) : []
  const ids = [...new Set([...liked, ...ofGenre])].slice(0, limit)
  return getTracksByIds(db, ids, viewer)
}

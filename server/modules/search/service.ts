import type { SearchResults } from '#contract/search.ts'
import { getPlaylistsByIds } from '#server/modules/playlists/service.ts'
import { getTracksByIds } from '#server/modules/tracks/service.ts'
import { getUsersByIds } from '#server/modules/users/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { hotSetSize } from './maintenance-service.ts'
import { planExact, planWithTypos, type QueryPlan } from './query-plan.ts'
import {
  findSimilarTerms,
  rankPlaylists,
  rankTracks,
  rankUsers,
  searchHotSet,
  tokenize,
} from './repository.ts'

type SearchQuery = { text: string; limit: number; viewer: Viewer | undefined }

/** If there is no exact match, every term may contain a typo. */
export async function search(db: Db, { text, limit, viewer }: SearchQuery): Promise<SearchResults> {
  const query = await tokenize(db, text)
  const exact = await runPlan(db, planExact(query, limit), viewer)
  if (query.terms.length === 0 || hasResults(exact)) return exact
  const similar = await findSimilarTerms(
    db,
    query.terms.map(({ term }) => term),
  )
  return runPlan(db, planWithTypos(query, similar, limit), viewer)
}

const hasResults = (results: SearchResults) =>
  Object.values(results).some((list) => list.length > 0)

async function runPlan(
  db: Db,
  plan: QueryPlan | undefined,
  viewer: Viewer | undefined,
): Promise<SearchResults> {
  if (!plan) return { tracks: [], users: [], albums: [], playlists: [] }
  const [tracks, albumIds, playlistIds] = await Promise.all([
    findTracks(db, plan).then((ids) => getTracksByIds(db, ids, viewer)),
    rankPlaylists(db, plan, { releases: true }),
    rankPlaylists(db, plan, { releases: false }),
  ])
  const playlistsOf = async (ids: string[]) =>
    ids.length > 0 ? getPlaylistsByIds(db, ids, viewer) : []
  const uploaderIds = [...new Set(tracks.map((track) => track.userId))]
  const userIds = await rankUsers(db, plan, uploaderIds)
  return {
    tracks,
    users: userIds.length > 0 ? await getUsersByIds(db, userIds) : [],
    albums: await playlistsOf(albumIds),
    playlists: await playlistsOf(playlistIds),
  }
}

/**
 * Finds the most played matches. For rare terms the GIN index finds all matches, and all of them are ranked; for common
 * ones enough matches are in the hot set, and every other match has fewer plays. Titles that equal the query or start
 * with it come first.
 */
export async function findTracks(db: Db, plan: QueryPlan): Promise<string[]> {
  const { rarest, limit, tracks } = plan
  // Below this the hot set is unlikely to contain enough matches, and ranking all of them is as fast.
  const maxRanked = Math.max(100, (limit * tracks) / hotSetSize)
  if (rarest.uses <= maxRanked) return rankTracks(db, plan, rarest.query)
  const hot = await searchHotSet(db, plan)
  if (hot.match.length < limit) return rankTracks(db, plan, plan.driving)
  if (hot.exact.length === limit) return hot.exact
  const titled =
    hot.prefix.length === limit
      ? [...(await rankTracks(db, plan, plan.exact)), ...hot.prefix]
      : await rankTracks(db, plan, plan.prefix)
  return [...new Set([...titled, ...hot.match])].slice(0, limit)
}

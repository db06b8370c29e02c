import type { SearchResults } from '#contract/search.ts'
import { getPlaylistsByIds } from '#server/modules/playlists/service.ts'
import { getTracksByIds } from '#server/modules/tracks/service.ts'
import { getUsersByIds } from '#server/modules/users/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { findTracks } from './find-tracks.ts'
import { planExact, planWithTypos, type QueryPlan } from './query-plan.ts'
import {
  findSimilarTerms,
  rankPlaylists,
  rankUsers,
  rebuildTermStatistics,
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
  if (!plan) return { tracks: [], users: [], playlists: [] }
  const [tracks, playlistIds] = await Promise.all([
    findTracks(db, plan).then((ids) => getTracksByIds(db, ids, viewer)),
    rankPlaylists(db, plan),
  ])
  const uploaderIds = [...new Set(tracks.map((track) => track.userId))]
  const userIds = await rankUsers(db, plan, uploaderIds)
  return {
    tracks,
    users: userIds.length > 0 ? await getUsersByIds(db, userIds) : [],
    playlists: playlistIds.length > 0 ? await getPlaylistsByIds(db, playlistIds, viewer) : [],
  }
}

/** Term statistics drive the query plan and the suggestions for typos. */
export function rebuildTerms(db: Db): Promise<void> {
  return rebuildTermStatistics(db)
}

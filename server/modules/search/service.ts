import type { SearchResults } from '#contract/search.ts'
import { getPlaylistsByIds } from '#server/modules/playlists/service.ts'
import { getTracksByIds } from '#server/modules/tracks/service.ts'
import { getUsersByIds } from '#server/modules/users/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { findTracks } from './find-tracks.ts'
import { planExact, planWithTypos } from './query-plan.ts'
import {
  findSimilarTerms,
  type QueryPlan,
  rankPlaylists,
  rankUsers,
  rebuildTermStatistics,
  tokenize,
} from './repository.ts'

type Asked = { text: string; limit: number; viewer: Viewer | undefined }

/** If nothing fits what was typed, each word may have a typo. */
export async function search(db: Db, { text, limit, viewer }: Asked): Promise<SearchResults> {
  const typed = await tokenize(db, text.replaceAll('\0', ' '))
  const found = await find(db, planExact(typed, limit), viewer)
  if (typed.words.length === 0 || holdsAnything(found)) return found
  const near = await findSimilarTerms(
    db,
    typed.words.map(({ word }) => word),
  )
  return find(db, planWithTypos(typed, near, limit), viewer)
}

const holdsAnything = (found: SearchResults) => Object.values(found).some((list) => list.length > 0)

async function find(
  db: Db,
  wanted: QueryPlan | undefined,
  viewer: Viewer | undefined,
): Promise<SearchResults> {
  if (!wanted) return { tracks: [], users: [], playlists: [] }
  const [tracks, lists] = await Promise.all([
    findTracks(db, wanted).then((ids) => getTracksByIds(db, ids, viewer)),
    rankPlaylists(db, wanted),
  ])
  const uploaders = [...new Set(tracks.map((track) => track.userId))]
  const people = await rankUsers(db, wanted, uploaders)
  return {
    tracks,
    users: people.length > 0 ? await getUsersByIds(db, people) : [],
    playlists: lists.length > 0 ? await getPlaylistsByIds(db, lists, viewer) : [],
  }
}

/** Keeps the known words, by which typos are mended and ways chosen, true to what is there. */
export function rebuildTerms(db: Db): Promise<void> {
  return rebuildTermStatistics(db)
}

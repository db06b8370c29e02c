import type { SearchResults } from '#contract/search.ts'
import { playlistsByIds } from '#server/modules/playlists/reading.ts'
import { tracksByIds } from '#server/modules/tracks/listing.ts'
import { usersByIds } from '#server/modules/users/listing.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { findTracks } from './find-tracks.ts'
import {
  countWordsAnew,
  findNearWords,
  rankPlaylists,
  rankUsers,
  readTyped,
  type Wanted,
} from './queries.ts'
import { wantedAsTyped, wantedWithTypos } from './wanted.ts'

type Asked = { text: string; limit: number; viewer: Viewer | undefined }

/** If nothing fits what was typed, each word may have a typo. */
export async function search(db: Db, { text, limit, viewer }: Asked): Promise<SearchResults> {
  const typed = await readTyped(db, text.replaceAll('\0', ' '))
  const found = await find(db, wantedAsTyped(typed, limit), viewer)
  if (typed.words.length === 0 || holdsAnything(found)) return found
  const near = await findNearWords(
    db,
    typed.words.map(({ word }) => word),
  )
  return find(db, wantedWithTypos(typed, near, limit), viewer)
}

const holdsAnything = (found: SearchResults) => Object.values(found).some((list) => list.length > 0)

async function find(
  db: Db,
  wanted: Wanted | undefined,
  viewer: Viewer | undefined,
): Promise<SearchResults> {
  if (!wanted) return { tracks: [], users: [], playlists: [] }
  const [tracks, lists] = await Promise.all([
    findTracks(db, wanted).then((ids) => tracksByIds(db, ids, viewer)),
    rankPlaylists(db, wanted),
  ])
  const uploaders = [...new Set(tracks.map((track) => track.userId))]
  const people = await rankUsers(db, wanted, uploaders)
  return {
    tracks,
    users: people.length > 0 ? await usersByIds(db, people) : [],
    playlists: lists.length > 0 ? await playlistsByIds(db, lists, viewer) : [],
  }
}

/** Keeps the known words, by which typos are mended and ways chosen, true to what is there. */
export function recountWords(db: Db): Promise<void> {
  return countWordsAnew(db)
}

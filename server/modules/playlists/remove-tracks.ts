import type { Db } from '#server/platform/postgres/open.ts'
import {
  deleteEntriesOfTracks,
  lockAndReindex,
  lockPlaylistsContaining,
  reindexPositions,
} from './entries-repository.ts'

/** A statement has to be done within seconds; the transaction may hold many. */
const tracksAtOnce = 500
const playlistsAtOnce = 20

/**
 * For whoever deletes tracks, in the same transaction and after locking their rows, so that nobody
 * adds them meanwhile: takes them out of every playlist, whose order and count are right again then.
 */
export async function removeTracks(db: Db, trackIds: string[]): Promise<void> {
  const playlistIds = await lockPlaylistsContaining(db, trackIds)
  for (let from = 0; from < trackIds.length; from += tracksAtOnce)
    await deleteEntriesOfTracks(db, trackIds.slice(from, from + tracksAtOnce))
  for (let from = 0; from < playlistIds.length; from += playlistsAtOnce)
    await reindexPositions(db, playlistIds.slice(from, from + playlistsAtOnce))
}

/** Numbers the places of one playlist from 0 again, and counts them. */
export const reindexPlaylist = (db: Db, id: string): Promise<void> => lockAndReindex(db, id)

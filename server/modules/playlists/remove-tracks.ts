import type { Db } from '#server/platform/postgres/open.ts'
import {
  deleteEntriesOfTracks,
  lockAndReindex,
  lockPlaylistsContaining,
  reindexPositions,
} from './entries-repository.ts'

/** Keep each statement well below the statement timeout. */
const tracksPerStatement = 500
const playlistsPerStatement = 20

/**
 * Removes tracks from every playlist, and reindexes those. For the transaction that deletes the
 * tracks, after it has locked their rows so that they cannot be added concurrently.
 */
export async function removeTracks(db: Db, trackIds: string[]): Promise<void> {
  const playlistIds = await lockPlaylistsContaining(db, trackIds)
  for (let from = 0; from < trackIds.length; from += tracksPerStatement)
    await deleteEntriesOfTracks(db, trackIds.slice(from, from + tracksPerStatement))
  for (let from = 0; from < playlistIds.length; from += playlistsPerStatement)
    await reindexPositions(db, playlistIds.slice(from, from + playlistsPerStatement))
}

/** Renumbers the entries of one playlist from 0, and counts them. */
export const reindexPlaylist = (db: Db, id: string): Promise<void> => lockAndReindex(db, id)

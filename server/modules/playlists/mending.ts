import type { Db } from '#server/platform/postgres/open.ts'
import { deleteEntriesOfTracks } from './entries/queries.ts'

/**
 * For whoever deletes tracks, in the same transaction and after locking their rows: takes them out
 * of every playlist, whose order and count are right again afterwards.
 */
export async function takeTracksOut(db: Db, trackIds: string[]): Promise<void> {
  await deleteEntriesOfTracks(db, trackIds)
}

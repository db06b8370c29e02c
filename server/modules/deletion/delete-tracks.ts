import { notFound } from '#server/errors.ts'
import { recordAction } from '#server/modules/moderation/audit/service.ts'
import { removeTracks } from '#server/modules/playlists/entries/service.ts'
import { accessError } from '#server/modules/tracks/policy.ts'
import { releaseObjects } from '#server/modules/uploads/claim.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  deleteSomeHistoryEntriesOfTracks,
  deleteSomeLikesOfTracks,
  deleteSomePlaysOfTracks,
  deleteTrackRows,
  lockForDelete,
} from './repository.ts'

/**
 * Deletes a track with its likes, comments, plays and entries of playlists and histories. Its files are removed after
 * commit.
 */
export async function deleteTrack(db: Db, id: string, viewer: Viewer): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await lockForDelete(tx, { id, viewer })
    if (rows.length === 0) throw (await accessError(tx, id, viewer)) ?? notFound('Track')
    if (rows[0]?.userId !== viewer.id)
      await recordAction(tx, viewer, { action: 'track.delete', target: { kind: 'track', id } })
    await deleteLocked(tx, rows)
  })
}

/** For the transaction that deletes a user, after it has locked the user's row. */
export async function deleteTracksOf(tx: Db, userId: string): Promise<void> {
  await deleteLocked(tx, await lockForDelete(tx, { userId }))
}

type RowsToDelete = Awaited<ReturnType<typeof lockForDelete>>

/** Keeps each statement well below the statement timeout. */
const batchSize = 500

async function deleteLocked(tx: Db, rows: RowsToDelete): Promise<void> {
  await removeTracks(
    tx,
    rows.map((row) => row.id),
  )
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize)
    const ids = batch.map((row) => row.id)
    await releaseObjects(
      tx,
      batch.flatMap((row) => [row.audioUrl, row.opusUrl, row.aacUrl, row.artworkUrl]),
    )
    for (const deleteSome of [
      deleteSomeLikesOfTracks,
      deleteSomePlaysOfTracks,
      deleteSomeHistoryEntriesOfTracks,
    ]) {
      let hasMore = true
      while (hasMore) hasMore = await deleteSome(tx, ids)
    }
    await deleteTrackRows(tx, ids)
  }
}

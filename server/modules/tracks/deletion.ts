import { notFound } from '#server/errors.ts'
import { takeTracksOut } from '#server/modules/playlists/mending.ts'
import { releaseObjects } from '#server/modules/uploads/claim.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { refusalOf } from './access.ts'
import { deleteSomeLikes, deleteSomePlays, deleteTracks, lockToDelete } from './queries.ts'

/** With its likes, comments, plays and playlist entries; its files follow after commit. */
export async function deleteTrack(db: Db, id: string, viewer: Viewer): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await lockToDelete(tx, { id, viewer })
    if (locked.length === 0) throw (await refusalOf(tx, id, viewer)) ?? notFound('Track')
    await deleteLocked(tx, locked)
  })
}

/** For whoever deletes a person: in the same transaction, after locking the person's row. */
export async function deleteTracksOf(tx: Db, userId: string): Promise<void> {
  await deleteLocked(tx, await lockToDelete(tx, { userId }))
}

type Doomed = Awaited<ReturnType<typeof lockToDelete>>

/** A statement has to be done within seconds; the transaction may hold many. */
const AT_ONCE = 500

async function deleteLocked(tx: Db, tracks: Doomed): Promise<void> {
  await takeTracksOut(
    tx,
    tracks.map((track) => track.id),
  )
  for (let from = 0; from < tracks.length; from += AT_ONCE) {
    const some = tracks.slice(from, from + AT_ONCE)
    const ids = some.map((track) => track.id)
    await releaseObjects(
      tx,
      some.flatMap((track) => [track.audioUrl, track.artworkUrl]),
    )
    for (const deleteSome of [deleteSomeLikes, deleteSomePlays]) {
      let mayBeMore = true
      while (mayBeMore) mayBeMore = await deleteSome(tx, ids)
    }
    await deleteTracks(tx, ids)
  }
}

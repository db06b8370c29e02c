import { badRequest, notFound } from '#server/errors.ts'
import { deleteIdentity } from '#server/modules/auth/identities.ts'
import { releaseObjectsOf } from '#server/modules/uploads/claim.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { deleteTracksOf } from './delete-tracks.ts'
import {
  deleteSomeFollows,
  deleteSomeHearingsByUser,
  deleteSomeLikesByUser,
  deleteSomePlaylists,
  deleteUserRow,
  lockAffectedRows,
  lockUser,
} from './repository.ts'

/** Deletes the account with everything it owns in one transaction. Files are removed after commit. */
export async function deleteUser(db: Db, id: string, viewer: Viewer): Promise<void> {
  if (id === viewer.id) throw badRequest('You cannot delete your own account')
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, id)
    if (!user) throw notFound('User')
    await lockAffectedRows(tx, id)
    await releaseObjectsOf(tx, id)
    for (const deleteSome of [
      deleteSomeLikesByUser,
      deleteSomeFollows,
      deleteSomePlaylists,
      deleteSomeHearingsByUser,
    ]) {
      let hasMore = true
      while (hasMore) hasMore = await deleteSome(tx, id)
    }
    await deleteTracksOf(tx, id)
    await deleteIdentity(tx, user)
    await deleteUserRow(tx, id)
  })
}

import { badRequest, notFound } from '#server/errors.ts'
import { deleteIdentity } from '#server/modules/auth/identities.ts'
import { deleteTracksOf } from '#server/modules/deletion/delete-tracks.ts'
import { releaseObjectsOf } from '#server/modules/uploads/claim.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  deleteSomeFollows,
  deleteSomeLikesByUser,
  deleteSomePlaylists,
  deleteUserRow,
  lockAffectedRows,
  lockUser,
} from './repository.ts'

/** Everything of theirs goes in one transaction, sign-in included; the files follow after commit. */
export async function deleteUser(db: Db, id: string, viewer: Viewer): Promise<void> {
  if (id === viewer.id) throw badRequest('You cannot delete your own account')
  await db.transaction(async (transaction) => {
    const person = await lockUser(transaction, id)
    if (!person) throw notFound('User')
    await lockAffectedRows(transaction, id)
    await releaseObjectsOf(transaction, id)
    for (const some of [deleteSomeLikesByUser, deleteSomeFollows, deleteSomePlaylists]) {
      let mayBeMore = true
      while (mayBeMore) mayBeMore = await some(transaction, id)
    }
    await deleteTracksOf(transaction, id)
    await deleteIdentity(transaction, person)
    await deleteUserRow(transaction, id)
  })
}

import { badRequest, conflict, notFound, unauthorized } from '#server/errors.ts'
import { deleteIdentity } from '#server/modules/auth/identities.ts'
import { recordAction } from '#server/modules/moderation/audit/service.ts'
import { releaseObjectsOf } from '#server/modules/uploads/claim.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Administrators, Viewer } from '#server/viewer.ts'
import { deleteTracksOf } from './delete-tracks.ts'
import {
  deleteSomeFollows,
  deleteSomeHistoryEntriesByUser,
  deleteSomeLikesByUser,
  deleteSomePlaylists,
  deleteUserRow,
  lockAdministrators,
  lockAffectedRows,
  lockUser,
} from './repository.ts'

/** Deletes the account with everything it owns in one transaction. Files are removed after commit. */
export async function deleteUser(db: Db, id: string, viewer: Viewer): Promise<void> {
  if (id === viewer.id) throw badRequest('You cannot delete your own account')
  await db.transaction(async (tx) => {
    if (!(await lockUser(tx, id))) throw notFound('User')
    await recordAction(tx, viewer, { action: 'user.delete', target: { kind: 'user', id } })
    await deleteUserRows(tx, id)
  })
}

/**
 * For users who delete themselves. Of concurrent requests one does so, the others get 401. `administrators` is given if
 * the user is one of them.
 */
export async function deleteOwnUser(
  db: Db,
  id: string,
  administrators: Administrators | undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (administrators && (await isLastAdministrator(tx, id, administrators)))
      throw conflict('You are the last administrator, so your account cannot be deleted.')
    if (!(await deleteUserRows(tx, id))) throw unauthorized()
  })
}

async function isLastAdministrator(tx: Db, id: string, administrators: Administrators) {
  const ids = await lockAdministrators(tx, administrators)
  return ids.length === 1 && ids[0] === id
}

/** Returns false if there is no such user. */
async function deleteUserRows(tx: Db, id: string): Promise<boolean> {
  const user = await lockUser(tx, id)
  if (!user) return false
  await lockAffectedRows(tx, id)
  await releaseObjectsOf(tx, id)
  for (const deleteSome of [
    deleteSomeLikesByUser,
    deleteSomeFollows,
    deleteSomePlaylists,
    deleteSomeHistoryEntriesByUser,
  ]) {
    let hasMore = true
    while (hasMore) hasMore = await deleteSome(tx, id)
  }
  await deleteTracksOf(tx, id)
  await deleteIdentity(tx, user)
  await deleteUserRow(tx, id)
  return true
}

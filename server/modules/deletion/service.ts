import { badRequest, conflict, notFound, unauthorized } from '#server/errors.ts'
import { deleteIdentity } from '#server/modules/accounts/sign-in/identities.ts'
import { recordAction } from '#server/modules/moderation/audit/service.ts'
import { removeNotifications } from '#server/modules/notifications/service.ts'
import { removeTracks } from '#server/modules/playlists/entries/service.ts'
import { accessError } from '#server/modules/tracks/policy.ts'
import { releaseObjects, releaseObjectsOf } from '#server/modules/uploads/service.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import { releaseVersionsOf } from '#server/modules/versions/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Administrators, Viewer } from '#server/viewer.ts'
import {
  deleteContentOf,
  deleteTrackRows,
  deleteUserRow,
  forgetOwnerOfSlugs,
  lockAdministrators,
  lockAffectedRows,
  lockForDelete,
  lockUser,
} from './repository.ts'

/**
 * Deletes a track with its likes, reposts, comments, plays and entries of playlists and histories. Its files are removed
 * after commit.
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
      batch.flatMap((row) => [row.audioPath, row.opusPath, row.aacPath, row.artworkPath]),
    )
    await releaseVersionsOf(tx, ids)
    await deleteTrackRows(tx, ids)
  }
}

/** Deletes the account with everything it owns in one transaction. Files are removed after commit. */
export async function deleteUser(db: Db, id: string, viewer: Viewer): Promise<void> {
  if (id === viewer.id) throw badRequest('You cannot delete your own account')
  await db.transaction(async (tx) => {
    await lockBoth(tx, id, viewer.id)
    await recordAction(tx, viewer, { action: 'user.delete', target: { kind: 'user', id } })
    await deleteUserRows(tx, id)
  })
}

/**
 * Of administrators who delete each other at once, one remains: who is being deleted waits here and then gets 401. By id, as
 * all locks on users.
 */
async function lockBoth(tx: Db, id: string, viewerId: string): Promise<void> {
  for (const userId of [id, viewerId].toSorted())
    if (userId === viewerId) await assertUserExistsLocked(tx, viewerId)
    else if (!(await lockUser(tx, id))) throw notFound('User')
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
  await deleteContentOf(tx, id)
  await removeNotifications(tx, id)
  await deleteLocked(tx, await lockForDelete(tx, { userId: id }))
  await forgetOwnerOfSlugs(tx, id)
  await deleteIdentity(tx, user)
  await deleteUserRow(tx, id)
  return true
}

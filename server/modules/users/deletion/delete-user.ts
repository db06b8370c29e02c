import { badInput, notFound } from '#server/errors.ts'
import { deleteIdentity } from '#server/modules/auth/forget-person.ts'
import { deleteTracksOf } from '#server/modules/tracks/deletion.ts'
import { releaseObjectsOf } from '#server/modules/uploads/claim.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  deletePerson,
  deleteSomeFollows,
  deleteSomePlaylists,
  lockPerson,
  lockWhatChanges,
  takeBackSomeLikes,
} from './queries.ts'

/** Everything of theirs goes in one transaction, sign-in included; the files follow after commit. */
export async function deleteUser(db: Db, id: string, viewer: Viewer): Promise<void> {
  if (id === viewer.id) throw badInput('You cannot delete your own account')
  await db.transaction(async (transaction) => {
    const person = await lockPerson(transaction, id)
    if (!person) throw notFound('User')
    await lockWhatChanges(transaction, id)
    await releaseObjectsOf(transaction, id)
    for (const some of [takeBackSomeLikes, deleteSomeFollows, deleteSomePlaylists]) {
      let mayBeMore = true
      while (mayBeMore) mayBeMore = await some(transaction, id)
    }
    await deleteTracksOf(transaction, id)
    await deleteIdentity(transaction, person)
    await deletePerson(transaction, id)
  })
}

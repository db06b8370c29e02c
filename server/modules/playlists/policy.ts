import { forbidden, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { canEdit, canView } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
import { findOwnership, lockOwned } from './repository.ts'

/** Only the owner edits a playlist. The administrator can delete it, nothing else. */
export async function assertCanEdit(db: Db, id: string, viewer: Viewer) {
  const playlist = await assertCanView(db, id, viewer)
  if (playlist.userId !== viewer.id) throw forbidden()
}

export async function assertCanDelete(db: Db, id: string, viewer: Viewer) {
  const playlist = await assertCanView(db, id, viewer)
  if (!canEdit(playlist, viewer)) throw forbidden()
}

export async function assertCanView(db: Db, id: string, viewer: Viewer | undefined) {
  const playlist = await findOwnership(db, id)
  if (!playlist || !canView(playlist, viewer)) throw notFound('Playlist')
  return playlist
}

/** Repeats the check of the guard inside the transaction, and locks the row. */
export async function lockEditable(tx: Db, id: string, viewer: Viewer) {
  const playlist = await lockOwned(tx, id, viewer.id)
  if (!playlist) throw notFound('Playlist')
  return playlist
}

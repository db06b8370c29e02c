import { forbidden, notFound } from '#server/errors.ts'
import { mayManage, mayOpen } from '#server/modules/tracks/visibility.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { findOwnership, lockOwn } from './queries.ts'

/** Only the owner changes a playlist: the administrator may delete it, and no more. */
export async function requireOwner(db: Db, id: string, viewer: Viewer) {
  const playlist = await requireVisible(db, id, viewer)
  if (playlist.userId !== viewer.id) throw forbidden()
}

export async function requireDeletable(db: Db, id: string, viewer: Viewer) {
  const playlist = await requireVisible(db, id, viewer)
  if (!mayManage(playlist, viewer)) throw forbidden()
}

async function requireVisible(db: Db, id: string, viewer: Viewer) {
  const playlist = await findOwnership(db, id)
  if (!playlist || !mayOpen(playlist, viewer)) throw notFound('Playlist')
  return playlist
}

/** The guards have asked before; this asks again at the moment of the change, and makes others wait. */
export async function lockForOwner(transaction: Db, id: string, viewer: Viewer) {
  const playlist = await lockOwn(transaction, id, viewer.id)
  if (!playlist) throw notFound('Playlist')
  return playlist
}

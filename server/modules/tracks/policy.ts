import { forbidden, type HttpError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { canEdit, canView } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
import { findOwnership } from './repository.ts'

export async function assertCanView(db: Db, id: string, viewer: Viewer | undefined) {
  const track = await findOwnership(db, id)
  if (!track || !canView(track, viewer)) throw notFound('Track')
}

/** For what even administrators do not see. */
export async function assertOwns(db: Db, id: string, viewer: Viewer) {
  await assertCanView(db, id, viewer)
  const track = await findOwnership(db, id)
  if (track?.userId !== viewer.id) throw forbidden()
}

export async function assertCanEdit(db: Db, id: string, viewer: Viewer) {
  const error = await accessError(db, id, viewer)
  if (error) throw error
}

/** Why the viewer cannot edit the track; undefined if they can. */
export async function accessError(
  db: Db,
  id: string,
  viewer: Viewer,
): Promise<HttpError | undefined> {
  const track = await findOwnership(db, id)
  if (!track || !canView(track, viewer)) return notFound('Track')
  return canEdit(track, viewer) ? undefined : forbidden()
}

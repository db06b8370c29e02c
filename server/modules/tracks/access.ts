import type { Track } from '#contract/tracks.ts'
import { type Failure, forbidden, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { presentTrackDetail } from './present.ts'
import { findOne, findOwnership } from './queries.ts'
import { isId } from './slug.ts'
import { mayManage, mayOpen } from './visibility.ts'

/** Undefined for what is missing and what is hidden alike. */
export async function findTrack(
  db: Db,
  slugOrId: string,
  viewer: Viewer | undefined,
): Promise<Track | undefined> {
  const by = isId(slugOrId) ? { id: slugOrId } : { slug: slugOrId.normalize('NFC') }
  const row = await findOne(db, by, viewer)
  return row && presentTrackDetail(row)
}

export async function getTrack(db: Db, slugOrId: string, viewer: Viewer | undefined) {
  const track = await findTrack(db, slugOrId, viewer)
  if (!track) throw notFound('Track')
  return track
}

/** For calls on a track that anybody may open. */
export async function requireOpen(db: Db, id: string, viewer: Viewer | undefined) {
  const track = await findOwnership(db, id)
  if (!track || !mayOpen(track, viewer)) throw notFound('Track')
}

/** For calls that only the owner and the administrator may make. */
export async function requireManaged(db: Db, id: string, viewer: Viewer) {
  const refusal = await refusalOf(db, id, viewer)
  if (refusal) throw refusal
}

/** Why a track is not the viewer's to change; nothing if it is. */
export async function refusalOf(db: Db, id: string, viewer: Viewer): Promise<Failure | undefined> {
  const track = await findOwnership(db, id)
  if (!track || !mayOpen(track, viewer)) return notFound('Track')
  return mayManage(track, viewer) ? undefined : forbidden()
}

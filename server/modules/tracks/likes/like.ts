import { notFound } from '#server/errors.ts'
import { holdCaller } from '#server/modules/users/presence.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { lockForLike, toggle } from './queries.ts'

/** Likes the track, or takes the like back. First the person is held, then the track: as everywhere. */
export async function toggleLike(db: Db, trackId: string, viewer: Viewer) {
  return db.transaction(async (tx) => {
    await holdCaller(tx, viewer.id)
    if (!(await lockForLike(tx, trackId, viewer))) throw notFound('Track')
    const result = await toggle(tx, trackId, viewer.id)
    if (!result) throw notFound('Track')
    return result
  })
}

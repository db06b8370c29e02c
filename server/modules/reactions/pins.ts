import type { NewPins, Pinned } from '#contract/pins.ts'
import { isReleaseType } from '#contract/playlist-types.ts'
import { badRequest } from '#server/errors.ts'
import { getVisibleTracksByIds } from '#server/modules/tracks/service.ts'
import { lockCaller } from '#server/modules/users/policy.ts'
import { getUser } from '#server/modules/users/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { loadItems } from './lists.ts'
import { listPinRows, lockOwn, replacePins } from './pins-repository.ts'

/** Only what is public, except for the owner. A release that has become a playlist is left out. */
export async function listPins(
  db: Db,
  idOrUsername: string,
  viewer: Viewer | undefined,
): Promise<Pinned[]> {
  const { id: userId } = await getUser(db, idOrUsername, viewer)
  const rows = await listPinRows(db, userId)
  const owner = viewer?.id === userId ? viewer : undefined
  const getOwn = owner && ((ids: string[]) => getVisibleTracksByIds(db, ids, owner))
  const itemOf = await loadItems(db, rows, viewer, getOwn)
  return rows.flatMap((row): Pinned[] => {
    const item = itemOf(row)
    if (!item || item.kind === 'track') return item ? [item] : []
    const { type, privacy } = item.playlist
    return isReleaseType(type) && (owner || privacy === 'public') ? [item] : []
  })
}

export async function setPins(db: Db, pins: NewPins, viewer: Viewer): Promise<Pinned[]> {
  if (new Set(pins.map(({ id }) => id)).size < pins.length)
    throw badRequest('Each track and release can be pinned once')
  await db.transaction(async (tx) => {
    await lockCaller(tx, viewer)
    if (!(await lockOwn(tx, viewer.id, pins)))
      throw badRequest('You can pin only your own tracks and releases')
    await replacePins(tx, viewer.id, pins)
  })
  return listPins(db, viewer.id, viewer)
}

import type { NewPins, Pinned } from '#contract/pins.ts'
import { isReleaseType } from '#contract/playlist-types.ts'
import { badRequest, unauthorized } from '#server/errors.ts'
import { getPlaylistsByIds } from '#server/modules/playlists/service.ts'
import { getTracksByIds, getVisibleTracksByIds } from '#server/modules/tracks/service.ts'
import { getUser } from '#server/modules/users/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { listPinRows, lockOwn, lockUser, replacePins } from './pins-repository.ts'

/** Only what is public, except for the owner. A release that has become a playlist is left out. */
export async function listPins(
  db: Db,
  idOrUsername: string,
  viewer: Viewer | undefined,
): Promise<Pinned[]> {
  const { id: userId } = await getUser(db, idOrUsername, viewer)
  const rows = await listPinRows(db, userId)
  const trackIds = rows.flatMap(({ trackId }) => trackId ?? [])
  const playlistIds = rows.flatMap(({ playlistId }) => playlistId ?? [])
  const isOwner = viewer?.id === userId
  const tracks = isOwner
    ? await getVisibleTracksByIds(db, trackIds, viewer)
    : await getTracksByIds(db, trackIds, viewer)
  const playlists = playlistIds.length > 0 ? await getPlaylistsByIds(db, playlistIds, viewer) : []
  return rows.flatMap(({ trackId, playlistId }): Pinned[] => {
    const track = tracks.find(({ id }) => id === trackId)
    if (track) return [{ kind: 'track', track }]
    const playlist = playlists.find(({ id }) => id === playlistId)
    if (!playlist || !isReleaseType(playlist.type)) return []
    return isOwner || playlist.privacy === 'public' ? [{ kind: 'playlist', playlist }] : []
  })
}

export async function setPins(db: Db, pins: NewPins, viewer: Viewer): Promise<Pinned[]> {
  if (new Set(pins.map(({ id }) => id)).size < pins.length)
    throw badRequest('Each track and release can be pinned once')
  await db.transaction(async (tx) => {
    if (!(await lockUser(tx, viewer.id))) throw unauthorized()
    if (!(await lockOwn(tx, viewer.id, pins)))
      throw badRequest('You can pin only your own tracks and releases')
    await replacePins(tx, viewer.id, pins)
  })
  return listPins(db, viewer.id, viewer)
}

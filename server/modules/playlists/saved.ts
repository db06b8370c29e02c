import type { Playlist } from '#contract/playlists.ts'
import { badRequest, notFound } from '#server/errors.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { decodeCursor, type Page, toPage } from '#server/shared/cursor.ts'
import { canView } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
import { assertCanView } from './policy.ts'
import { deleteSaved, insertSaved, listLibraryIds, lockForKeyShare } from './saved-repository.ts'
import { getPlaylistsByIds } from './service.ts'

/** Playlists of others that a user has saved to their library. */

export async function savePlaylist(db: Db, playlistId: string, viewer: Viewer): Promise<void> {
  await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    const playlist = await lockForKeyShare(tx, playlistId)
    if (!playlist || !canView(playlist, viewer)) throw notFound('Playlist')
    if (playlist.userId === viewer.id)
      throw badRequest('Your own playlists are in your library already')
    await insertSaved(tx, { userId: viewer.id, playlistId })
  })
}

/** What has become private can still be removed. */
export async function removeSavedPlaylist(
  db: Db,
  playlistId: string,
  viewer: Viewer,
): Promise<void> {
  const removed = await deleteSaved(db, { userId: viewer.id, playlistId })
  if (!removed) await assertCanView(db, playlistId, viewer)
}

type LibraryQuery = { limit: number; cursor?: string | undefined }

/** The viewer's own and those that they have saved, the last created or saved first. */
export async function listLibraryPlaylists(
  db: Db,
  { limit, cursor }: LibraryQuery,
  viewer: Viewer,
): Promise<Page<Playlist>> {
  const after = decodeCursor('saved', cursor)
  const rows = await listLibraryIds(db, viewer, { limit: limit + 1, after })
  const { items, next } = toPage(rows, limit, 'saved', ({ id, at }) => ({
    value: at.toISOString(),
    id,
  }))
  const ids = items.map(({ id }) => id)
  return { items: await getPlaylistsByIds(db, ids, viewer), next }
}

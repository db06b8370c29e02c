import type { z } from 'zod'
import type { newPlaylist, Playlist, playlistUpdate } from '#contract/playlists.ts'
import { notFound } from '#server/errors.ts'
import { slugCandidates } from '#server/modules/tracks/slug.ts'
import { claimImage, releaseObjects } from '#server/modules/uploads/claim.ts'
import { holdCaller } from '#server/modules/users/presence.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { lockForOwner } from './access.ts'
import { deletePlaylist, insertPlaylist, updatePlaylist } from './queries.ts'
import { findPlaylist } from './reading.ts'

type NewPlaylist = z.output<typeof newPlaylist>
type PlaylistChange = z.output<typeof playlistUpdate>

export async function createPlaylist(
  db: Db,
  { title, description = null, privacy }: NewPlaylist,
  viewer: Viewer,
): Promise<Playlist> {
  const id = await db.transaction(async (transaction) => {
    await holdCaller(transaction, viewer.id)
    const row = { userId: viewer.id, title, description, privacy }
    for (const slug of slugCandidates(title, 'playlist')) {
      const made = await insertPlaylist(transaction, { ...row, slug })
      if (made) return made.id
    }
    throw new Error('There is always another slug.')
  })
  return show(db, id, viewer)
}

export async function changePlaylist(
  db: Db,
  id: string,
  { coverUrl, title, description, privacy }: PlaylistChange,
  viewer: Viewer,
): Promise<Playlist> {
  await db.transaction(async (transaction) => {
    const before = await lockForOwner(transaction, id, viewer)
    await updatePlaylist(transaction, id, {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(privacy !== undefined && { privacy }),
      ...(coverUrl !== undefined && { coverUrl }),
    })
    if (coverUrl === undefined || coverUrl === before.coverUrl) return
    if (coverUrl) await claimImage(transaction, { userId: viewer.id, objectPath: coverUrl })
    await releaseObjects(transaction, [before.coverUrl])
  })
  return show(db, id, viewer)
}

export async function removePlaylist(db: Db, id: string, viewer: Viewer): Promise<void> {
  await db.transaction(async (transaction) => {
    const gone = await deletePlaylist(transaction, id, viewer)
    if (!gone) throw notFound('Playlist')
    await releaseObjects(transaction, [gone.coverUrl])
  })
}

async function show(db: Db, id: string, viewer: Viewer): Promise<Playlist> {
  const playlist = await findPlaylist(db, id, viewer)
  if (!playlist) throw notFound('Playlist')
  return playlist
}

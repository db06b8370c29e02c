import { randomUUID } from 'node:crypto'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  playlists,
  playlistTracks,
  tracks,
  uploads,
  users,
} from '#server/platform/postgres/schema.ts'

/** Rows as the product itself would have made them; what a test cares about it says, the rest is made up. */

export type MadeUser = typeof users.$inferSelect
export type MadeTrack = typeof tracks.$inferSelect

export async function makeUser(
  db: Db,
  wishes: Partial<typeof users.$inferInsert> = {},
): Promise<MadeUser> {
  const id = randomUUID()
  return only(
    await db
      .insert(users)
      .values({
        id,
        username: `ines-${id}`,
        displayName: 'Ines Calder',
        issuer: 'https://id.example.org',
        subject: id,
        ...wishes,
      })
      .returning(),
  )
}

/** An upload of the person's that has been registered and not been used yet. */
export async function makeUpload(
  db: Db,
  userId: string,
  kind: 'audio' | 'image',
): Promise<{ objectPath: string }> {
  const id = randomUUID()
  const objectPath = kind === 'audio' ? `/objects/audio/${id}.mp3` : `/objects/images/${id}`
  await db.insert(uploads).values({
    id,
    userId,
    key: `uploads/${id}`,
    state: 'registered',
    kind,
    objectPath,
    contentType: kind === 'audio' ? 'audio/mpeg' : 'image/webp',
    size: 1000,
    duration: kind === 'audio' ? 12 : null,
    registeredAt: new Date(),
  })
  return { objectPath }
}

export async function makeTrack(
  db: Db,
  userId: string,
  wishes: Partial<typeof tracks.$inferInsert> = {},
): Promise<MadeTrack> {
  const id = randomUUID()
  return only(
    await db
      .insert(tracks)
      .values({
        id,
        userId,
        title: 'Salt Marsh',
        slug: `salt-marsh-${id.slice(0, 8)}`,
        audioUrl: `/objects/audio/${id}.mp3`,
        duration: 12,
        ...wishes,
      })
      .returning(),
  )
}

export async function makePlaylist(
  db: Db,
  userId: string,
  trackIds: readonly string[] = [],
  wishes: Partial<typeof playlists.$inferInsert> = {},
) {
  const id = randomUUID()
  const made = only(
    await db
      .insert(playlists)
      .values({
        id,
        userId,
        title: 'Slow Morning',
        slug: id.slice(0, 8),
        trackCount: trackIds.length,
        ...wishes,
      })
      .returning(),
  )
  if (trackIds.length > 0)
    await db
      .insert(playlistTracks)
      .values(trackIds.map((trackId, position) => ({ playlistId: id, trackId, position })))
  return made
}

function only<Row>(rows: Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('Nothing was made.')
  return row
}

import { and, eq, sql } from 'drizzle-orm'
import { playlists, savedPlaylists } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { CursorPosition } from '#server/shared/cursor.ts'
import { visibleTo } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'

type Pair = { userId: string; playlistId: string }

export async function isSaved(db: Db, { userId, playlistId }: Pair): Promise<boolean> {
  const rows = await db
    .select({ playlistId: savedPlaylists.playlistId })
    .from(savedPlaylists)
    .where(and(eq(savedPlaylists.userId, userId), eq(savedPlaylists.playlistId, playlistId)))
  return rows.length > 0
}

/** Locks the playlist against deletion until the transaction ends. Undefined if it does not exist. */
export async function lockForKeyShare(db: Db, id: string) {
  const rows = await db
    .select({ userId: playlists.userId, privacy: playlists.privacy })
    .from(playlists)
    .where(eq(playlists.id, id))
    .for('key share')
  return rows[0]
}

export async function insertSaved(db: Db, pair: Pair): Promise<void> {
  await db.insert(savedPlaylists).values(pair).onConflictDoNothing()
}

/** Returns whether it was there. */
export async function deleteSaved(db: Db, { userId, playlistId }: Pair): Promise<boolean> {
  const rows = await db
    .delete(savedPlaylists)
    .where(and(eq(savedPlaylists.userId, userId), eq(savedPlaylists.playlistId, playlistId)))
    .returning({ playlistId: savedPlaylists.playlistId })
  return rows.length > 0
}

type LibraryPage = { limit: number; after: CursorPosition | undefined }

/** Own playlists by creation and saved ones by saving, merged from two index ranges of one page each. */
export async function listLibraryIds(db: Db, viewer: Viewer, { limit, after }: LibraryPage) {
  const before = (at: string, id: string) =>
    after ? sql`and (${sql.raw(at)}, ${sql.raw(id)}) < (${after.value}, ${after.id})` : sql``
  const visible = visibleTo(playlists, viewer)
  const { rows } = await db.execute<{ id: string; at: string }>(sql`
    (select id, created_at as at from ${playlists}
     where user_id = ${viewer.id} ${before('created_at', 'id')}
     order by created_at desc, id desc limit ${limit})
    union all
    (select playlist_id, saved_at from ${savedPlaylists}
     join ${playlists} on ${playlists.id} = playlist_id
     where ${savedPlaylists.userId} = ${viewer.id} and ${visible ?? sql`true`}
       and ${playlists.userId} <> ${viewer.id} ${before('saved_at', 'playlist_id')}
     order by saved_at desc, playlist_id desc limit ${limit})
    order by at desc, id desc limit ${limit}`)
  return rows.map(({ id, at }) => ({ id, at: new Date(at) }))
}

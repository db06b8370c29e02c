import { sql } from 'drizzle-orm'
import { readWithCursor } from '#server/platform/postgres/cursor.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** Everything read inside is from one snapshot, whatever changes meanwhile. */
export function inSnapshot<T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> {
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

export const inTransaction = <T>(db: Db, write: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction(write)

/** The distinct paths of all files that are referenced or registered for use. */
export async function* objectPaths(snapshot: Db): AsyncGenerator<string> {
  const paths = sql`
    select object_path as path from uploads where state in ('registered', 'used') and object_path is not null
    union select audio_path from tracks
    union select opus_path from tracks where opus_path is not null
    union select aac_path from tracks where aac_path is not null
    union select artwork_path from tracks where artwork_path is not null
    union select cover_path from playlists where cover_path is not null
    union select profile_image_url from users where starts_with(profile_image_url, '/objects/')`
  for await (const { path } of readWithCursor<{ path: string }>(snapshot, paths)) yield path
}

/** Approximate: for an image the size of the upload is known, not that of its stored variants. */
export async function totalFileSize(snapshot: Db): Promise<number> {
  const { rows } = await snapshot.execute<{ bytes: number }>(sql`
    select coalesce(sum(size), 0)::float8 as bytes from uploads where state in ('registered', 'used')`)
  return rows[0]?.bytes ?? 0
}

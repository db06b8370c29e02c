import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/postgres/open.ts'

/**
 * The listing of the store is written to temporary tables of this connection, and compared there:
 * memory use does not grow with the number of files.
 */

export type StoredFile = { key: string; size: number; modified: Date }

export async function prepareTables(db: Db): Promise<void> {
  await db.execute(
    sql`create temporary table stored_files (key text primary key, size bigint, modified timestamptz)`,
  )
  await db.execute(sql`create temporary table orphaned_files (key text primary key)`)
  await db.execute(sql`create temporary table named_files (path text primary key)`)
}

export async function dropTables(db: Db): Promise<void> {
  await db.execute(sql`drop table stored_files, orphaned_files, named_files`)
}

export async function recordFiles(db: Db, files: readonly StoredFile[]): Promise<void> {
  await db.execute(sql`
    insert into stored_files
    select * from unnest(${sql.param(files.map(({ key }) => key))}::text[],
      ${sql.param(files.map(({ size }) => size))}::bigint[],
      ${sql.param(files.map(({ modified }) => modified.toISOString()))}::timestamptz[])
    on conflict do nothing`)
}

export async function sizesOf(db: Db, keys: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ key: string; size: number }>(sql`
    select key, size::float8 as size from stored_files where key = any(${sql.param(keys)}::text[])`)
  return new Map(rows.map(({ key, size }) => [key, size]))
}

const pageSize = 500

/** A row that references a file. `size` is the expected size, if known. */
export type FileReference = {
  id: string
  role: 'audio' | 'opus' | 'aac' | 'artwork' | 'cover' | 'avatar'
  /** The title, or the username of a user, who has no slug. */
  title: string
  slug: string | null
  path: string
  size: number | null
}

const referencingRows = {
  audio: sql`
    select track.id, title, track.slug, audio_url as path, upload.size::float8 as size
    from tracks track left join uploads upload on upload.object_path = audio_url where track.id`,
  opus: sql`
    select id, title, slug, opus_url as path, opus_bytes::float8 as size
    from tracks where opus_url is not null and id`,
  aac: sql`
    select id, title, slug, aac_url as path, aac_bytes::float8 as size
    from tracks where aac_url is not null and id`,
  artwork: sql`
    select id, title, slug, artwork_url as path, null::float8 as size
    from tracks where artwork_url is not null and id`,
  cover: sql`
    select id, title, slug, cover_url as path, null::float8 as size
    from playlists where cover_url is not null and id`,
  avatar: sql`
    select id, username as title, null::text as slug, profile_image_url as path, null::float8 as size
    from users where starts_with(profile_image_url, '/objects/') and id`,
} as const
export type Role = keyof typeof referencingRows
export const roles = Object.keys(referencingRows) as Role[]

export async function referencesAfter(db: Db, role: Role, last: string): Promise<FileReference[]> {
  const { rows } = await db.execute<Omit<FileReference, 'role'>>(
    sql`${referencingRows[role]} > ${last}::uuid order by id limit ${pageSize}`,
  )
  return rows.map((row) => ({ ...row, role }))
}

export async function stillReferenced(db: Db, { id, role, path }: FileReference): Promise<boolean> {
  const { rows } = await db.execute<{ path: string }>(sql`${referencingRows[role]} = ${id}::uuid`)
  return rows[0]?.path === path
}

/** Clears the reference: the row then shows its placeholder, or plays its original. */
export async function clearReference(
  db: Db,
  { id, role, path }: FileReference,
  andThen: (tx: Db) => Promise<void>,
): Promise<void> {
  const clearStatements = {
    opus: sql`update tracks set opus_url = null, opus_bytes = null where id = ${id} and opus_url = ${path}`,
    aac: sql`update tracks set aac_url = null, aac_bytes = null where id = ${id} and aac_url = ${path}`,
    artwork: sql`update tracks set artwork_url = null where id = ${id} and artwork_url = ${path}`,
    cover: sql`update playlists set cover_url = null where id = ${id} and cover_url = ${path}`,
    avatar: sql`update users set profile_image_url = null where id = ${id} and profile_image_url = ${path}`,
  }
  if (role === 'audio') return
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(clearStatements[role])
    if (rowCount) await andThen(tx)
  })
}

/** How many tracks there are, and how many of them have their audio in the store. */
export async function countAudio(db: Db): Promise<{ tracks: number; present: number }> {
  const { rows } = await db.execute<{ tracks: number; present: number }>(sql`
    select count(*)::int as tracks, count(stored.key)::int as present
    from tracks left join stored_files stored on '/objects/' || stored.key = audio_url`)
  return rows[0] ?? { tracks: 0, present: 0 }
}

export const allReferenced = sql`
  select audio_url as path from tracks union select opus_url from tracks
  union select aac_url from tracks union select artwork_url from tracks
  union select cover_url from playlists union select profile_image_url from users`

/** All referenced paths: searching all rows for each page of files would take quadratic time. */
export async function recordReferenced(db: Db): Promise<void> {
  await db.execute(sql`
    insert into named_files select path from (${allReferenced}) as named where path is not null`)
  await db.execute(sql`analyze named_files`)
}

export type Owners = { ids: readonly string[]; paths: readonly string[] }

/** The uploads that exist, and the paths that were referenced when `recordReferenced` ran. */
export const referencedThen = (db: Db, owners: Owners) => known(db, owners, sql`named_files`)

/** The uploads that exist, and the paths that are referenced now. */
export const referencedNow = (db: Db, owners: Owners) => known(db, owners, sql`(${allReferenced})`)

async function known(db: Db, { ids, paths }: Owners, referencingRows: SQL): Promise<Set<string>> {
  const { rows } = await db.execute<{ known: string }>(sql`
    select id::text as known from uploads where id = any(${sql.param(ids)}::uuid[])
    union select path from ${referencingRows} as named where path = any(${sql.param(paths)}::text[])`)
  return new Set(rows.map(({ known }) => known))
}

/** Only files that are older than this: younger ones may be uploads in progress. */
export async function storedAfter(db: Db, last: string, before: Date): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from stored_files where key > ${last} and modified < ${before.toISOString()}::timestamptz
    order by key limit 20000`)
  return rows.map(({ key }) => key)
}

export async function insertOrphans(db: Db, keys: readonly string[]): Promise<void> {
  await db.execute(sql`
    insert into orphaned_files select unnest(${sql.param(keys)}::text[])`)
}

export async function orphansAfter(db: Db, last: string): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(
    sql`select key from orphaned_files where key > ${last} order by key limit ${pageSize}`,
  )
  return rows.map(({ key }) => key)
}

export async function countFiles(db: Db): Promise<{ stored: number; orphans: number }> {
  const { rows } = await db.execute<{ stored: number; orphans: number }>(sql`
    select (select count(*) from stored_files)::int as stored, (select count(*) from orphaned_files)::int as orphans`)
  return rows[0] ?? { stored: 0, orphans: 0 }
}

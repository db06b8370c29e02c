import { sql } from 'drizzle-orm'
import { imageWidths } from '#contract/limits.ts'
import { readWithCursor } from '#server/platform/postgres/cursor.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { uploadKey } from '#server/shared/object-keys.ts'

/**
 * The listing of the store is written to a temporary table of this connection, and compared there:
 * memory use does not grow with the number of files.
 */

export type StoredFile = { key: string; size: number; modified: Date }

export async function prepareTable(db: Db): Promise<void> {
  await db.execute(
    sql`create temporary table stored_files (key text primary key, size bigint, modified timestamptz)`,
  )
  // All rows are read: plans that find the first ones soon take longer for all.
  await db.execute(sql`set cursor_tuple_fraction = 1`)
}

export async function dropTable(db: Db): Promise<void> {
  await db.execute(sql`drop table stored_files`)
}

export async function recordFiles(db: Db, files: readonly StoredFile[]): Promise<void> {
  await db.execute(sql`
    insert into stored_files
    select * from unnest(${sql.param(files.map(({ key }) => key))}::text[],
      ${sql.param(files.map(({ size }) => size))}::bigint[],
      ${sql.param(files.map(({ modified }) => modified.toISOString()))}::timestamptz[])
    on conflict do nothing`)
}

export async function analyzeFiles(db: Db): Promise<void> {
  await db.execute(sql`analyze stored_files`)
}

/** How many tracks there are, and how many of them have their audio in the store. */
export async function countAudio(db: Db): Promise<{ tracks: number; present: number }> {
  const { rows } = await db.execute<{ tracks: number; present: number }>(sql`
    select count(*)::int as tracks, count(stored.key)::int as present
    from tracks left join stored_files stored on '/objects/' || stored.key = audio_path`)
  return rows[0] ?? { tracks: 0, present: 0 }
}

/** A row that references a file. */
export type FileReference = {
  id: string
  role:
    | 'audio'
    | 'opus'
    | 'aac'
    | 'version'
    | 'version-opus'
    | 'version-aac'
    | 'artwork'
    | 'cover'
    | 'avatar'
  /** The title, or the username of a user, who has no slug. */
  title: string
  slug: string | null
  path: string
  /** The expected size, if known. */
  size: number | null
}

const references = sql`(
  select 'audio' as role, track.id, title, track.slug, audio_path as path, upload.size,
    track.user_id, track.created_at, track.duration
  from tracks track left join uploads upload on upload.object_path = audio_path
  union all select 'opus', id, title, slug, opus_path, opus_bytes, user_id, created_at, null
  from tracks where opus_path is not null
  union all select 'aac', id, title, slug, aac_path, aac_bytes, user_id, created_at, null
  from tracks where aac_path is not null
  union all select 'version', version.id, title, slug, version.audio_path, version.audio_bytes, version.user_id,
    replaced_at, version.duration from track_versions version join tracks track on track.id = track_id
  union all select 'version-opus', version.id, title, slug, version.opus_path, version.opus_bytes, version.user_id,
    replaced_at, null from track_versions version join tracks track on track.id = track_id
    where version.opus_path is not null
  union all select 'version-aac', version.id, title, slug, version.aac_path, version.aac_bytes, version.user_id,
    replaced_at, null from track_versions version join tracks track on track.id = track_id
    where version.aac_path is not null
  union all select 'artwork', id, title, slug, artwork_path, null, user_id, created_at, null
  from tracks where artwork_path is not null
  union all select 'cover', id, title, slug, cover_path, null, user_id, created_at, null
  from playlists where cover_path is not null
  union all select 'avatar', id, username, null, profile_image_url, null, id, created_at, null
  from users where starts_with(profile_image_url, '/objects/')
) as reference`

const isImage = sql`starts_with(path, '/objects/images/')`
const imageSuffixes = imageWidths.map((width) => `/${width}.webp`)

/** References to files that are not in the listing, incomplete, or of another size. */
export const incompleteReferences = (db: Db) =>
  readWithCursor<FileReference>(
    db,
    sql`
    select role, id, title, slug, path, size::float8 as size from ${references}
    where case when ${isImage} then ${imageSuffixes.length} > (
      select count(*) from unnest(${sql.param(imageSuffixes)}::text[]) suffix
      join stored_files on key = substr(path, 10) || suffix)
    else not exists (
      select from stored_files stored
      where key = substr(path, 10) and stored.size = coalesce(reference.size, stored.size)) end`,
  )

export async function stillReferenced(db: Db, { id, role, path }: FileReference): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from ${references} where role = ${role} and id = ${id} and path = ${path}`,
  )
  return rows.length > 0
}

/** Clears the reference: the row then shows its placeholder, or plays its original. */
export async function clearReference(
  db: Db,
  { id, role, path }: FileReference,
  andThen: (tx: Db) => Promise<void>,
): Promise<void> {
  const clearStatements = {
    opus: sql`update tracks set opus_path = null, opus_bytes = null where id = ${id} and opus_path = ${path}`,
    aac: sql`update tracks set aac_path = null, aac_bytes = null where id = ${id} and aac_path = ${path}`,
    version: sql`delete from track_versions where id = ${id} and audio_path = ${path}`,
    'version-opus': sql`update track_versions set opus_path = null, opus_bytes = null where id = ${id} and opus_path = ${path}`,
    'version-aac': sql`update track_versions set aac_path = null, aac_bytes = null where id = ${id} and aac_path = ${path}`,
    artwork: sql`update tracks set artwork_path = null where id = ${id} and artwork_path = ${path}`,
    cover: sql`update playlists set cover_path = null where id = ${id} and cover_path = ${path}`,
    avatar: sql`update users set profile_image_url = null where id = ${id} and profile_image_url = ${path}`,
  }
  if (role === 'audio') return
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(clearStatements[role])
    if (rowCount) await andThen(tx)
  })
}

type Marked = { id: string; path: string; state: string }

/** A row claims and releases its file in the transaction that writes or deletes the row. */
export const referencedNotUsed = (db: Db) =>
  readWithCursor<Marked>(
    db,
    sql`
    select id, object_path as path, state from uploads upload
    where state <> 'used' and exists (select from ${references} where path = upload.object_path)`,
  )

export async function markUsed(db: Db, { id, state }: Marked): Promise<void> {
  await db.execute(sql`update uploads set state = 'used' where id = ${id} and state = ${state}`)
}

type MissingUpload = {
  id: string
  path: string
  userId: string
  since: string
  duration: number | null
  size: number
}

const idIn = (text: ReturnType<typeof sql>) =>
  sql`substring(${text} from '^(?:/objects/)?(?:uploads|checking|audio|images)/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[./]|$)')::uuid`

/** Referenced files that are in the store and have no upload row. */
export const missingUploads = (db: Db) =>
  readWithCursor<MissingUpload>(
    db,
    sql`
    select ${idIn(sql`path`)} as id, path, reference.user_id as "userId", reference.created_at::text as since,
      reference.duration, stored.size::float8 as size
    from ${references}
    join stored_files stored on stored.key = substr(path, 10) || case when ${isImage} then ${imageSuffixes.at(-1)} else '' end
    where not exists (select from uploads where uploads.id = ${idIn(sql`path`)})`,
  )

type Kind = 'audio' | 'image'
const kindOfPath = (path: string): Kind => (path.startsWith('/objects/audio/') ? 'audio' : 'image')

/** Backdated, so that it does not count toward today's upload quota. The original size of an image is unknown. */
export async function insertMissingUpload(
  db: Db,
  file: MissingUpload & { contentType: string },
): Promise<void> {
  const kind = kindOfPath(file.path)
  await db.execute(sql`
    insert into uploads (id, user_id, key, state, kind, object_path, content_type, size, duration, created_at, registered_at)
    select ${file.id}::uuid, users.id, ${uploadKey(file.id)}, 'used', ${kind}, ${file.path}, ${file.contentType},
      ${kind === 'audio' ? file.size : null}::bigint, ${file.duration}::int, ${file.since}::timestamptz, ${file.since}::timestamptz
    from users where users.id = ${file.userId}
    on conflict do nothing`)
}

export const unusedUploads = (db: Db) =>
  readWithCursor<{ id: string; path: string }>(
    db,
    sql`
    select id, object_path as path from uploads upload
    where object_path is not null and state = 'used'
      and not exists (select from ${references} where path = upload.object_path)`,
  )

type Share = { kind: Kind; all: number; unused: number }

/** How many files are marked as used, and how many of them are unreferenced. */
export async function countUnused(db: Db): Promise<Share[]> {
  const { rows } = await db.execute<Share>(sql`
    select kind, count(*)::int as all, count(*) filter (where named.path is null)::int as unused
    from uploads left join (select distinct path from ${references}) as named on named.path = object_path
    where object_path is not null and state = 'used' group by kind order by kind`)
  return rows
}

/** Makes it equivalent to a file that was registered just now and is not used yet: those expire after a day. */
export async function release(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    update uploads set state = 'registered', registered_at = now() where id = ${id} and state = 'used'`)
}

/** Files without an upload and without a reference. Files younger than a day may be uploads in progress. */
export const orphanedFiles = (db: Db) =>
  readWithCursor<{ key: string; orphans: number; stored: number }>(
    db,
    sql`
    select key, count(*) over ()::int as orphans, (select count(*)::int from stored_files) as stored
    from stored_files file where modified < now() - interval '1 day'
      and not exists (select from uploads where uploads.id = ${idIn(sql`file.key`)})
      and not exists (
        select from ${references} where path = '/objects/' || regexp_replace(file.key, '^(images/[^/]+)/.*$', '\\1'))
    order by key`,
  )

/** The same as `release` for a file without an upload row. */
export async function releaseOrphan(db: Db, { id, path }: { id: string; path: string }) {
  await db.execute(sql`
    insert into uploads (id, key, state, kind, object_path, registered_at)
    values (${id}, ${uploadKey(id)}, 'registered', ${kindOfPath(path)}, ${path}, now())
    on conflict do nothing`)
}

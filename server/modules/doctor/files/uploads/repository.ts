import { sql } from 'drizzle-orm'
import { imageWidths } from '#contract/limits.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { uploadKey } from '#server/shared/object-keys.ts'
import { allReferenced } from '../repository.ts'

const pageSize = 10_000
type Marked = { id: string; path: string; state: string }

/** A row claims and releases its file in the transaction that writes or deletes the row. */
export async function referencedNotUsed(db: Db, last: string): Promise<Marked[]> {
  const { rows } = await db.execute<Marked>(sql`
    select upload.id, object_path as path, state
    from uploads upload join (${allReferenced}) as named on named.path = object_path
    where state <> 'used' and upload.id > ${last}::uuid
    order by upload.id limit ${pageSize}`)
  return rows
}

export async function markUsed(db: Db, { id, state }: Marked): Promise<void> {
  await db.execute(sql`update uploads set state = 'used' where id = ${id} and state = ${state}`)
}

const unused = sql`
  from uploads upload left join (${allReferenced}) as named on named.path = object_path
  where object_path is not null and state = 'used'`

export async function unusedAfter(db: Db, last: string): Promise<{ id: string; path: string }[]> {
  const { rows } = await db.execute<{ id: string; path: string }>(sql`
    select upload.id, object_path as path ${unused} and named.path is null and upload.id > ${last}::uuid
    order by upload.id limit ${pageSize}`)
  return rows
}

type Kind = 'audio' | 'image'
type Share = { kind: Kind; all: number; unused: number }

/** How many files are marked as used, and how many of them are unreferenced. */
export async function countUnused(db: Db): Promise<Share[]> {
  const { rows } = await db.execute<Share>(sql`
    select kind, count(*)::int as all, count(*) filter (where named.path is null)::int as unused ${unused}
    group by kind order by kind`)
  return rows
}

/** Makes it equivalent to a file that was registered just now and is not used yet: those expire after a day. */
export async function release(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    update uploads set state = 'registered', registered_at = now() where id = ${id} and state = 'used'`)
}

const kindOfPath = (path: string): Kind => (path.startsWith('/objects/audio/') ? 'audio' : 'image')

/** The same for a file without an upload row. */
export async function releaseOrphan(db: Db, { id, path }: { id: string; path: string }) {
  await db.execute(sql`
    insert into uploads (id, key, state, kind, object_path, registered_at)
    values (${id}, ${uploadKey(id)}, 'registered', ${kindOfPath(path)}, ${path}, now())
    on conflict do nothing`)
}

export type MissingUpload = {
  id: string
  path: string
  userId: string
  since: string
  duration: number | null
  size: number
}

const someKey = sql`substr(path, 10) || case when starts_with(path, '/objects/images/')
  then ${`/${Math.max(...imageWidths)}.webp`} else '' end`

/** Referenced files that are in the store and have no upload row. */
export async function missingUploadsAfter(db: Db, last: string): Promise<MissingUpload[]> {
  const { rows } = await db.execute<MissingUpload>(sql`
    with named as (
      select audio_url as path, user_id, created_at, duration from tracks
      union all select opus_url, user_id, created_at, null from tracks
      union all select aac_url, user_id, created_at, null from tracks
      union all select artwork_url, user_id, created_at, null from tracks
      union all select cover_url, user_id, created_at, null from playlists
      union all select profile_image_url, id, created_at, null from users
    ), referenced as (
      select substring(path from '^/objects/(?:audio|images)/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})')::uuid as id,
        named.* from named
    )
    select referenced.id, path, referenced.user_id as "userId", referenced.created_at::text as since, referenced.duration, stored.size::float8 as size
    from referenced join stored_files stored on stored.key = ${someKey} left join uploads upload on upload.id = referenced.id
    where upload.id is null and referenced.id > ${last}::uuid order by referenced.id limit ${pageSize}`)
  return rows
}

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

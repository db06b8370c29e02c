import { and, eq, gte, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { fileColumns, trackVersions, uploads } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { leases } from './repository.ts'

/** A referenced file stays whatever its state is: the row may have been edited manually. */
const unreferenced = and(
  ...fileColumns.map(
    ({ table, column }) =>
      sql`not exists (select from ${table} where ${column} = ${uploads.objectPath})`,
  ),
)

/** Uploads that were not registered, or registered and not used, since `before`. */
export async function releaseStale(db: Db, before: Date): Promise<void> {
  await db
    .update(uploads)
    .set({ state: 'released' })
    .where(
      and(
        ne(uploads.state, 'used'),
        lt(uploads.createdAt, before),
        or(isNull(uploads.registeredAt), lt(uploads.registeredAt, before)),
        leases.isFree,
        unreferenced,
      ),
    )
}

export async function releasedAfter(db: Db, id: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.state, 'released'), sql`${uploads.id} > ${id}`))
    .orderBy(uploads.id)
    .limit(limit)
  return rows.map((row) => row.id)
}

/** Once its files are removed. A row since `today` stays, closed like a rejected one: the quotas count it for a day. */
export async function deleteReleased(db: Db, id: string, today: Date): Promise<void> {
  const released = and(eq(uploads.id, id), eq(uploads.state, 'released'))
  await db
    .update(uploads)
    .set({ state: 'rejected', objectPath: null, exposedBy: null })
    .where(and(released, isNotNull(uploads.userId), gte(uploads.createdAt, today)))
  await db.delete(uploads).where(released)
}

export type ExposedUpload = { id: string; objectPath: string; exposedBy: string }

/** Listeners who began before a replacement get the former audio of a track: with its present files, that is exposed too. */
const isFormerAudioOf = (trackId: string) =>
  sql`${uploads.objectPath} in (
    select unnest(array[audio_path, opus_path, aac_path]) from ${trackVersions}
    where track_id = ${trackId} and url_version is not null)`

export async function markExposed(
  db: Db,
  resourceId: string,
  objectPaths: string[],
): Promise<void> {
  await db
    .update(uploads)
    .set({ exposedBy: resourceId })
    .where(
      and(
        or(inArray(uploads.objectPath, objectPaths), isFormerAudioOf(resourceId)),
        eq(uploads.state, 'used'),
      ),
    )
}

const selectExposed = (db: Db) =>
  db
    .select({
      id: uploads.id,
      objectPath: sql<string>`${uploads.objectPath}`,
      exposedBy: sql<string>`${uploads.exposedBy}`,
    })
    .from(uploads)

const exposed = and(isNotNull(uploads.exposedBy), eq(uploads.state, 'used'))

export function exposedBy(db: Db, resourceId: string): Promise<ExposedUpload[]> {
  return selectExposed(db).where(and(eq(uploads.exposedBy, resourceId), exposed))
}

export function exposedAfter(db: Db, id: string, limit: number): Promise<ExposedUpload[]> {
  return selectExposed(db)
    .where(and(exposed, sql`${uploads.id} > ${id}`))
    .orderBy(uploads.id)
    .limit(limit)
}

/** A registered upload like the exposed one. As old as that, so that it does not count against today's quota. */
export async function insertReplacement(
  db: Db,
  { id }: ExposedUpload,
  replacement: { id: string; key: string; objectPath: string },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into ${uploads}
      (id, key, object_path, state, user_id, kind, content_type, file_name, size, duration, tag_layout, created_at, registered_at)
    select ${replacement.id}::uuid, ${replacement.key}, ${replacement.objectPath}, 'registered',
      user_id, kind, content_type, file_name, size, duration, tag_layout, created_at, now()
    from ${uploads} where id = ${id} and state = 'used' and exposed_by is not null`)
  return rowCount === 1
}

/**
 * References the copy instead of the exposed file, which is released. False, without a change, if another server has
 * done it or the file is no longer in use. Locks users, tracks and playlists before uploads, as all transactions do.
 */
export async function replaceExposed(
  db: Db,
  { id, objectPath: from, exposedBy: resource }: ExposedUpload,
  to: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    let replaced = 0
    for (const { table, column, resource: resourceId } of fileColumns) {
      const { rowCount } = await tx.execute(sql`
        update ${table} set ${sql.identifier(column.name)} = ${to}
        where ${resourceId} = ${resource} and ${column} = ${from}`)
      replaced += rowCount ?? 0
    }
    if (replaced === 0) return false
    await tx
      .update(uploads)
      // The copy counts instead.
      .set({ state: 'released', exposedBy: null, userId: null })
      .where(and(eq(uploads.id, id), eq(uploads.objectPath, from)))
    const used = await tx
      .update(uploads)
      .set({ state: 'used' })
      .where(and(eq(uploads.objectPath, to), eq(uploads.state, 'registered')))
    if (used.rowCount !== 1) throw new Error('The copy was released before it was used.')
    return true
  })
}

import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import {
  fileColumns,
  removedFiles,
  tracks,
  trackVersions,
  uploads,
  users,
} from '#server/database/schema.ts'
import { type Lease, leasesOn } from '#server/platform/postgres/leases.ts'
import type { Db } from '#server/platform/postgres/open.ts'

type Kind = 'audio' | 'image'
export type RegisteredFile = {
  kind: Kind
  objectPath: string
  contentType: string
  size: number
  duration: number | null
  tagLayout: string | null
  contentHash?: string | undefined
  /** Only an import sets these. */
  fileName?: string | undefined
  createdAt?: Date | undefined
}

export const leases = leasesOn(uploads, uploads.id)

/** Advisory lock, so that concurrent requests of one user cannot exceed the quota together. */
export async function lockUploadsOfUser(db: Db, userId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('uploads ' || ${userId}, 0))`)
}

export async function recentUploads(db: Db, userId: string) {
  const { rows } = await db.execute<{
    filesInHour: number
    bytesInDay: number
    secondsToNextFile: number
  }>(sql`
    select
      count(*) filter (where created_at > now() - interval '1 hour')::int as "filesInHour",
      coalesce(sum(greatest(size, received)), 0)::float8 as "bytesInDay",
      coalesce(extract(epoch from
        min(created_at) filter (where created_at > now() - interval '1 hour')
        + interval '1 hour' - now()), 0)::int as "secondsToNextFile"
    from ${uploads}
    where user_id = ${userId} and created_at > now() - interval '1 day'`)
  return rows[0] ?? { filesInHour: 0, bytesInDay: 0, secondsToNextFile: 0 }
}

/** The bytes of files, with renditions, that are stored or being sent. A URL that was never used counts for an hour, an upload in parts until it is swept. */
export async function storedBytes(db: Db, userId: string): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(sql`
    select (
      (select coalesce(sum(greatest(size, received)), 0) from ${uploads}
       where user_id = ${userId} and (state in ('checking', 'registered', 'used')
         or state = 'issued' and (received > 0 or multipart_id is not null or created_at > now() - interval '1 hour')))
      + (select coalesce(sum(coalesce(opus_bytes, 0) + coalesce(aac_bytes, 0)), 0) from (
           select opus_bytes, aac_bytes from ${tracks} where user_id = ${userId}
           union all select opus_bytes, aac_bytes from ${trackVersions} where user_id = ${userId}) audio)
    )::float8 as bytes`)
  return rows[0]?.bytes ?? 0
}

export async function insertUpload(
  db: Db,
  upload: Pick<typeof uploads.$inferInsert, 'userId' | 'key' | 'size' | 'fileName'> & {
    id: string
  },
) {
  await db.insert(uploads).values(upload)
}

export async function setMultipartId(db: Db, id: string, multipartId: string): Promise<void> {
  await db.update(uploads).set({ multipartId }).where(eq(uploads.id, id))
}

const multipartColumns = {
  id: uploads.id,
  key: uploads.key,
  state: uploads.state,
  multipartId: sql<string>`${uploads.multipartId}`,
  size: sql<number>`${uploads.size}::float8`,
  isFree: leases.isFree,
}

/** Undefined for an upload that is sent in one request, or of another user. */
export async function findMultipart(db: Db, { id, userId }: { id: string; userId: string }) {
  const isOwn = and(eq(uploads.id, id), eq(uploads.userId, userId))
  const rows = await db
    .select(multipartColumns)
    .from(uploads)
    .where(and(isOwn, isNotNull(uploads.multipartId), ne(uploads.state, 'released')))
  return rows[0]
}

export async function findUpload(db: Db, { id, userId }: { id: string; userId: string }) {
  const rows = await db
    .select({ state: uploads.state, kind: uploads.kind, objectPath: uploads.objectPath })
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.userId, userId), ne(uploads.state, 'released')))
  return rows[0]
}

/** The size that was declared or received; null if the client declared none and sent the file directly to the store. */
export async function expectedSize(db: Db, id: string): Promise<number | null> {
  const rows = await db.select({ size: uploads.size }).from(uploads).where(eq(uploads.id, id))
  return rows[0]?.size ?? null
}

export async function isBeingRegistered(db: Db, id: string): Promise<boolean> {
  const registering = and(eq(uploads.id, id), eq(uploads.state, 'checking'))
  return (await db.$count(uploads, registering)) > 0
}

/** Locks the row until the end of the transaction. */
export async function lockUpload(db: Db, id: string) {
  const rows = await db
    .select({
      userId: uploads.userId,
      key: uploads.key,
      state: uploads.state,
      multipartId: uploads.multipartId,
      size: uploads.size,
      received: uploads.received,
      lease: uploads.lease,
      isFree: leases.isFree,
    })
    .from(uploads)
    .where(eq(uploads.id, id))
    .for('update')
  return rows[0]
}

/** Acquires or renews the lease of a locked upload, and counts bytes that will arrive. */
export async function chargeBytes(db: Db, { id, lease }: Lease, bytes: number): Promise<void> {
  await db
    .update(uploads)
    .set({ ...leases.acquired, lease, received: sql`${uploads.received} + ${bytes}` })
    .where(eq(uploads.id, id))
}

/** A refund is due even if another request has the lease. */
export async function releaseWrite(db: Db, { id, lease }: Lease, refund: number): Promise<void> {
  await db
    .update(uploads)
    .set({
      received: sql`${uploads.received} - ${refund}`,
      lease: sql`nullif(${uploads.lease}, ${lease})`,
    })
    .where(eq(uploads.id, id))
}

/** False if the upload was registered while its body was still arriving. */
export async function recordSize(db: Db, id: string, size: number): Promise<boolean> {
  const rows = await db
    .update(uploads)
    .set({ size })
    .where(and(eq(uploads.id, id), eq(uploads.state, 'issued')))
    .returning({ id: uploads.id })
  return rows.length > 0
}

/** A request that is still writing loses its lease. Undefined if another request registers the upload. */
export async function leaseForRegistration(db: Db, id: string): Promise<Lease | undefined> {
  const isRegistrable = or(
    eq(uploads.state, 'issued'),
    and(eq(uploads.state, 'checking'), leases.isFree),
  )
  const rows = await db
    .update(uploads)
    .set({ ...leases.acquired, state: 'checking' })
    .where(and(eq(uploads.id, id), isRegistrable))
    .returning({ id: uploads.id, lease: sql<string>`${uploads.lease}` })
  return rows[0]
}

/**
 * A rejected file closes its upload URL, and its row stays for a day: the quota counts it. An `issued` one can be
 * registered again. False if the lease was lost.
 */
export async function endRegistration(
  db: Db,
  held: Lease,
  outcome: ({ state: 'registered' } & RegisteredFile) | { state: 'rejected' | 'issued' },
): Promise<boolean> {
  const registeredAt = outcome.state === 'issued' ? null : sql`now()`
  const { rowCount } = await db
    .update(uploads)
    .set({ ...outcome, registeredAt, lease: null })
    .where(leases.heldBy(held))
  return rowCount === 1
}

export async function markUsed(
  db: Db,
  { userId, objectPath, kind }: { userId: string; objectPath: string; kind: Kind },
) {
  const own = and(
    eq(uploads.objectPath, objectPath),
    eq(uploads.userId, userId),
    eq(uploads.kind, kind),
  )
  const used = await db
    .update(uploads)
    .set({ state: 'used' })
    .where(and(own, eq(uploads.state, 'registered')))
    .returning({ duration: uploads.duration, size: uploads.size })
  if (used[0]) return used[0]
  const existing = await db.select({ state: uploads.state }).from(uploads).where(own)
  return existing[0]?.state === 'used' ? ('already used' as const) : undefined
}

export async function releaseByPath(db: Db, objectPaths: readonly string[]): Promise<void> {
  await db
    .update(uploads)
    .set({ state: 'released' })
    .where(inArray(uploads.objectPath, [...objectPaths]))
}

/** Everything that a user's tracks, playlists and profile reference; unused uploads are swept by age. */
export async function releaseUsedBy(db: Db, userId: string): Promise<void> {
  const paths = fileColumns.map(
    ({ table, column, owner }) => sql`select ${column} from ${table} where ${owner} = ${userId}`,
  )
  await db.execute(sql`
    update ${uploads} set state = 'released' where object_path in (${sql.join(paths, sql` union `)})`)
}

/** Locks the user's row, so that two new images for one user are set one after the other. */
export async function lockProfileImage(db: Db, userId: string) {
  const rows = await db
    .select({ objectPath: users.profileImageUrl })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  return rows[0]
}

export async function updateProfileImage(db: Db, userId: string, objectPath: string) {
  await db
    .update(users)
    .set({ profileImageUrl: objectPath, updatedAt: sql`now()` })
    .where(eq(users.id, userId))
}

/** The hashes of removed files of this size. */
export async function findRemovedHashes(db: Db, size: number): Promise<string[]> {
  const rows = await db
    .select({ sha256: removedFiles.sha256 })
    .from(removedFiles)
    .where(eq(removedFiles.size, size))
  return rows.map(({ sha256 }) => sha256)
}

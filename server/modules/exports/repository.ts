import { and, eq, getTableColumns, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { exportLinks, exports } from '#server/database/schema.ts'
import { type Lease, leasesOn } from '#server/platform/postgres/leases.ts'
import type { Db } from '#server/platform/postgres/open.ts'

export type ExportContent = (typeof exports.$inferSelect)['content']
export type ExportRow = NonNullable<Awaited<ReturnType<typeof findByUser>>>

/** A new export replaces the previous one, unless that is still being made. */
export async function requestRow(db: Db, userId: string): Promise<void> {
  await db
    .insert(exports)
    .values({ userId })
    .onConflictDoUpdate({
      target: exports.userId,
      set: {
        id: sql`gen_random_uuid()`,
        state: 'pending',
        done: 0,
        total: 0,
        content: { documents: {}, files: [] },
        lease: null,
        expiresAt: null,
        createdAt: sql`now()`,
      },
      setWhere: ne(exports.state, 'pending'),
    })
}

/** Without the content, which can be large: pages poll the state. */
const { content: _content, ...columns } = getTableColumns(exports)
const stateColumns = {
  ...columns,
  bytes: sql<number | null>`(${exports.content} ->> 'bytes')::float8`,
}

export async function findByUser(db: Db, userId: string) {
  const rows = await db
    .select(stateColumns)
    .from(exports)
    .where(
      and(
        eq(exports.userId, userId),
        or(isNull(exports.expiresAt), gt(exports.expiresAt, sql`now()`)),
      ),
    )
  return rows[0]
}

export const leases = leasesOn(exports, exports.id)

/** Safe on several servers. */
export async function leaseNext(db: Db) {
  const next = sql`(
    select ${exports.id} from ${exports} where ${exports.state} = 'pending' and ${leases.isFree}
    order by ${exports.createdAt} limit 1 for update skip locked)`
  const rows = await db
    .update(exports)
    .set(leases.acquired)
    .where(eq(exports.id, next))
    .returning({ id: exports.id, lease: sql<string>`${exports.lease}`, userId: exports.userId })
  return rows[0]
}

export async function recordProgress(
  db: Db,
  held: Lease,
  progress: { done: number; total: number },
) {
  await db.update(exports).set(progress).where(leases.heldBy(held))
}

export async function completeExport(db: Db, held: Lease, content: ExportContent, expiresAt: Date) {
  await db
    .update(exports)
    .set({ state: 'ready', content, expiresAt, lease: null })
    .where(leases.heldBy(held))
}

export async function releaseExport(db: Db, held: Lease) {
  await db.update(exports).set({ lease: null }).where(leases.heldBy(held))
}

const maxLinks = 20

/** Returns false if the export was deleted with its user. */
export async function insertLink(db: Db, exportId: string, tokenHash: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into ${exportLinks} (token_hash, export_id)
    select ${tokenHash}, id from ${exports} where id = ${exportId} for key share`)
  if (rowCount === 0) return false
  // Every poll of the page issues one.
  await db.execute(sql`
    delete from ${exportLinks} where token_hash in (
      select token_hash from ${exportLinks} where export_id = ${exportId}
      order by created_at desc offset ${maxLinks})`)
  return true
}

/** Undefined for a link of another user. */
export async function findByLink(db: Db, tokenHash: string, userId: string) {
  const rows = await db
    .select({ row: exports })
    .from(exportLinks)
    .innerJoin(exports, eq(exports.id, exportLinks.exportId))
    .where(
      and(
        eq(exportLinks.tokenHash, tokenHash),
        eq(exports.userId, userId),
        eq(exports.state, 'ready'),
        gt(exports.expiresAt, sql`now()`),
      ),
    )
  return rows[0]?.row
}

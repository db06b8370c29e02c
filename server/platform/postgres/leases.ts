import { and, eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './open.ts'

/** A lease without a heartbeat for this long has expired: its server was killed, or its client is gone. */
const leaseSeconds = 20
export const heartbeatMs = (leaseSeconds * 1000) / 4

/** The exclusive right to work on a row. */
export type Lease = { id: string; lease: string }

/** The leases on the rows of a table, which any number of servers share. Whoever holds one sets its `lease` to null at the end. */
export function leasesOn(table: PgTable & { lease: PgColumn; leasedAt: PgColumn }, id: PgColumn) {
  const heldBy = (held: Lease) => and(eq(id, held.id), eq(table.lease, held.lease))
  /** False if the lease has expired and was acquired by another. */
  async function renew(db: Db, held: Lease): Promise<boolean> {
    const { rowCount } = await db.execute(
      sql`update ${table} set leased_at = now() where ${heldBy(held)}`,
    )
    return rowCount === 1
  }
  return {
    isFree: sql<boolean>`(${table.lease} is null
      or ${table.leasedAt} < now() - make_interval(secs => ${leaseSeconds}))`,
    /** What an update of a free row sets. */
    acquired: { lease: sql`gen_random_uuid()`, leasedAt: sql`now()` },
    heldBy,
    renew,
    async withHeartbeat<T>(db: Db, held: Lease, run: () => Promise<T>): Promise<T> {
      // A database that is down for a moment is no reason to stop: what the holder writes depends on the lease.
      const heartbeat = setInterval(() => void renew(db, held).catch(() => {}), heartbeatMs)
      try {
        return await run()
      } finally {
        clearInterval(heartbeat)
      }
    },
  }
}

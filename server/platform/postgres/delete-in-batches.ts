import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './open.ts'

/** In batches, so that no statement takes long. Rows that a concurrent transaction has locked are skipped if `skipLocked`. */
export async function deleteInBatches(
  db: Db,
  table: PgTable,
  condition: SQL,
  { batchSize = 5000, skipLocked = false } = {},
): Promise<void> {
  for (let deleted: number | null = batchSize; deleted === batchSize; )
    ({ rowCount: deleted } = await db.execute(sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${condition} limit ${batchSize}
        ${skipLocked ? sql`for update skip locked` : sql``}))`))
}

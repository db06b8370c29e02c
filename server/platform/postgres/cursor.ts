import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './open.ts'

const fetchSize = 500

/**
 * Streams the texts of a query with one column, `value`, in batches, however many there are.
 * Inside a transaction, and one query at a time.
 */
export async function* readWithCursor(tx: Db, query: SQL): AsyncGenerator<string> {
  await tx.execute(sql`declare reading no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await tx.execute<{ value: string }>(sql.raw(`fetch ${fetchSize} from reading`))
    for (const { value } of rows) yield value
    if (rows.length < fetchSize) break
  }
  await tx.execute(sql`close reading`)
}

import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './open.ts'

const fetchSize = 500

/**
 * Streams the rows of a query in batches, however many there are, as they were at the start. One query at a time, on a
 * connection of one's own or inside a transaction.
 */
export async function* readWithCursor<Row extends Record<string, unknown>>(
  db: Db,
  query: SQL,
): AsyncGenerator<Row> {
  await db.execute(sql`declare reading no scroll cursor with hold for ${query}`)
  try {
    for (;;) {
      const { rows } = await db.execute<Row>(sql.raw(`fetch ${fetchSize} from reading`))
      yield* rows as Row[]
      if (rows.length < fetchSize) break
    }
  } finally {
    // Fails after an error of the transaction, which has closed it.
    await db.execute(sql`close reading`).catch(() => {})
  }
}

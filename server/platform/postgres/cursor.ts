import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './open.ts'

const FETCH_SIZE = 500

/**
 * The texts that a query with one column, `value`, answers: some at a time, however many there are.
 * Inside a transaction, and one query after the other.
 */
export async function* readWithCursor(tx: Db, query: SQL): AsyncGenerator<string> {
  await tx.execute(sql`declare reading no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await tx.execute<{ value: string }>(
      sql.raw(`fetch ${FETCH_SIZE} from reading`),
    )
    for (const { value } of rows) yield value
    if (rows.length < FETCH_SIZE) break
  }
  await tx.execute(sql`close reading`)
}

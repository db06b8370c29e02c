import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './open.ts'

const AT_ONCE = 500

/**
 * The texts that a query with one column, `value`, answers: some at a time, however many there are.
 * Inside a transaction, and one query after the other.
 */
export async function* readThrough(tx: Db, query: SQL): AsyncGenerator<string> {
  await tx.execute(sql`declare reading no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await tx.execute<{ value: string }>(sql.raw(`fetch ${AT_ONCE} from reading`))
    for (const { value } of rows) yield value
    if (rows.length < AT_ONCE) break
  }
  await tx.execute(sql`close reading`)
}

import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/postgres/open.ts'
import { tablesByDependency } from '#server/platform/postgres/table-rows.ts'

/** The ids of a user and of all rows that are theirs. */
export async function idsOf(db: Db, { id, subject }: { id: string; subject: string }) {
  const { rows: owning } = await db.execute<{ name: string }>(sql`
    select table_name::text as name from information_schema.columns
    where table_schema = 'public' and column_name in ('id', 'user_id')
    group by table_name having count(*) = 2`)
  const ids = [id, subject]
  for (const { name } of owning) {
    const { rows } = await db.execute<{ id: string }>(
      sql`select id::text as id from ${sql.identifier(name)} where user_id = ${id}`,
    )
    ids.push(...rows.map((row) => row.id))
  }
  return ids
}

/** How many rows of each table have one of these texts in any column; tables without one are left out. */
export async function rowsWith(db: Db, texts: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  const pattern = sql`any(${sql.param(texts.map((text) => `%${text}%`))}::text[])`
  for (const table of await tablesByDependency(db)) {
    const count = await db.$count(
      sql`${sql.identifier(table)} t`,
      sql`to_json(t)::text ilike ${pattern}`,
    )
    if (count > 0) found.set(table, count)
  }
  return found
}

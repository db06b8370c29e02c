import { sql } from 'drizzle-orm'
import { fileColumns } from '#server/database/schema.ts'
import { readWithCursor } from '#server/platform/postgres/cursor.ts'
import type { Db } from '#server/platform/postgres/open.ts'

/** The distinct paths of all files that are referenced or registered for use. */
export async function* objectPaths(snapshot: Db): AsyncGenerator<string> {
  const references = fileColumns.map(
    ({ table, column }) =>
      sql`select ${column} from ${table} where starts_with(${column}, '/objects/')`,
  )
  const paths = sql`
    select object_path as path from uploads where state in ('registered', 'used') and object_path is not null
    union ${sql.join(references, sql` union `)}`
  for await (const { path } of readWithCursor<{ path: string }>(snapshot, paths)) yield path
}

/** Approximate: for an image the size of the upload is known, not that of its stored variants. */
export async function totalFileSize(snapshot: Db): Promise<number> {
  const { rows } = await snapshot.execute<{ bytes: number }>(sql`
    select coalesce(sum(size), 0)::float8 as bytes from uploads where state in ('registered', 'used')`)
  return rows[0]?.bytes ?? 0
}

/** The mark of a restore, committed with its rows. */
export async function recordAttempt(tx: Db, attempt: string): Promise<void> {
  await tx.execute(sql`create table drizzle.restored (attempt text not null)`)
  await tx.execute(sql`insert into drizzle.restored values (${attempt})`)
}

export async function hasCommitted(db: Db, attempt: string): Promise<boolean> {
  const { rows: tables } = await db.execute<{ name: string | null }>(
    sql`select to_regclass('drizzle.restored')::text as name`,
  )
  if (!tables[0]?.name) return false
  const { rows } = await db.execute(sql`select from drizzle.restored where attempt = ${attempt}`)
  return rows.length > 0
}

import { type SQL, sql } from 'drizzle-orm'
import { readWithCursor } from './cursor.ts'
import { DatabaseStartupError } from './describe-error.ts'
import type { Db } from './open.ts'

/** Exports and imports whole tables as JSON Lines. Columns are matched by name, so that their order may differ. */

/** Every table of the application, referenced tables before those that reference them. */
export async function tablesByDependency(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string; needs: string[] }>(sql`
    select owned.relname::text as name,
      array(select needed.relname::text from pg_constraint reference
        join pg_class needed on needed.oid = reference.confrelid
        where reference.conrelid = owned.oid and reference.contype = 'f' and needed.oid <> owned.oid) as needs
    from pg_class owned
    where owned.relkind = 'r' and owned.relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = owned.oid and deptype = 'e')
    order by name`)
  const ordered: string[] = []
  while (ordered.length < rows.length) {
    const next = rows.filter(
      ({ name, needs }) =>
        !ordered.includes(name) && needs.every((needed) => ordered.includes(needed)),
    )
    if (next.length === 0)
      throw new DatabaseStartupError('Tables of this database reference each other in a cycle.')
    ordered.push(...next.map(({ name }) => name))
  }
  return ordered
}

export async function* rowsAsJson(tx: Db, table: string): AsyncGenerator<string> {
  const query = sql`select to_json(t)::text as value from ${sql.identifier(table)} t`
  // JSON may contain line breaks outside of its strings, never inside.
  for await (const { value } of readWithCursor<{ value: string }>(tx, query))
    yield value.replaceAll(/[\r\n]/g, ' ')
}

const maxBatchRows = 500
const maxBatchLength = 4_000_000

/** Inserts the rows unchanged: triggers are disabled, so that none counts, indexes or changes the rows. */
export async function loadRows(tx: Db, table: string, lines: AsyncIterable<string>): Promise<void> {
  const name = sql.identifier(table)
  await tx.execute(sql`alter table ${name} disable trigger user`)
  const checkReferences = await deferOwnReferences(tx, table)
  const columns = await writableColumns(tx, table)
  for await (const batch of inBatches(lines))
    await tx.execute(sql`
      insert into ${name} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${name}, ${`[${batch.join(',')}]`}::json)`)
  await checkReferences()
  await tx.execute(sql`alter table ${name} enable trigger user`)
}

async function* inBatches(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  let characters = 0
  for await (const line of lines) {
    batch.push(line)
    characters += line.length
    if (batch.length < maxBatchRows && characters < maxBatchLength) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

/** Generated columns have values in the lines too, and PostgreSQL computes them again. */
async function writableColumns(tx: Db, table: string): Promise<SQL> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select attname::text as name from pg_attribute
    where attrelid = ${quoted(table)}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
  return sql.join(
    rows.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
}

/**
 * A row may come before one of the same table that it references. The returned function checks these references when
 * all rows are there.
 */
async function deferOwnReferences(tx: Db, table: string): Promise<() => Promise<void>> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select conname::text as name from pg_constraint
    where contype = 'f' and conrelid = ${quoted(table)}::regclass and confrelid = conrelid and not condeferrable`)
  const constraints = rows.map(({ name }) => sql.identifier(name))
  const alterEach = async (to: SQL) => {
    for (const constraint of constraints)
      await tx.execute(
        sql`alter table ${sql.identifier(table)} alter constraint ${constraint} ${to}`,
      )
  }
  await alterEach(sql`deferrable initially deferred`)
  return async () => {
    for (const constraint of constraints)
      await tx.execute(sql`set constraints ${constraint} immediate`)
    await alterEach(sql`not deferrable`)
  }
}

const quoted = (table: string) => `"${table}"`

/** The tables that have rows. */
export async function nonEmptyTables(db: Db): Promise<string[]> {
  const inUse: string[] = []
  for (const table of await tablesByDependency(db)) {
    const { rows } = await db.execute(sql`select 1 from ${sql.identifier(table)} limit 1`)
    if (rows.length > 0) inUse.push(table)
  }
  return inUse
}

export async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::float8 as count from ${sql.identifier(table)}`,
  )
  return rows[0]?.count ?? 0
}

export async function databaseSize(db: Db): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(
    sql`select pg_database_size(current_database())::float8 as bytes`,
  )
  return rows[0]?.bytes ?? 0
}

/** Updates the statistics, so that the first queries on newly filled tables get good plans. */
export async function analyzeTables(db: Db): Promise<void> {
  await db.execute(sql`analyze`)
}

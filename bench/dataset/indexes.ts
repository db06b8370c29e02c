import type pg from 'pg'

type Index = { name: string; definition: string }

/** Building an index over existing rows takes a fraction of the time of adding row by row. */
export async function dropIndexes(client: pg.Client, tables: string[]) {
  const { rows } = await client.query<Index>(
    `select index.indexname as name, index.indexdef as definition from pg_indexes index
     where schemaname = 'public' and tablename = any($1)
       and not exists (select from pg_constraint where conname = index.indexname)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async (log: (line: string) => void) => {
    for (const { name, definition } of rows) {
      await client.query(definition)
      log(`index ${name}`)
    }
  }
}

type Constraint = { table: string; name: string; definition: string }

/** The same for unique constraints and foreign keys: both are then checked once for all rows. */
export async function dropConstraints(client: pg.Client, tables: string[]) {
  const { rows } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype in ('u', 'f') and conrelid::regclass::text = any($1) order by contype desc`,
    [tables],
  )
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${name}`)
  return async () => {
    for (const { table, name, definition } of rows)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { DatabaseProblem } from './problem.ts'

const MIGRATIONS = path.join(import.meta.dirname, 'migrations')
const MIGRATING = 1_380_203

/**
 * Brings the schema up to date. One server does it at a time, the others wait. drizzle runs all
 * that is missing in one transaction, so a death half way leaves the schema as it was.
 */
export async function migrate(postgres: { url: string }, folder = MIGRATIONS): Promise<void> {
  // A connection of its own: the pool's gives up on a statement after seconds.
  const client = new pg.Client({ connectionString: postgres.url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${MIGRATING})`)
    await requireKnown(client, folder)
    await applyMigrations(drizzle({ client }), { migrationsFolder: folder })
  } finally {
    await client.end()
  }
}

async function requireKnown(client: pg.Client, folder: string): Promise<void> {
  const table = await client.query<{ name: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  )
  if (!table.rows[0]?.name) return
  const journal = JSON.parse(readFileSync(path.join(folder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  const known = new Set(journal.entries.map((entry) => entry.when))
  const applied = await client.query<{ at: string }>(
    'select created_at::text as at from drizzle.__drizzle_migrations',
  )
  if (applied.rows.some((row) => !known.has(Number(row.at))))
    throw new DatabaseProblem(
      'A newer version of this program has used this database and changed its tables: run that version or a later one.',
    )
}

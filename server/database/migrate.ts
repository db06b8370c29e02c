import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { projectFolder } from '#server/config.ts'
import { DatabaseStartupError } from '#server/platform/postgres/describe-error.ts'
import type { Db } from '../platform/postgres/open.ts'

const ownMigrations = path.join(projectFolder, 'server/database/migrations')
const migrationLock = 1_380_203

/**
 * Applies the missing migrations in one transaction, so that a crash leaves the schema unchanged. The lock lets one
 * server migrate at a time; it belongs to the transaction, because poolers do not preserve session locks.
 */
export async function migrate(postgres: { url: string }, folder = ownMigrations): Promise<void> {
  // Not from the pool, whose statements time out after seconds.
  const client = new pg.Client({ connectionString: postgres.url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    // drizzle's own BEGIN inside this transaction is a no-op with a warning; its COMMIT or ROLLBACK ends this one.
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${migrationLock})`)
    await assertKnownMigrations(client, folder)
    await applyMigrations(drizzle({ client }), { migrationsFolder: folder })
  } finally {
    await client.end()
  }
}

/** Migrates empty tables only up to the migration with this timestamp, for rows of a backup that was taken then. */
export async function migrateUpTo(
  postgres: { url: string },
  last: number,
  all = ownMigrations,
): Promise<void> {
  const journal = readJournal(all)
  if (!journal.entries.some((entry) => entry.when === last))
    throw new DatabaseStartupError(
      'A newer version of this program wrote these tables: run that version or a later one.',
    )
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-migrations-'))
  try {
    cpSync(all, folder, { recursive: true })
    const entries = journal.entries.filter((entry) => entry.when <= last)
    writeFileSync(journalPath(folder), JSON.stringify({ ...journal, entries }))
    await migrate(postgres, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The timestamp of the last migration of this database; undefined if there was none. */
export async function lastMigration(db: Db): Promise<number | undefined> {
  const table = await db.execute<{ name: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  )
  if (!table.rows[0]?.name) return undefined
  const { rows } = await db.execute<{ last: string | null }>(
    sql`select max(created_at)::text as last from drizzle.__drizzle_migrations`,
  )
  return rows[0]?.last ? Number(rows[0].last) : undefined
}

/** For tools that know the tables as they are in this version and must not change them. */
export async function assertCurrentSchema(db: Db): Promise<void> {
  if ((await lastMigration(db)) === readJournal(ownMigrations).entries.at(-1)?.when) return
  throw new DatabaseStartupError(
    'The tables of this database are those of another version: start this version of the server once, which brings them up to date.',
  )
}

const journalPath = (folder: string) => path.join(folder, 'meta', '_journal.json')

function readJournal(folder: string): { entries: { when: number }[] } {
  return JSON.parse(readFileSync(journalPath(folder), 'utf8'))
}

async function assertKnownMigrations(client: pg.Client, folder: string): Promise<void> {
  const table = await client.query<{ name: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  )
  if (!table.rows[0]?.name) return
  const known = new Set(readJournal(folder).entries.map((entry) => entry.when))
  const applied = await client.query<{ at: string }>(
    'select created_at::text as at from drizzle.__drizzle_migrations',
  )
  if (applied.rows.some((row) => !known.has(Number(row.at))))
    throw new DatabaseStartupError(
      'A newer version of this program has used this database and changed its tables: run that version or a later one.',
    )
}

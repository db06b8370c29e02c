import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { projectFolder } from '#server/config.ts'
import { DatabaseStartupError } from '#server/platform/postgres/describe-error.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import type { Db } from '#server/platform/postgres/open.ts'

const ownMigrations = path.join(projectFolder, 'server/database/migrations')
const migrationLock = 1_380_203

/**
 * Applies the missing migrations in one transaction, so that a crash leaves the schema unchanged. The lock lets one
 * server migrate at a time; it belongs to the transaction, because poolers do not preserve session locks.
 */
export async function migrate(postgres: { url: string }, folder = ownMigrations): Promise<void> {
  await withLongRunningConnection(postgres.url, async (db) => {
    // drizzle's own BEGIN inside this transaction is a no-op with a warning; its COMMIT or ROLLBACK ends this one.
    await db.execute(sql`begin`)
    await db.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
    const { entries } = readJournal(folder)
    const applied = await appliedMigrations(db)
    const unknown = applied.filter((at) => !entries.some(({ when }) => when === at))
    const last = applied.at(-1) ?? 0
    const skipped = entries.find(({ when }) => when < last && !applied.includes(when))
    // drizzle applies only what is newer than the last one.
    if (skipped)
      throw new DatabaseStartupError(
        `The migration ${skipped.tag} is older than the last one that this database has, and would be skipped: generate it again.`,
      )
    const since = await compatibleSince(db)
    if (unknown.some((when) => when <= since))
      throw new DatabaseStartupError(
        'A newer version of this program has used this database and changed its tables: run that version or a later one.',
      )
    if (unknown.length === 0) await recordCompatibility(db, folder)
    await replaceParsedFunctions(db)
    await applyMigrations(db, { migrationsFolder: folder })
  })
}

/**
 * Minor versions of PostgreSQL since 15.20 add no column to a table whose row type a parsed function uses, so that
 * databases of older versions would stop at a migration before the one that makes these functions texts.
 */
async function replaceParsedFunctions(db: Db): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select proname as name from pg_proc where prosqlbody is not null and pronamespace = 'public'::regnamespace`,
  )
  const statements = readFileSync(path.join(ownMigrations, '0057_functions-as-text.sql'), 'utf8')
  for (const statement of statements.split('--> statement-breakpoint'))
    if (rows.some(({ name }) => statement.includes(`FUNCTION ${name}(`)))
      await db.execute(sql.raw(statement))
}

/**
 * While several servers are replaced one after the other, the older ones work on the tables of the newer version, and may
 * be restarted. A migration that allows that starts with this comment; any other one excludes older versions.
 */
const expandMark = '-- expand'

/** For older versions, which do not have the files of later migrations. */
async function recordCompatibility(db: Db, folder: string): Promise<void> {
  const isExpand = ({ tag }: Entry) =>
    readFileSync(path.join(folder, `${tag}.sql`), 'utf8').startsWith(expandMark)
  const since = readJournal(folder).entries.findLast((entry) => !isExpand(entry))?.when ?? 0
  await db.execute(sql`create schema if not exists drizzle`)
  await db.execute(sql`create table if not exists drizzle.compatibility (since bigint not null)`)
  await db.execute(sql`delete from drizzle.compatibility`)
  await db.execute(sql`insert into drizzle.compatibility values (${since})`)
}

/** The last migration that excludes versions which do not know it. */
async function compatibleSince(db: Db): Promise<number> {
  const table = await db.execute<{ name: string | null }>(
    sql`select to_regclass('drizzle.compatibility')::text as name`,
  )
  if (!table.rows[0]?.name) return Number.POSITIVE_INFINITY
  const { rows } = await db.execute<{ since: string }>(
    sql`select max(since)::text as since from drizzle.compatibility`,
  )
  return Number(rows[0]?.since ?? Number.POSITIVE_INFINITY)
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
export const lastMigration = async (db: Db) => (await appliedMigrations(db)).at(-1)

async function appliedMigrations(db: Db): Promise<number[]> {
  const table = await db.execute<{ name: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  )
  if (!table.rows[0]?.name) return []
  const { rows } = await db.execute<{ at: string }>(
    sql`select created_at::text as at from drizzle.__drizzle_migrations order by created_at`,
  )
  return rows.map(({ at }) => Number(at))
}

/** For tools that know the tables as they are in this version and must not change them. */
export async function assertCurrentSchema(db: Db): Promise<void> {
  if ((await lastMigration(db)) === readJournal(ownMigrations).entries.at(-1)?.when) return
  throw new DatabaseStartupError(
    'The tables of this database are those of another version: start this version of the server once, which brings them up to date.',
  )
}

const journalPath = (folder: string) => path.join(folder, 'meta', '_journal.json')

type Entry = { when: number; tag: string }

function readJournal(folder: string): { entries: Entry[] } {
  return JSON.parse(readFileSync(journalPath(folder), 'utf8'))
}

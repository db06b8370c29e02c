import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { projectFolder } from '#server/config.ts'
import { DatabaseStartupError } from '#server/platform/postgres/describe-error.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import type { Db } from '#server/platform/postgres/open.ts'

const ownMigrations = path.join(projectFolder, 'server/database/migrations')
const migrationLock = 1_380_203

/** Applies the missing migrations in one transaction, so that a crash leaves the schema unchanged. */
export async function migrate(postgres: { url: string }, folder = ownMigrations): Promise<void> {
  await withLongRunningConnection(postgres.url, (db) =>
    db.transaction((tx) => migrateIn(tx, { folder })),
  )
}

/** Migrates empty tables only up to the migration with this timestamp. */
export async function migrateUpTo(
  postgres: { url: string },
  last: number,
  folder = ownMigrations,
): Promise<void> {
  assertKnownMigration(last, folder)
  await withLongRunningConnection(postgres.url, (db) =>
    db.transaction((tx) => migrateIn(tx, { folder, last })),
  )
}

/** A migration that this version does not know belongs to a later one. */
export function assertKnownMigration(when: number, folder = ownMigrations): void {
  if (readJournal(folder).entries.some((entry) => entry.when === when)) return
  throw new DatabaseStartupError(
    'A newer version of this program wrote these tables: run that version or a later one.',
  )
}

type Wanted = {
  folder?: string
  /** The timestamp of the last one to apply; otherwise all are applied. */
  last?: number
}

/**
 * In a transaction of the caller, so that a restore fills tables of an older version and migrates them at once. The
 * lock lets one server migrate at a time; it belongs to the transaction, because poolers do not preserve session locks.
 */
export async function migrateIn(
  tx: Db,
  { folder = ownMigrations, last = Number.POSITIVE_INFINITY }: Wanted = {},
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
  const entries = readJournal(folder).entries.filter((entry) => entry.when <= last)
  const applied = await appliedMigrations(tx)
  const unknown = applied.filter((when) => !entries.some((entry) => entry.when === when))
  const newest = applied.at(-1) ?? 0
  const skipped = entries.find(({ when }) => when < newest && !applied.includes(when))
  if (skipped)
    throw new DatabaseStartupError(
      `The migration ${skipped.tag} is older than the last one that this database has, and would be skipped: generate it again.`,
    )
  const since = await compatibleSince(tx)
  if (unknown.some((when) => when <= since))
    throw new DatabaseStartupError(
      'A newer version of this program has used this database and changed its tables: run that version or a later one.',
    )
  await tx.execute(sql`create schema if not exists drizzle`)
  if (unknown.length === 0) await recordCompatibility(tx, folder, entries)
  await replaceParsedFunctions(tx)
  await applyMigrations(tx, folder, { after: newest, last })
}

type Range = { after: number; last: number }

/** As drizzle's own migrator, which would end the transaction. */
async function applyMigrations(tx: Db, folder: string, { after, last }: Range) {
  await tx.execute(sql`create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint)`)
  for (const { folderMillis: when, hash, sql: statements } of readMigrationFiles({
    migrationsFolder: folder,
  })) {
    if (when <= after || when > last) continue
    for (const statement of statements) await tx.execute(sql.raw(statement))
    await tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`,
    )
  }
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
async function recordCompatibility(db: Db, folder: string, entries: Entry[]): Promise<void> {
  const isExpand = ({ tag }: Entry) =>
    readFileSync(path.join(folder, `${tag}.sql`), 'utf8').startsWith(expandMark)
  const since = entries.findLast((entry) => !isExpand(entry))?.when ?? 0
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

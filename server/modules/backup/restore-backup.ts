import { assertKnownMigration, lastMigration, migrateIn } from '#server/database/migrate.ts'
import { StartupError } from '#server/errors.ts'
import type { Backup } from '#server/platform/backup/read-backup.ts'
import { forEachConcurrent } from '#server/platform/batching/for-each-concurrent.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  analyzeTables,
  countRows,
  loadRows,
  nonEmptyTables,
  tablesByDependency,
} from '#server/platform/postgres/table-rows.ts'
import { hasCommitted, recordAttempt } from './repository.ts'

type Deps = {
  postgres: { url: string }
  store: Pick<ObjectStore, 'write'>
  backup: Backup
  /** Names this attempt in the database: `wasRestored` recognizes its commit. */
  attempt?: string
}

const concurrency = 8

/**
 * First the files, then tables, rows and later migrations in one transaction: a restore that is interrupted leaves a
 * database as empty as it was, and can be run again.
 */
export async function restoreBackup({ postgres, store, backup, attempt }: Deps): Promise<void> {
  assertKnownMigration(backup.manifest.migration)
  await withLongRunningConnection(postgres.url, (db) => assertEmpty(db, backup))
  await forEachConcurrent(backup.files(), concurrency, async (file) => {
    const { key, size, contentType } = file
    await store.write(key, { stream: backup.bytes(file), size }, { contentType })
  })
  await withLongRunningConnection(postgres.url, async (db) => {
    await db.transaction(async (tx) => {
      await migrateIn(tx, { last: backup.manifest.migration })
      await loadAll(tx, backup)
      await migrateIn(tx)
      if (attempt !== undefined) await recordAttempt(tx, attempt)
    })
    await analyzeTables(db)
  })
}

async function assertEmpty(db: Db, { manifest }: Backup): Promise<void> {
  const [inUse] = await nonEmptyTables(db)
  if (inUse)
    throw new StartupError(
      `the database is not empty (the table ${inUse} has rows): a site is restored into an empty one.`,
    )
  if (((await lastMigration(db)) ?? 0) > manifest.migration)
    throw new StartupError(
      'the database has empty tables of a later version than the backup: create another one without tables.',
    )
}

async function loadAll(tx: Db, backup: Backup): Promise<void> {
  const unrestored = new Map(backup.manifest.tables.map(({ name, lines }) => [name, lines]))
  // In the current foreign key order, which may differ from that of the backup.
  for (const table of await tablesByDependency(tx)) {
    const lines = unrestored.get(table)
    if (lines === undefined || !unrestored.delete(table)) continue
    await loadRows(tx, table, backup.table(table))
    const rows = await countRows(tx, table)
    if (rows !== lines)
      throw new StartupError(`the table ${table} has ${rows} rows after it, instead of ${lines}.`)
  }
  const [unknown] = unrestored.keys()
  if (unknown) throw new StartupError(`the backup has a table ${unknown}, which is not known.`)
}

/** Whether this attempt has committed its rows: then nothing but its mark is left of it. */
export const wasRestored = (postgres: { url: string }, attempt: string): Promise<boolean> =>
  withLongRunningConnection(postgres.url, (db) => hasCommitted(db, attempt))

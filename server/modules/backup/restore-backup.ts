import { migrate, migrateUpTo } from '#server/database/migrate.ts'
import { StartupError } from '#server/errors.ts'
import type { Backup } from '#server/platform/backup/read-backup.ts'
import { forEachConcurrent } from '#server/platform/batching/for-each-concurrent.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  analyzeTables,
  loadRows,
  nonEmptyTables,
  tablesByDependency,
} from '#server/platform/postgres/table-rows.ts'

type Deps = { postgres: { url: string }; store: ObjectStore; backup: Backup }

const concurrency = 8

/** First the files, then all rows in one transaction: an interrupted restore never leaves a partial site. */
export async function restoreBackup({ postgres, store, backup }: Deps): Promise<void> {
  await withLongRunningConnection(postgres.url, async (db) => {
    const [inUse] = await nonEmptyTables(db)
    if (inUse)
      throw new StartupError(
        `the database is not empty (the table ${inUse} has rows): a site is restored into an empty one.`,
      )
    await migrateUpTo(postgres, backup.manifest.migration)
    await forEachConcurrent(backup.files(), concurrency, async (file) => {
      const { key, size, contentType } = file
      await store.write(key, { stream: backup.bytes(file), size }, { contentType })
    })
    await db.transaction((tx) => loadAll(tx, backup))
    await migrate(postgres)
    await analyzeTables(db)
  })
}

async function loadAll(tx: Db, backup: Backup): Promise<void> {
  const unrestored = new Set(backup.manifest.tables.map(({ name }) => name))
  // In the current foreign key order, which may differ from that of the backup.
  for (const table of await tablesByDependency(tx))
    if (unrestored.delete(table)) await loadRows(tx, table, backup.table(table))
  const [unknown] = unrestored
  if (unknown) throw new StartupError(`the backup has a table ${unknown}, which is not known.`)
}

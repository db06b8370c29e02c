import { migrate, migrateUpTo } from '#server/database/migrate.ts'
import { StartupError } from '#server/errors.ts'
import type { Backup } from '#server/platform/backup/read-backup.ts'
import { forEachConcurrent } from '#server/platform/batching/for-each-concurrent.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  learnStatistics,
  loadRows,
  tablesInOrder,
  tablesInUse,
} from '#server/platform/postgres/table-rows.ts'
import { allOrNothing } from './queries.ts'

type Deps = { postgres: { url: string }; store: ObjectStore; backup: Backup }

const filesAtOnce = 8

/** First the files, then all rows in one transaction: cut off at any moment, nobody sees half a site. */
export async function restoreBackup({ postgres, store, backup }: Deps): Promise<void> {
  await withLongRunningConnection(postgres.url, async (db) => {
    const [inUse] = await tablesInUse(db)
    if (inUse)
      throw new StartupError(
        `the database is not empty (there is something in ${inUse}): a site is restored into an empty one.`,
      )
    await migrateUpTo(postgres, backup.manifest.migration)
    await forEachConcurrent(backup.files(), filesAtOnce, async (file) => {
      const { key, size, contentType } = file
      await store.write(key, { stream: backup.bytes(file), size }, { contentType })
    })
    await allOrNothing(db, (tx) => loadAll(tx, backup))
    await migrate(postgres)
    await learnStatistics(db)
  })
}

async function loadAll(tx: Db, backup: Backup): Promise<void> {
  const kept = new Set(backup.manifest.tables.map(({ name }) => name))
  // The order of today: in which one refers to which may have been another once.
  for (const table of await tablesInOrder(tx))
    if (kept.delete(table)) await loadRows(tx, table, backup.table(table))
  const [strange] = kept
  if (strange) throw new StartupError(`the backup has a table ${strange}, which is not known.`)
}

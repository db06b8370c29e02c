import { assertCurrentSchema } from '#server/database/migrate.ts'
import { checkRows } from '#server/modules/doctor/service.ts'
import type { Backup } from '#server/platform/backup/read-backup.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import { restoreBackup } from './restore-backup.ts'

type Deps = { postgres: { url: string }; backup: Backup; print: (sentence: string) => void }

/**
 * Restores into a temporary database. Files are read against their checksums and not stored: they need no space then.
 * Returns how many problems the doctor finds in the rows.
 */
export async function tryBackup({ postgres, backup, print }: Deps): Promise<number> {
  await restoreBackup({ postgres, store: { write: discard }, backup })
  return withLongRunningConnection(postgres.url, async (db) => {
    await assertCurrentSchema(db)
    const { found } = await checkRows({ db, print })
    return found
  })
}

const discard: ObjectStore['write'] = async (_key, body) => {
  let size = 0
  if ('stream' in body) for await (const chunk of body.stream) size += chunk.length
  return { size, etag: '""', modified: new Date() }
}

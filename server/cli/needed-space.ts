import type { Backup } from '#server/platform/backup/read-backup.ts'

const emptyClusterBytes = 128 * 1024 * 1024
/** Of a table with its indexes, compared with the compressed lines of a backup. */
const growth = 12

/** Of an embedded database with the rows of this backup, which are once more in the write-ahead log. */
export async function databaseSpace({ manifest, tableBytes }: Backup): Promise<number> {
  const bytes = manifest.databaseBytes ?? growth * (await tableBytes())
  return 2 * bytes + emptyClusterBytes
}

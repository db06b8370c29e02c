import { tryBackup } from '#server/modules/backup/try-backup.ts'
import { type Backup, openBackup } from '#server/platform/backup/read-backup.ts'
import { recordTried } from '#server/platform/backup/record-tried.ts'
import { makeTrialFolder, NoRoom } from '#server/platform/backup/trial-folder.ts'
import { openPostgres } from '#server/platform/postgres/open.ts'
import { type CommandContext, describeError } from './site-command.ts'

/** Restores a backup into a temporary database, says whether that worked, and notes it in the backup. */
export async function tryRestore(from: string, context: CommandContext): Promise<boolean> {
  const { output, onExit } = context
  const backup = await openBackup(from)
  let hasEnded = false
  onExit(async () => {
    if (!hasEnded) output.error(`${from} was not tried.`)
  })
  let problems: number
  try {
    const postgres = await openTemporaryDatabase(backup, context)
    problems = await tryBackup({ postgres, backup, print: output.log })
  } catch (error) {
    const reason = describeError(error)
    if (reason === undefined) throw error
    output.error(
      error instanceof NoRoom
        ? `${from} was not tried: ${reason}`
        : `${from} cannot be restored: ${reason}`,
    )
    return false
  } finally {
    hasEnded = true
  }
  if (problems > 0) {
    output.error(
      `${from} can be restored, but its rows have these problems: repair the site with npm run doctor -- --fix, and take another.`,
    )
    return false
  }
  await recordTried(from, backup.manifest)
  const { missing = 0 } = backup.manifest
  if (missing > 0)
    output.error(
      `${from} can be restored, but ${missing === 1 ? '1 file of the site was' : `${missing} files of the site were`} missing when it was made: npm run doctor says which.`,
    )
  else
    output.log(
      `${from} can be restored: in a trial every row was restored, and every file matched its checksum.`,
    )
  return missing === 0
}

async function openTemporaryDatabase(backup: Backup, { output, onExit }: CommandContext) {
  const { directory, remove } = await makeTrialFolder(await neededBytes(backup))
  onExit(remove)
  const log = output.error
  const postgres = await openPostgres({ kind: 'embedded', directory }, { exclusive: false, log })
  onExit(() => postgres.close())
  return postgres
}

const emptyClusterBytes = 128 * 1024 * 1024
/** Of a table with its indexes, compared with the compressed lines of a backup. */
const growth = 12

/** The rows once more in the write-ahead log. */
async function neededBytes({ manifest, tableBytes }: Backup): Promise<number> {
  const bytes = manifest.databaseBytes ?? growth * (await tableBytes())
  return 2 * bytes + emptyClusterBytes
}

import { tmpdir } from 'node:os'
import { tryBackup } from '#server/modules/backup/try-backup.ts'
import { type Backup, openBackup } from '#server/platform/backup/read-backup.ts'
import { recordTried } from '#server/platform/backup/record-tried.ts'
import { makeTrialFolder, NoRoom } from '#server/platform/backup/trial-folder.ts'
import { isDatabaseDown, isDatabaseFull } from '#server/platform/postgres/error-codes.ts'
import { openPostgres } from '#server/platform/postgres/open.ts'
import { describeError } from './describe-error.ts'
import { databaseSpace } from './needed-space.ts'
import type { CommandContext } from './site-command.ts'

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
      isFaultOfTrial(error)
        ? `${from} was not tried: ${error instanceof NoRoom ? reason : lostDatabase()}`
        : `${from} cannot be restored: ${reason}`,
    )
    return false
  } finally {
    hasEnded = true
  }
  if (problems > 0)
    output.log(
      'The counters above are wrong on the site, too: npm run doctor -- --fix repairs them.',
    )
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

/** A disk that is full, or a lost temporary database, which that leads to, says nothing about the backup. */
const isFaultOfTrial = (error: unknown) =>
  error instanceof NoRoom || isDatabaseFull(error) || isDatabaseDown(error)

const lostDatabase = () =>
  `its temporary database was lost: free some space in ${tmpdir()}, or set TMPDIR to a folder on another disk.`

async function openTemporaryDatabase(backup: Backup, { output, onExit }: CommandContext) {
  const { directory, remove } = await makeTrialFolder(await databaseSpace(backup))
  onExit(remove)
  const log = output.error
  const postgres = await openPostgres({ kind: 'embedded', directory }, { exclusive: false, log })
  onExit(() => postgres.close())
  return postgres
}

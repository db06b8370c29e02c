import { parseArgs } from 'node:util'
import { asTrial, type Config, type DatabaseConfig, readConfig } from '#server/config.ts'
import { StartupError } from '#server/errors.ts'
import { restoreBackup, wasRestored } from '#server/modules/backup/restore-backup.ts'
import { type Backup, openBackup } from '#server/platform/backup/read-backup.ts'
import { beginRestore } from '#server/platform/backup/restore-marker.ts'
import { openPostgres } from '#server/platform/postgres/open.ts'
import { markAsTrial } from '#server/trial.ts'
import { databaseSpace } from './needed-space.ts'
import { type Command, type CommandContext, openStore } from './site-command.ts'

/**
 * `npm run restore -- <backup> [folder]`: restores a backup into an empty folder, by default DATA_DIR. With `--trial` the
 * folder gets a copy to look at, which has nothing to do with the live site.
 */
export const restore: Command = {
  failurePrefix: 'Nothing was restored',
  async run(context) {
    const { args, env, output } = context
    const { from, into, trial } = readArguments(args)
    const live = readConfig({ ...env, ...(into && { DATA_DIR: into }) })
    if (live.isTrial && !trial)
      throw new StartupError(
        `${live.dataDir} is a trial of a backup: restore the site into another folder.`,
      )
    const config = trial ? asTrial(live) : live
    const backup = await openBackup(from)
    const { isComplete, end, ...begun } = await beginRestore({
      dataDir: config.dataDir,
      backupId: backup.id,
      neededBytes: await neededSpace(config, backup),
      hasCommitted: (attempt) => hasCommitted(config.database, attempt),
    })
    if (!isComplete) await fill({ config, backup, trial, ...begun }, context)
    await end()
    const { takenAt } = backup.manifest
    output.log(
      trial
        ? `${config.dataDir} contains a trial of the site as of ${takenAt}, from which nothing is sent. To look at it: PORT=3001 DATA_DIR=${config.dataDir} npm start`
        : `${config.dataDir} contains the site as of ${takenAt}. To start it: DATA_DIR=${config.dataDir} npm start`,
    )
    if (!trial && !backup.manifest.secrets.includes('session-secret') && !config.sessionSecret)
      output.log(
        'The session secret of that site was in its settings: set the same SESSION_SECRET, or all users have to sign in again.',
      )
    const { missing = 0 } = backup.manifest
    if (missing > 0)
      output.error(
        `${missing === 1 ? '1 file of that site was' : `${missing} files of that site were`} missing when the backup was made: npm run doctor says which.`,
      )
    return { ok: true }
  },
}

const usage =
  'name the backup: npm run restore -- <backup> [empty folder for the site], or npm run restore -- <backup> <empty folder> --trial'

function readArguments(args: string[]) {
  try {
    const options = { trial: { type: 'boolean', default: false } } as const
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
    const [from, into] = positionals
    if (from && (into || !values.trial)) return { from, into, ...values }
  } catch {}
  throw new StartupError(usage)
}

type Filling = {
  config: Config
  backup: Backup
  trial: boolean
  attempt: string
  undo: () => Promise<void>
}

async function fill(filling: Filling, context: CommandContext): Promise<void> {
  const { config, backup, trial, attempt, undo } = filling
  const { output, onExit } = context
  let hasFailed = false
  // After the database is closed.
  onExit(async () => {
    if (!hasFailed) return
    await undo().catch(() =>
      output.error(`${config.dataDir} is partly filled: run the same command again to go on.`),
    )
  })
  try {
    if (trial) await markAsTrial(config.dataDir)
    await backup.putSecrets(config.dataDir)
    const log = output.error
    const postgres = await openPostgres(config.database, { exclusive: false, log })
    onExit(() => postgres.close())
    const store = await openStore(config, context)
    await restoreBackup({ postgres, store, backup, attempt })
  } catch (error) {
    hasFailed = true
    throw error
  }
}

/** What goes to another server or store is not counted. */
async function neededSpace({ database, objects }: Config, backup: Backup): Promise<number> {
  const files = objects.kind === 'disk' ? backup.manifest.files.bytes : 0
  return files + (database.kind === 'embedded' ? await databaseSpace(backup) : 0)
}

/** An embedded database starts over with its folder. */
async function hasCommitted(database: DatabaseConfig, attempt: string): Promise<boolean> {
  if (database.kind === 'embedded') return false
  return wasRestored({ url: database.directUrl ?? database.url }, attempt)
}

import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { StartupError } from '#server/errors.ts'
import { restoreBackup } from '#server/modules/backup/restore-backup.ts'
import { openBackup } from '#server/platform/backup/read-backup.ts'
import { beginRestore } from '#server/platform/backup/restore-marker.ts'
import { openPostgres } from '#server/platform/postgres/open.ts'
import { type Command, openStore } from './site-command.ts'

/** `npm run restore -- <backup> [folder]`: restores a backup into an empty folder, by default DATA_DIR. */
export const restore: Command = {
  failurePrefix: 'Nothing was restored',
  async run(context) {
    const { args, env, output, onExit } = context
    const [from, into] = parseArgs({ args, allowPositionals: true }).positionals
    if (!from)
      throw new StartupError(
        'name the backup: npm run restore -- <backup> [empty folder for the site]',
      )
    const config = readConfig({ ...env, ...(into && { DATA_DIR: into }) })
    const backup = await openBackup(from)
    const endRestore = await beginRestore(config.dataDir)
    await backup.putSecrets(config.dataDir)
    const postgres = await openPostgres(config.database, { exclusive: false, log: output.error })
    onExit(() => postgres.close())
    const store = await openStore(config, context)
    await restoreBackup({ postgres, store, backup })
    await endRestore()
    output.log(
      `${config.dataDir} contains the site as of ${backup.manifest.takenAt}. To start it: DATA_DIR=${config.dataDir} npm start`,
    )
    if (!backup.manifest.secrets.includes('session-secret') && !config.sessionSecret)
      output.log(
        'The session secret of that site was in its settings: set the same SESSION_SECRET, or all users have to sign in again.',
      )
    return { ok: true }
  },
}

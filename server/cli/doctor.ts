import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { assertCurrentSchema } from '#server/database/migrate.ts'
import { StartupError } from '#server/errors.ts'
import { findProviderProblems } from '#server/modules/accounts/provider/create-identity.ts'
import { formatSummary, runChecks } from '#server/modules/doctor/service.ts'
import { checkServer } from '#server/platform/postgres/check-server.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import { type Command, openSite } from './site-command.ts'
import { tryRestore } from './try-restore.ts'

/** `npm run doctor`: reports what is missing, orphaned or miscounted; `--fix` repairs it. `--try-restore` tries a backup. */
export const doctor: Command = {
  failurePrefix: 'The doctor did not run',
  async run(context) {
    const { args, env, output } = context
    const { fix, 'try-restore': backup } = readOptions(args)
    if (backup !== undefined) return { ok: await tryRestore(backup, context) }
    const config = readConfig(env)
    const { postgres, store } = await openSite(config, context)
    // Temporary tables and cursors: through a pooler each statement may find those of another run, or none.
    if ((await checkServer(postgres.url)).isPooled)
      throw new StartupError(
        'DATABASE_URL: The doctor needs a session of its own, which a connection pooler does not give: set DATABASE_DIRECT_URL to host and port of PostgreSQL itself.',
      )
    const outcome = await withLongRunningConnection(postgres.url, async (db) => {
      await assertCurrentSchema(db)
      return runChecks(
        {
          db,
          store,
          print: output.log,
          findProviderProblems: () => findProviderProblems(config.identity, config.publicUrl),
        },
        { fix },
      )
    })
    output.log(formatSummary(outcome, { fix }))
    return { ok: outcome.found === (fix ? outcome.repaired : 0) }
  },
}

function readOptions(args: string[]) {
  const options = {
    fix: { type: 'boolean', default: false },
    'try-restore': { type: 'string' },
  } as const
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new StartupError('the options are --fix, and --try-restore BACKUP.', { cause: error })
  }
}

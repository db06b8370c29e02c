import { allFixtures } from '#demo/fixtures/fixtures.ts'
import { createProgressReporter } from '#demo/progress-reporter.ts'
import { seedDemo } from '#demo/seed.ts'
import { type Command, openSite, runProgram } from '#server/cli/site-command.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { administratorEmails } from '#server/modules/accounts/provider/create-identity.ts'

/**
 * `npm run demo`: seeds an empty instance, whether its server is running or not. The files of an
 * interrupted run are removed by the next run, or by the server within a day.
 */
const demo: Command = {
  failurePrefix: 'No demo data was added',
  async run(context) {
    const { env, output } = context
    const config = readConfig(env)
    const { postgres, store } = await openSite(config, context)
    await migrate(postgres)
    const { identity, admins } = config
    const administrators = {
      emails: administratorEmails(identity, admins.emails),
      userIds: admins.userIds,
    }
    const report = createProgressReporter(process.stdout)
    const withReposts = config.features.includes('reposts')
    const deps = { postgres, store, administrators, report, withReposts }
    const summary = await seedDemo(deps, allFixtures)
    output.log(
      `\n${config.brandName} now has ${summary.tracks} tracks by ${summary.artists} artists, ${summary.playlists} playlists and ${summary.listeners} listeners.`,
    )
    output.log(`See it at ${config.publicUrl} (npm start, if it is not running yet).`)
    return { ok: true }
  },
}
await runProgram(demo, process.argv.slice(2))

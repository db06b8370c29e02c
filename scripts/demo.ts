import { allFixtures } from '#demo/fixtures/fixtures.ts'
import { createProgressReporter } from '#demo/progress-reporter.ts'
import { seedDemo } from '#demo/seed.ts'
import { environment, readConfig } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { administratorEmails } from '#server/platform/identity/create-identity.ts'
import { openSite, runCommand } from './site-command.ts'

/**
 * `npm run demo`: seeds an empty instance, whether its server is running or not. The files of an
 * interrupted run are removed by the next run, or by the server within a day.
 */
await runCommand('No demo data was added', async (onExit) => {
  const config = readConfig(environment())
  const { postgres, store } = await openSite(config, onExit)
  await migrate(postgres)
  const { identity, admins } = config
  const administrators = {
    emails: administratorEmails(identity, admins.emails),
    userIds: admins.userIds,
  }
  const report = createProgressReporter(process.stdout)
  const summary = await seedDemo({ postgres, store, administrators, report }, allFixtures)
  console.log(
    `\n${config.brandName} now has ${summary.tracks} tracks by ${summary.artists} artists, ${summary.playlists} playlists and ${summary.listeners} listeners.`,
  )
  console.log(`See it at ${config.publicUrl} (npm start, if it is not running yet).`)
  return { ok: true }
})

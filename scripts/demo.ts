import { availableParallelism } from 'node:os'
import { allFixtures, type Fixtures } from '#demo/fixtures/fixtures.ts'
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
    const begin = () => output.log(describeWork(allFixtures))
    const summary = await seedDemo({ ...deps, begin }, allFixtures)
    output.log(
      `\n${config.brandName} now has ${summary.tracks} tracks by ${summary.artists} artists, ${summary.playlists} playlists and ${summary.listeners} listeners.`,
    )
    output.log(`See it at ${config.publicUrl} (npm start, if it is not running yet).`)
    return { ok: true }
  },
}

/** About what a core of a small server renders, in seconds of audio per second. */
const renderedPerSecond = 2.3
const bytesPerSecond = 14_000

function describeWork({ artists }: Fixtures): string {
  const songs = artists.flatMap(({ tracks }) => tracks)
  const seconds = songs.reduce((sum, { seconds }) => sum + seconds, 0)
  const minutes = Math.ceil(seconds / renderedPerSecond / Math.min(4, availableParallelism()) / 60)
  const megabytes = Math.ceil((seconds * bytesPerSecond) / 10_000_000) * 10
  return `Demo data for an empty site: ${songs.length} tracks by ${artists.length} artists. It takes about ${minutes} minutes and ${megabytes} MB; the site can be used meanwhile.`
}
await runProgram(demo, process.argv.slice(2))

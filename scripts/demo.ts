import { environment, readConfig } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { wholeCast } from '#server/demo/cast/cast.ts'
import { fillWithDemo } from '#server/demo/fill.ts'
import { createProgressLine } from '#server/demo/progress-line.ts'
import { administratorEmails } from '#server/platform/identity/create-identity.ts'
import { openSite, runSiteCommand } from './site-command.ts'

/**
 * `npm run demo`: fills an empty instance, whether its server runs or not. Cut off, what is stored
 * by then is swept by the next run, or by the server within a day.
 */
await runSiteCommand('There will be no demo', async (atEnd) => {
  const config = readConfig(environment())
  const { postgres, store } = await openSite(config, atEnd)
  await migrate(postgres)
  const { identity, admins } = config
  const administrators = {
    emails: administratorEmails(identity, admins.emails),
    userIds: admins.userIds,
  }
  const report = createProgressLine(process.stdout)
  const made = await fillWithDemo({ postgres, store, administrators, report }, wholeCast)
  console.log(
    `\n${config.brandName} now has ${made.tracks} tracks by ${made.artists} artists, ${made.playlists} playlists and ${made.listeners} listeners.`,
  )
  console.log(`See it at ${config.publicUrl} (npm start, if it is not running yet).`)
  return { allWell: true }
})

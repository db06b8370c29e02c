import { environment, readConfig } from '#server/config.ts'
import { wholeCast } from '#server/demo/cast/cast.ts'
import { fillWithDemo } from '#server/demo/fill.ts'
import { createProgressLine } from '#server/demo/progress-line.ts'
import { CannotStart } from '#server/errors.ts'
import { administratorEmails } from '#server/platform/identity/create-identity.ts'
import { openObjectStore } from '#server/platform/objects/open.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { openPostgres } from '#server/platform/postgres/open.ts'
import { deriveKey, loadSessionSecret } from '#server/platform/secrets/session-secret.ts'

/** `npm run demo`: fills an empty instance, whether its server runs or not. */
const closers: (() => Promise<unknown>)[] = []
try {
  await fill()
} catch (error) {
  if (!isForPeople(error)) throw error
  console.error(`There will be no demo: ${error.message}`)
  process.exitCode = 1
} finally {
  for (const close of closers.reverse()) await close()
}

async function fill() {
  const config = readConfig(environment())
  const postgres = await openPostgres(config.database, { exclusive: false, log: console.error })
  closers.push(() => postgres.close())
  await migrate(postgres)
  const secret = await loadSessionSecret(config.sessionSecret, config.dataDir)
  const store = await openObjectStore(config.objects, {
    publicUrl: config.publicUrl,
    secret: deriveKey(secret, 'upload addresses'),
  })
  closers.push(() => store.close())
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
  console.log(`Nobody can sign in as them. Start the server with npm start: ${config.publicUrl}`)
}

function isForPeople(error: unknown): error is Error {
  return error instanceof CannotStart
}

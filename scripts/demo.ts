import { environment, readConfig } from '#server/config.ts'
import { wholeCast } from '#server/demo/cast/cast.ts'
import { fillWithDemo } from '#server/demo/fill.ts'
import { createProgressLine } from '#server/demo/progress-line.ts'
import { CannotStart } from '#server/errors.ts'
import { administratorEmails } from '#server/platform/identity/create-identity.ts'
import { NoSpaceLeft, StoreUnavailable } from '#server/platform/objects/object-store.ts'
import { openObjectStore } from '#server/platform/objects/open.ts'
import { isDatabaseDown } from '#server/platform/postgres/faults.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { openPostgres } from '#server/platform/postgres/open.ts'
import { deriveKey, loadSessionSecret } from '#server/platform/secrets/session-secret.ts'

/** `npm run demo`: fills an empty instance, whether its server runs or not. */
const closers: (() => Promise<unknown>)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    // What is stored by now is swept by the next run, or by the server within a day.
    await closeAll()
    process.exit(130)
  })

try {
  await fill()
} catch (error) {
  const reason = reasonOf(error)
  if (reason === undefined) throw error
  console.error(`There will be no demo: ${reason}`)
  process.exitCode = 1
} finally {
  await closeAll()
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
  console.log(`See it at ${config.publicUrl} (npm start, if it is not running yet).`)
}

/** One sentence for what a person can do something about; undefined for what is our own mistake. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof CannotStart) return error.message
  if (error instanceof StoreUnavailable || error instanceof NoSpaceLeft) return error.message
  return isDatabaseDown(error) ? 'the database went away; please run this again.' : undefined
}

async function closeAll() {
  for (const close of closers.splice(0).reverse()) await close().catch(() => {})
}

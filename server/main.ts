import path from 'node:path'
import { buildApp } from './app.ts'
import { type Config, environment, readConfig } from './config.ts'
import { CannotStart } from './errors.ts'
import { foldingTallies } from './modules/admin/analytics.ts'
import { startHousekeeping } from './modules/housekeeping/start.ts'
import { mendingRenamed } from './modules/search/renames/mend.ts'
import { recountWords } from './modules/search/search.ts'
import { chooseTopTracks } from './modules/search/top-tracks/choose.ts'
import { requireWhole } from './platform/backup/data-folder.ts'
import { loadWebBuild } from './platform/http/web-build.ts'
import { ensureAdministrator } from './platform/identity/built-in/administrator.ts'
import { createPasswords } from './platform/identity/built-in/passwords.ts'
import { administratorEmails } from './platform/identity/create-identity.ts'
import { openJobs } from './platform/jobs/jobs.ts'
import { openObjectStore } from './platform/objects/open.ts'
import { migrate } from './platform/postgres/migrate.ts'
import { openPostgres, type Postgres } from './platform/postgres/open.ts'
import { withPatience } from './platform/postgres/patient.ts'
import { deriveKey, loadSessionSecret } from './platform/secrets/session-secret.ts'

/** Composition root: settings, then what the app works with, then the app. Closed in the opposite order. */
const closers: (() => Promise<unknown>)[] = []
let stopping = false
await start().catch(giveUp)

async function giveUp(error: unknown) {
  // Told to stop before it had begun, everything is being closed already.
  if (stopping) return
  await closeAll()
  if (!(error instanceof CannotStart)) throw error
  console.error(`Soundpost did not start: ${error.message}`)
  process.exit(1)
}

async function start() {
  const config = readConfig(environment())
  await requireWhole(config.dataDir)
  const sessionSecret = await loadSessionSecret(config.sessionSecret, config.dataDir)
  const postgres = await openPostgres(config.database, { exclusive: true, log: console.error })
  closers.push(() => postgres.close())
  await migrate(postgres)
  const store = await openObjectStore(config.objects, {
    publicUrl: config.publicUrl,
    secret: deriveKey(sessionSecret, 'upload addresses'),
  })
  closers.push(() => store.close())
  const web = await loadWebBuild(path.join(import.meta.dirname, '../dist/web'))
  const app = await buildApp({ config, postgres, store, web, sessionSecret })
  closers.push(() => app.close())
  const administrator = await introduceAdministrator(config, postgres)
  await listen(app, config)
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  console.log(`\n${config.brandName} is ready: ${config.publicUrl}\n${administrator}`)
  const opening = openJobs(postgres.url, { log: console.error })
  closers.push(async () => (await opening).close())
  const jobs = await opening
  await startHousekeeping({ db: postgres.db, jobs, store }, [
    foldingTallies(postgres.db),
    mendingRenamed(postgres.db),
    {
      name: 'choose-top-tracks',
      cron: '17 * * * *',
      run: () => withPatience(postgres.url, chooseTopTracks),
    },
    {
      name: 'recount-search-words',
      cron: '43 3 * * *',
      run: () => withPatience(postgres.url, recountWords),
    },
  ])
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { port, host }: Config) {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new CannotStart(
        `port ${port} is taken by another program. Stop that one, or set PORT to another number.`,
      )
    if (code === 'EACCES')
      throw new CannotStart(
        `port ${port} may not be opened by this user. Set PORT to a number above 1023.`,
      )
    throw new CannotStart(`it cannot listen on HOST ${host}: ${message}.`, { cause: error })
  }
}

/** What the person who starts the server needs to know to sign in as administrator. */
async function introduceAdministrator(
  { identity, admins, dataDir }: Config,
  { url }: Postgres,
): Promise<string> {
  const [email] = administratorEmails(identity, admins.emails)
  if (identity.kind === 'external')
    return email || admins.userIds.length > 0
      ? `Administrators sign in through ${identity.issuer}.\n`
      : 'Nobody is administrator yet: set ADMIN_EMAILS.\n'
  if (!email) return ''
  const passwordFile = path.join(dataDir, 'admin-password.txt')
  // A password is hashed while the account is locked: on a busy machine longer than the pool waits.
  const outcome = await withPatience(url, (db) =>
    ensureAdministrator(db, createPasswords(), {
      email,
      password: admins.password,
      passwordFile,
    }),
  )
  const shown = path.relative('.', passwordFile)
  switch (outcome.kind) {
    case 'created':
      return outcome.generatedPassword
        ? `Administrator: ${email} with the password ${outcome.generatedPassword} (shown only now; kept in ${shown})\n`
        : `Administrator: ${email} with the password in ADMIN_PASSWORD\n`
    case 'address-not-verified':
      return `Somebody registered ${email} by themselves, so it is not the administrator: set ADMIN_EMAILS to another address.\n`
    default:
      return admins.password
        ? `Administrator: ${email} with the password in ADMIN_PASSWORD\n`
        : `Administrator: ${email} (the first password is kept in ${shown})\n`
  }
}

/** What is in flight finishes first; a second signal does not wait. */
async function stop() {
  if (stopping) process.exit(1)
  stopping = true
  setTimeout(() => process.exit(1), 30_000).unref()
  await closeAll()
  process.exit(0)
}

async function closeAll() {
  for (const close of closers.reverse())
    await close().catch((error: unknown) => console.error('Closing failed:', error))
}

import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { imageWidths, largeImageWidth } from '#contract/limits.ts'
import {
  administratorEmails,
  findProviderProblems,
} from '#server/modules/accounts/provider/create-identity.ts'
import { endSessionsOfOtherSecrets } from '#server/modules/accounts/sessions/sessions.ts'
import { buildApp } from './app.ts'
import { type Config, environment, type MailConfig, projectFolder, readConfig } from './config.ts'
import { migrate } from './database/migrate.ts'
import { StartupError } from './errors.ts'
import { findMisspelledSettings } from './misspelled-settings.ts'
import { compactTotalsTask } from './modules/analytics/service.ts'
import { readLayoutsTask } from './modules/downloads/layouts.ts'
import { startHousekeeping } from './modules/housekeeping/service.ts'
import { reportDigestTask } from './modules/moderation/mails.ts'
import { notificationDigestTask } from './modules/notifications/digest.ts'
import { startProcessing } from './modules/processing/worker.ts'
import {
  rebuildTerms,
  refreshHotSet,
  reindexRenamedTask,
} from './modules/search/maintenance-service.ts'
import { endOldUrlsTask } from './modules/versions/service.ts'
import { assertRestoreComplete } from './platform/backup/restore-marker.ts'
import { loadWebBuild } from './platform/http/web-build.ts'
import { type Jobs, openJobs } from './platform/jobs/jobs.ts'
import { describeForLog, serializeError } from './platform/log/serialize-error.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { createSmtpTransport } from './platform/mail/transport.ts'
import { createAudioProcessor, processingConcurrency } from './platform/media/audio-processor.ts'
import { createMedia } from './platform/media/media.ts'
import type { ObjectStore } from './platform/objects/object-store.ts'
import { openObjectStore } from './platform/objects/open.ts'
import { describeDatabaseError } from './platform/postgres/describe-error.ts'
import { withLongRunningConnection } from './platform/postgres/long-running-connection.ts'
import { openPostgres } from './platform/postgres/open.ts'
import { assertTimeZone } from './platform/postgres/time-zone.ts'
import { deriveUploadKey, loadSessionSecret } from './platform/secrets/secrets.ts'
import { prepareAdministrator, startupMessage } from './startup-message.ts'

/** Composition root: configuration, resources, app. Closed in reverse order. */
const closers: (() => Promise<unknown>)[] = []
const stopping = new AbortController()
// Rejections that nothing handles arrive here too.
process.on('uncaughtException', crash)
await start().catch(fail)

async function fail(error: unknown) {
  // Stopped by a signal during the start: everything is being closed already.
  if (stopping.signal.aborted) return
  await closeAll()
  const reason = error instanceof StartupError ? error.message : describeDatabaseError(error)
  if (reason === undefined) crash(error)
  console.error(`Soundpost did not start: ${reason}`)
  process.exit(1)
}

/** A line about what happens while the server runs. Hoisted: the start is awaited above. */
function logLine(line: string) {
  console.error(`${new Date().toISOString()} ${line}`)
}

/** Node itself would print every field of the error, including personal data. */
function crash(error: unknown): never {
  console.error('Unexpected error:', JSON.stringify(serializeError(error)))
  process.exit(1)
}

async function start() {
  const variables = environment()
  for (const notice of findMisspelledSettings(Object.keys(variables))) console.error(notice)
  const config = readConfig(variables)
  await assertRestoreComplete(config.dataDir)
  const sessionSecret = await loadSessionSecret(config.sessionSecret, config.dataDir)
  const postgres = await openPostgres(config.database, { exclusive: true, log: logLine })
  closers.push(() => postgres.close())
  await migrate(postgres)
  await assertTimeZone(postgres.db, config.statsTimeZone)
  // Large sites have hundreds of thousands of sessions, so the statement can take long.
  await withLongRunningConnection(postgres.url, (db) =>
    endSessionsOfOtherSecrets(db, sessionSecret),
  )
  const store = await openObjectStore(config.objects, {
    publicUrl: config.publicUrl,
    secret: deriveUploadKey(sessionSecret),
  })
  closers.push(() => store.close())
  const web = await loadWebBuild(path.join(projectFolder, 'dist/web'))
  const opening = openJobs(postgres.url, { log: logLine })
  opening.catch(() => {})
  closers.push(async () => (await opening).close())
  const mailer = config.mail && openMailer(config, config.mail, opening)
  const media = createMedia({ imageWidths, largeImageWidth })
  closers.push(() => media.close())
  const app = await buildApp({
    config,
    postgres,
    store,
    media,
    web,
    sessionSecret,
    mailer,
    stopping: stopping.signal,
  })
  closers.push(() => app.close())
  const administrator = await prepareAdministrator(config, postgres)
  await listen(app, config)
  const stopThis = () => stop(config.shutdownDelay)
  process.on('SIGTERM', stopThis)
  process.on('SIGINT', stopThis)
  console.log(startupMessage(config, administrator))
  void reportProviderProblems(config)
  void reportStoreProblems(store)
  const processing = startProcessing(
    {
      db: postgres.db,
      store,
      processor: createAudioProcessor(),
      renditions: config.renditions,
      hasFreeSpace: postgres.hasFreeSpace,
    },
    {
      concurrency: processingConcurrency,
      onFailure: (error) => logLine(`Processing audio failed: ${describeForLog(error)}`),
    },
  )
  closers.push(() => processing.stop())
  const jobs = await opening
  await startHousekeeping({ db: postgres.db, jobs, store }, [
    compactTotalsTask(postgres.db),
    endOldUrlsTask(postgres.db),
    readLayoutsTask({ db: postgres.db, store, media }),
    reportDigestTask({
      db: postgres.db,
      mailer,
      administrators: {
        emails: administratorEmails(config.identity, config.admins.emails),
        userIds: config.admins.userIds,
      },
    }),
    notificationDigestTask({ db: postgres.db, mailer }),
    reindexRenamedTask(postgres.db),
    {
      name: 'refresh-hot-set',
      cron: '17 * * * *',
      run: () => withLongRunningConnection(postgres.url, refreshHotSet),
    },
    {
      name: 'rebuild-term-statistics',
      cron: '43 3 * * *',
      run: () => withLongRunningConnection(postgres.url, rebuildTerms),
    },
  ])
}

function openMailer(config: Config, mail: MailConfig, jobs: Promise<Jobs>) {
  const transport = createSmtpTransport(mail)
  closers.push(async () => transport.close())
  return createMailer({ jobs, transport, site: config })
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { port, host }: Config) {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartupError(
        `port ${port} is already in use. Stop the other program, or set PORT to another number.`,
      )
    if (code === 'EACCES')
      throw new StartupError(
        `this user may not listen on port ${port}. Set PORT to a number above 1023.`,
      )
    throw new StartupError(`it cannot listen on HOST ${host}: ${message}.`, { cause: error })
  }
}

/** Logs at the start what would make every sign-in fail. The rest of the site works meanwhile. */
async function reportProviderProblems({ identity, publicUrl }: Config) {
  for (const problem of await findProviderProblems(identity, publicUrl))
    console.error(`Sign-in does not work: ${problem}`)
}

/** Logs at the start which settings of the store could be better. /readyz reports a store that is down. */
async function reportStoreProblems(store: ObjectStore) {
  for (const problem of await store.findProblems().catch(() => [])) console.error(problem)
}

/**
 * Graceful shutdown: after the delay, in which proxies notice that the server is not ready, requests in flight finish. A
 * second signal exits immediately.
 */
async function stop(delaySeconds: number) {
  if (stopping.signal.aborted) process.exit(1)
  stopping.abort()
  await setTimeout(delaySeconds * 1000)
  setTimeout(30_000, undefined, { ref: false }).then(() => process.exit(1))
  await closeAll()
  process.exit(0)
}

async function closeAll() {
  for (const close of closers.reverse())
    await close().catch((error: unknown) =>
      console.error(`Closing failed: ${describeForLog(error)}`),
    )
}

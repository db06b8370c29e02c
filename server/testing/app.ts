import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { imageWidths, largeImageWidth } from '#contract/limits.ts'
import type { RenderPage } from '#contract/ssr.ts'
import type { SiteMailer } from '#server/app/http.ts'
import { buildApp } from '#server/app.ts'
import { type Config, type MailConfig, type ObjectsConfig, readConfig } from '#server/config.ts'
import { createPasswordHasher } from '#server/modules/accounts/sign-in/passwords.ts'
import type { ConnectionLimits } from '#server/platform/http/slow-connections.ts'
import type { WebBuild } from '#server/platform/http/web-build.ts'
import { openJobs } from '#server/platform/jobs/jobs.ts'
import { createMailer } from '#server/platform/mail/mailer.ts'
import { createSmtpTransport } from '#server/platform/mail/transport.ts'
import { createMedia } from '#server/platform/media/media.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { openObjectStore } from '#server/platform/objects/open.ts'
import type { Postgres } from '#server/platform/postgres/open.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { startTestSession, testSessionSecret } from './sessions.ts'

type Request = { body?: unknown; headers?: Record<string, string>; redirect?: 'follow' | 'manual' }
/** Calls the app as one user, or as a visitor. */
export type Caller = (method: string, path: string, request?: Request) => Promise<Response>

export type TestApp = {
  app: FastifyInstance
  url: string
  config: Config
  postgres: Postgres
  store: ObjectStore
  /** Undefined without SMTP_URL. */
  mailer: SiteMailer | undefined
  visitor: Caller
  /** A caller who is signed in as this user, without the sign-in form. */
  as(user: { id: string }): Promise<Caller>
  close(): Promise<void>
}

export type TestAppOptions = {
  /** Settings as in the environment. */
  env?: Record<string, string>
  /** Another store than a temporary folder. */
  objects?: ObjectsConfig | undefined
  /** Receives every log line, at the level `LOG_LEVEL`, here `warn` by default. */
  log?: string[]
  connectionLimits?: Partial<ConnectionLimits>
  streamCheckMs?: number
  /** Another database than one of the run's PostgreSQL; with `DATABASE_READ_URL` in `env`, for example. */
  database?: TestDatabase
}

/**
 * The test files of a worker share a sandbox process, whose start takes half a second of CPU time. It exits with the
 * worker.
 */
const media = createMedia({ imageWidths, largeImageWidth, sandbox: { niceness: 0 } })

/** The real app on a real port with its own database and folder; every response is validated against the contract. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { env = {}, objects, log, connectionLimits, streamCheckMs } = options
  const [port, dataDir, database] = await Promise.all([
    freePort(),
    mkdtemp(path.join(tmpdir(), 'soundpost-')),
    options.database ?? createTestDatabase(),
  ])
  const config = readConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: log ? 'warn' : 'silent',
    RATE_LIMIT_SCALE: '1000',
    ...env,
  })
  const { postgres } = database
  const sessionSecret = config.sessionSecret ?? testSessionSecret
  const store = await openObjectStore(objects ?? config.objects, {
    publicUrl: config.publicUrl,
    secret: sessionSecret,
  })
  const mail = config.mail && openTestMailer(config, config.mail, database.url)
  const app = await buildApp({
    config,
    mailer: mail?.mailer,
    postgres,
    store,
    media,
    web: emptyWebBuild(dataDir),
    sessionSecret,
    validateResponses: true,
    passwordHasher: createPasswordHasher({ log2N: 8, r: 8, p: 1 }),
    streamCheckMs,
    ...(connectionLimits && { connectionLimits }),
    ...(log && { logStream: { write: (line: string) => void log.push(line) } }),
  })
  await app.listen({ port, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${port}`

  const as = async ({ id }: { id: string }) => {
    const sid = await startTestSession(postgres.db, id, sessionSecret)
    return createCaller(url, {
      cookie: `${config.publicUrl.startsWith('https:') ? '__Host-sid' : 'sid'}=${sid}`,
    })
  }
  const close = async () => {
    await app.close()
    await mail?.close()
    await store.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const visitor = createCaller(url, {})
  return { app, url, config, postgres, store, mailer: mail?.mailer, visitor, as, close }
}

/** With the real job queue, as in main.ts. */
function openTestMailer(config: Config, mail: MailConfig, databaseUrl: string) {
  const jobs = openJobs(databaseUrl, { log: () => {}, pollSeconds: 0.5 })
  const transport = createSmtpTransport(mail, { connect: 2000, response: 2000 })
  return {
    mailer: createMailer({ jobs, transport, site: config, retryDelay: 1 }),
    async close() {
      await (await jobs).close()
      transport.close()
    },
  }
}

/** `own` are the headers that this caller always sends. */
export function createCaller(url: string, own: Record<string, string>): Caller {
  return (method, to, { body, headers = {}, redirect = 'manual' } = {}) =>
    fetch(url + to, {
      method,
      redirect,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...own,
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
}

/** API tests need nothing of the web build but its pages. */
function emptyWebBuild(directory: string): WebBuild {
  const template =
    '<!doctype html><html><head><!--head--></head><body><div id="root"><!--page--></div><!--data--></body></html>'
  return {
    directory,
    template,
    asset: (source) => `/assets/${source}`,
    chunksFor: () => [],
    async renderPage(page) {
      const built = new URL('../../dist/web/.server/entry-server.js', import.meta.url)
      const { renderPage }: { renderPage: RenderPage } = await import(built.href)
      return renderPage(page)
    },
    serviceWorker: "const shell = '%shell-revision%'",
  }
}

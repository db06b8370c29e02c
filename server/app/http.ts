import { limits } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'
import type { AccountMail } from '#server/modules/accounts/settings/mails.ts'
import type { PasswordHasher } from '#server/modules/accounts/sign-in/passwords.ts'
import { metricsRoutes } from '#server/modules/analytics/metrics-routes.ts'
import { createMissingEmbed } from '#server/modules/embeds/routes.ts'
import type { ModerationMail } from '#server/modules/moderation/mails.ts'
import type { NotificationMail } from '#server/modules/notifications/digest.ts'
import { createDocument } from '#server/modules/pages/document.ts'
import { createMalformedUrlPage } from '#server/modules/pages/routes.ts'
import { createMalformedCall } from '#server/modules/subsonic/routes.ts'
import { getFediverseHandle } from '#server/modules/users/service.ts'
import { packageVersion } from '#server/platform/files/package-version.ts'
import { registerDiskSpaceGuard } from '#server/platform/http/disk-space-guard.ts'
import { createFastify } from '#server/platform/http/fastify.ts'
import { healthRoutes } from '#server/platform/http/health.ts'
import { registerOpenApi } from '#server/platform/http/openapi.ts'
import { markWrites } from '#server/platform/http/recent-write.ts'
import {
  type ConnectionLimits,
  defaultConnectionLimits,
} from '#server/platform/http/slow-connections.ts'
import { registerStaticFiles, type WebBuild } from '#server/platform/http/web-build.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { Media } from '#server/platform/media/media.ts'
import { createSquareJpegs } from '#server/platform/media/square-jpeg.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Postgres } from '#server/platform/postgres/open.ts'
import { createRateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'

/** Sends the mails of all modules. */
export type SiteMailer = Mailer<AccountMail | ModerationMail | NotificationMail>

export type AppDeps = {
  config: Config
  postgres: Postgres
  store: ObjectStore
  media: Media
  web: WebBuild
  sessionSecret: string
  /** Undefined if SMTP_URL is not set. */
  mailer?: SiteMailer | undefined
  /** Aborted when the server is told to stop: it still serves requests, but is not ready. */
  stopping?: AbortSignal
  /** Validates responses against the contract, for tests. */
  validateResponses?: boolean
  /** Tests use a cheaper hash. */
  passwordHasher?: PasswordHasher
  /** Where log lines go instead of stdout, for tests. */
  logStream?: { write(line: string): void }
  /** Other limits than the default ones, for tests. */
  connectionLimits?: Partial<ConnectionLimits>
  /** How often open streams are checked, for tests. */
  streamCheckMs?: number | undefined
}

export type Http = Awaited<ReturnType<typeof createHttp>>

/** The server without the routes of modules. */
export async function createHttp({ config, postgres, store, web, ...deps }: AppDeps) {
  const { publicUrl, brandName, legal, features, rateLimitScale: scale } = config
  const site = { publicUrl, brandName }
  const embedPage = {
    site,
    assets: { stylesheet: web.asset('styles/embed.css'), script: web.asset('embed/embed.ts') },
  }
  const { template, renderPage, chunksFor } = web
  const renderDocument = createDocument({ template, site, legal, features })
  const fediverseOf = (userId: string) => getFediverseHandle(postgres.db, userId)
  const pages = { site, legal, features, renderPage, renderDocument, chunksFor, fediverseOf }
  const sendMissingEmbed = createMissingEmbed(embedPage)
  const sendMalformedUrlPage = createMalformedUrlPage(pages)
  const sendMalformedCall = createMalformedCall(packageVersion)
  const limitsOfConnections = { ...defaultConnectionLimits, ...deps.connectionLimits }
  const app = await createFastify({
    ...config,
    sendUnroutable: (...args) =>
      sendMalformedCall(...args) ?? sendMissingEmbed(...args) ?? sendMalformedUrlPage(...args),
    storeOrigins: store.origins,
    validateResponses: deps.validateResponses ?? false,
    ...(deps.logStream && { logStream: deps.logStream }),
    connectionLimits: {
      ...limitsOfConnections,
      maxPerAddress: limitsOfConnections.maxPerAddress * Math.max(1, scale),
    },
  })
  registerDiskSpaceGuard(app, {
    hasFreeSpace: (bytes) => postgres.hasFreeSpace(bytes),
    maxBodyBytes: limits.maxAudioBytes,
  })
  const dependencies = [
    { name: 'the database', check: () => postgres.pool.query('select 1') },
    { name: 'the object store', check: () => store.check() },
  ]
  if (config.database.kind === 'url' && config.database.readUrl) markWrites(app, publicUrl)
  healthRoutes(app, dependencies, deps.stopping)
  const { metricsToken: token, dataDir } = config
  if (token) metricsRoutes(app, { token, postgres, dataDir })
  const limiter = createRateLimiter({ db: postgres.db, scale })
  app.addHook('onClose', async () => limiter.close())
  await registerOpenApi(app, { title: brandName, version: '1' }, limiter)
  await registerStaticFiles(app, web)
  return { app, limiter, site, embedPage, pages, toSquareJpeg: createSquareJpegs() }
}

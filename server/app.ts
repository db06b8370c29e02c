import type { FastifyInstance } from 'fastify'
import { limits } from '#contract/limits.ts'
import { createApiTokens } from '#server/modules/accounts/app-credentials/api-tokens.ts'
import { createViewerOf } from '#server/modules/accounts/app-credentials/authenticate-token.ts'
import { createAppPasswords } from '#server/modules/accounts/app-credentials/service.ts'
import {
  administratorEmails,
  createIdentity,
} from '#server/modules/accounts/provider/create-identity.ts'
import { createAuthContext } from '#server/modules/accounts/sessions/auth-context.ts'
import { linkRoutes } from '#server/modules/accounts/settings/link-routes.ts'
import { type AccountMail, composeAccountMails } from '#server/modules/accounts/settings/mails.ts'
import { accountRoutes } from '#server/modules/accounts/settings/routes.ts'
import {
  createPublishPolicy,
  createStorageQuota,
} from '#server/modules/accounts/settings/service.ts'
import type { PasswordHasher } from '#server/modules/accounts/sign-in/passwords.ts'
import { authRoutes } from '#server/modules/accounts/sign-in/routes.ts'
import type { Config } from './config.ts'
import { metricsRoutes } from './modules/analytics/metrics-routes.ts'
import { analyticsRoutes } from './modules/analytics/routes.ts'
import { blockRoutes } from './modules/blocks/routes.ts'
import { commentRoutes } from './modules/comments/routes.ts'
import { creditRoutes } from './modules/credits/routes.ts'
import { deletionRoutes } from './modules/deletion/routes.ts'
import { discoverRoutes } from './modules/discover/routes.ts'
import { loadDiscovery } from './modules/discover/service.ts'
import { downloadRoutes } from './modules/downloads/routes.ts'
import { createMissingEmbed, embedRoutes, oEmbedRoutes } from './modules/embeds/routes.ts'
import { exportLinkRoute, exportRoutes } from './modules/exports/routes.ts'
import { startExports } from './modules/exports/service.ts'
import { feedRoutes } from './modules/feeds/routes.ts'
import { followRoutes } from './modules/follows/routes.ts'
import { imageRoutes, squareImageRoutes } from './modules/images/routes.ts'
import { inviteRoutes } from './modules/invites/routes.ts'
import { libraryRoutes } from './modules/library/routes.ts'
import { likeRoutes } from './modules/likes/routes.ts'
import { createLikes } from './modules/likes/service.ts'
import { composeModerationMails, type ModerationMail } from './modules/moderation/mails.ts'
import { moderationRoutes } from './modules/moderation/routes.ts'
import { composeDigests, type NotificationMail } from './modules/notifications/digest.ts'
import { kindsOf } from './modules/notifications/kinds.ts'
import { notificationRoutes } from './modules/notifications/routes.ts'
import { createUnsubscribeTokens } from './modules/notifications/unsubscribe.ts'
import { unsubscribeRoutes } from './modules/notifications/unsubscribe-routes.ts'
import { createDocument, renderAppShell } from './modules/pages/document.ts'
import { createMalformedUrlPage, createPublicPages, pageRoutes } from './modules/pages/routes.ts'
import { pinRoutes } from './modules/pins/routes.ts'
import { playerRoutes } from './modules/player/routes.ts'
import { playlistRoutes } from './modules/playlists/routes.ts'
import { startFlushLoop } from './modules/plays/flush-pending.ts'
import { createPlayRecorder } from './modules/plays/recorder.ts'
import { playRoutes } from './modules/plays/routes.ts'
import { createPlayCounter } from './modules/plays/service.ts'
import { processingRoutes } from './modules/processing/routes.ts'
import { startPublishing } from './modules/publishing/service.ts'
import { pushRoutes } from './modules/push/routes.ts'
import { startPush } from './modules/push/start.ts'
import { pwaRoutes } from './modules/pwa/routes.ts'
import { repostRoutes } from './modules/reposts/routes.ts'
import { scrobblingRoutes } from './modules/scrobbling/routes.ts'
import { startScrobbling } from './modules/scrobbling/start.ts'
import { searchRoutes } from './modules/search/routes.ts'
import { searchEngineRoutes } from './modules/search-engines/routes.ts'
import { createShareLinks } from './modules/share-links/open.ts'
import { shareLinkRoutes } from './modules/share-links/routes.ts'
import { statsRoutes } from './modules/stats/routes.ts'
import { watchOpenStreams } from './modules/streaming/open-streams.ts'
import { streamingRoutes } from './modules/streaming/routes.ts'
import { subsonicRoutes } from './modules/subsonic/routes.ts'
import { trackRoutes } from './modules/tracks/routes.ts'
import { uploadRoutes } from './modules/uploads/routes.ts'
import { createManagedUserPresenter } from './modules/users/presenter.ts'
import { userRoutes } from './modules/users/routes.ts'
import { getFediverseHandle } from './modules/users/service.ts'
import { versionRoutes } from './modules/versions/routes.ts'
import { packageVersion } from './platform/files/package-version.ts'
import { registerDiskSpaceGuard } from './platform/http/disk-space-guard.ts'
import { createFastify } from './platform/http/fastify.ts'
import { healthRoutes } from './platform/http/health.ts'
import { registerOpenApi } from './platform/http/openapi.ts'
import { markWrites } from './platform/http/recent-write.ts'
import { createRegisterRoute } from './platform/http/register-route.ts'
import { type ConnectionLimits, defaultConnectionLimits } from './platform/http/slow-connections.ts'
import { registerStaticFiles, type WebBuild } from './platform/http/web-build.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { Media } from './platform/media/media.ts'
import { createSquareJpegs } from './platform/media/square-jpeg.ts'
import type { ObjectStore } from './platform/objects/object-store.ts'
import type { Postgres } from './platform/postgres/open.ts'
import { readFromPrimary } from './platform/postgres/read-replica.ts'
import { createRateLimiter } from './platform/rate-limit/rate-limiter.ts'
import { deriveKey } from './platform/secrets/secrets.ts'
import { memoizeAsync } from './shared/memoize-async.ts'

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

/** Builds the HTTP server from its dependencies; opens nothing itself. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const http = await createHttp(deps)
  const accounts = await registerAccounts(deps, http)
  registerContent(deps, http, accounts)
  registerAdministration(deps, http, accounts)
  registerPages(deps, http, accounts)
  return http.app
}

type Http = Awaited<ReturnType<typeof createHttp>>

/** The server without the routes of modules. */
async function createHttp({ config, postgres, store, web, ...deps }: AppDeps) {
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
  const app = await createFastify({
    ...config,
    sendUnroutable: (...args) => sendMissingEmbed(...args) ?? sendMalformedUrlPage(...args),
    storeOrigins: store.origins,
    validateResponses: deps.validateResponses ?? false,
    ...(deps.logStream && { logStream: deps.logStream }),
    connectionLimits: {
      maxPerAddress: defaultConnectionLimits.maxPerAddress * Math.max(1, scale),
      ...deps.connectionLimits,
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

type Accounts = Awaited<ReturnType<typeof registerAccounts>>

/** Signing in, and what users do with their accounts. */
async function registerAccounts(
  { config, postgres: { db }, web, mailer, sessionSecret, passwordHasher }: AppDeps,
  { app, limiter }: Http,
) {
  const { publicUrl, brandName, legal, admins } = config
  const emails = administratorEmails(config.identity, admins.emails)
  const auth = createAuthContext({
    db,
    publicUrl,
    sessionSecret,
    administrators: { emails, userIds: admins.userIds },
  })
  const apiTokens = createApiTokens(db, sessionSecret)
  const viewerOf = createViewerOf({ auth, apiTokens, limiter })
  const registerRoute = createRegisterRoute(app, { viewerOf, limiter })
  const identity = await createIdentity(app, {
    identity: config.identity,
    db,
    publicUrl,
    sessionSecret,
    limiter,
    branding: {
      brandName,
      legal,
      stylesheet: web.asset('styles/auth-pages.css'),
      script: web.asset('auth-pages/forms.ts'),
      passkeyScript: web.asset('auth-pages/passkeys.ts'),
    },
    reservedEmails: emails,
    mailer,
    passwordHasher,
  })
  const localAccounts = identity.builtIn?.accounts
  const appPasswords = createAppPasswords(db, sessionSecret)
  authRoutes(app, { db, publicUrl, identity, auth, limiter })
  accountRoutes(registerRoute, {
    ...{ db, publicUrl, auth, identity, appPasswords, apiTokens, mailer, limiter },
  })
  if (localAccounts)
    linkRoutes(app, { db, publicUrl, auth, identity, localAccounts, mailer, limiter })
  mailer?.register(composeAccountMails({ db, publicUrl, brandName }))
  const assertCanPublish = createPublishPolicy(db, { localAccounts, hasMail: mailer !== undefined })
  return { auth, identity, registerRoute, assertCanPublish, appPasswords }
}

/** Tracks and playlists: uploading, finding, playing and collecting them. */
function registerContent(
  { config, postgres, store, media, mailer, sessionSecret, streamCheckMs }: AppDeps,
  { app, limiter, toSquareJpeg }: Http,
  { auth, identity, registerRoute, assertCanPublish, appPasswords }: Accounts,
): void {
  const { db } = postgres
  const { branding } = identity
  const warn = (message: string) => (error: unknown) => app.log.warn({ err: error }, message)
  uploadRoutes(app, registerRoute, {
    db,
    store,
    media,
    rateLimitScale: config.rateLimitScale,
    storageQuota: createStorageQuota(db, config.uploadQuotaBytes, auth.administrators),
    hasFreeSpace: (bytes) => postgres.hasFreeSpace(bytes),
    assertCanPublish,
  })
  const exportWorker = startExports(
    { db, store },
    { onFailure: warn('preparing an export failed') },
  )
  app.addHook('onClose', () => exportWorker.stop())
  exportRoutes(registerRoute, { db, wake: exportWorker.wake })
  exportLinkRoute(app, { viewerOf: auth.viewerOf, limiter }, { db, store, branding })
  const shareLinks = createShareLinks({ db, limiter, publicUrl: config.publicUrl })
  const openStreams = watchOpenStreams(db, {
    intervalMs: streamCheckMs,
    onFailure: warn('checking open streams failed'),
  })
  app.addHook('onClose', () => openStreams.stop())
  const counter = createPlayCounter(db, config.statsTimeZone)
  const recorder = createPlayRecorder({
    counter,
    limiter,
    listenerSalt: deriveKey(sessionSecret, 'embedded listeners'),
    onFailure: warn('counting a play failed'),
  })
  streamingRoutes(registerRoute, {
    ...{ db, store, openStreams, shareLinks },
    recordPlay: recorder.record,
  })
  downloadRoutes(registerRoute, {
    ...{ db, store, toSquareJpeg, openStreams, shareLinks },
    timeZone: config.statsTimeZone,
  })
  processingRoutes(registerRoute, { db })
  imageRoutes(registerRoute, { db, store, shareLinks })
  trackRoutes(registerRoute, {
    db,
    store,
    assertCanPublish,
  })
  versionRoutes(registerRoute, { db, store, assertCanPublish })
  const likes = createLikes(db)
  likeRoutes(registerRoute, { db, likes })
  creditRoutes(registerRoute, { db })
  const hasReposts = config.features.includes('reposts')
  libraryRoutes(registerRoute, { db, hasReposts })
  const kinds = kindsOf(config.features)
  const tokens = createUnsubscribeTokens(sessionSecret)
  unsubscribeRoutes(app, { db, limiter, tokens })
  const { brandName } = config
  mailer?.register(composeDigests({ db, publicUrl: config.publicUrl, brandName, tokens }))
  notificationRoutes(registerRoute, { db, hasMail: mailer !== undefined, kinds })
  const push = startPush({
    ...config,
    ...{ db, sessionSecret, version: packageVersion },
    onFailure: warn('sending a push message failed'),
  })
  app.addHook('onClose', () => push.stop())
  pushRoutes(registerRoute, { auth, push: push.push })
  pinRoutes(registerRoute, { db })
  playerRoutes(registerRoute, { db })
  deletionRoutes(registerRoute, { db })
  const scrobbling = startScrobbling({
    ...config,
    ...{ db, sessionSecret, version: packageVersion },
    onFailure: warn('scrobbling failed'),
  })
  app.addHook('onClose', () => scrobbling.stop())
  const { scrobbler } = scrobbling
  scrobblingRoutes(registerRoute, { db, auth, scrobbler })
  const { publicUrl } = config
  shareLinkRoutes(registerRoute, { db, publicUrl, shareLinks, recorder })
  playRoutes(registerRoute, { db, counter, recorder, publicUrl })
  statsRoutes(registerRoute, { db, timeZone: config.statsTimeZone, recorder, limiter })
  const publishing = startPublishing(db, { onFailure: warn('scheduled publishing failed') })
  app.addHook('onClose', () => publishing.stop())
  const flushLoop = startFlushLoop(db, { onFailure: warn('flushing pending plays failed') })
  app.addHook('onClose', () => flushLoop.stop())
  playlistRoutes(registerRoute, { db, store, assertCanPublish })
  followRoutes(registerRoute, { db })
  blockRoutes(registerRoute, { db })
  if (config.features.includes('comments'))
    commentRoutes(registerRoute, { db, limiter, assertCanPublish })
  if (hasReposts) repostRoutes(registerRoute, { db })
  searchRoutes(registerRoute, { db })
  subsonicRoutes(app, {
    ...{ db, store, likes, recorder, assertCanPublish, openStreams, toSquareJpeg, limiter },
    appPasswords,
    scrobbler,
    publicUrl: config.publicUrl,
    brandName: config.brandName,
    serverVersion: packageVersion,
    isProxied: config.subsonicProxy,
    timeZone: config.statsTimeZone,
  })
}

/** Users, and what an administrator does with them and their content. */
function registerAdministration(
  { config, postgres: { db }, store, mailer }: AppDeps,
  { limiter }: Http,
  { auth: { administrators }, identity, registerRoute, assertCanPublish }: Accounts,
): void {
  const { publicUrl, brandName } = config
  const hasPasswords = identity.builtIn !== undefined
  const presentManagedUser = createManagedUserPresenter({ administrators, hasPasswords })
  analyticsRoutes(registerRoute, { db })
  userRoutes(registerRoute, { db, presentManagedUser, assertCanPublish })
  inviteRoutes(registerRoute, { db, publicUrl })
  moderationRoutes(registerRoute, {
    db,
    store,
    limiter,
    mailer,
    administrators,
    presentManagedUser,
    features: config.features,
  })
  mailer?.register(composeModerationMails({ db, publicUrl, brandName }))
}

/** HTML, feeds, and what search engines and other sites read. */
function registerPages(
  { config: { brandName, features, deniesTraining }, postgres: { db }, store, web }: AppDeps,
  { app, limiter, site, embedPage, pages, toSquareJpeg }: Http,
  { auth: { viewerOf }, registerRoute }: Accounts,
): void {
  const discovery = memoizeAsync(() => readFromPrimary(() => loadDiscovery(db)))
  afterWrites(app, discovery.invalidate)
  discoverRoutes(registerRoute, { db, discovery })

  const studioName = `${brandName} Studio`
  searchEngineRoutes(app, { db, site, limiter, deniesTraining })
  pwaRoutes(app, {
    site,
    appShell: renderAppShell(pages.renderDocument, site),
    serviceWorker: web.serviceWorker,
    limiter,
  })
  squareImageRoutes(app, { db, store, limiter, toSquareJpeg })
  oEmbedRoutes(app, { db, site, studioName, limiter })
  const hasComments = features.includes('comments')
  feedRoutes(app, { db, store, site: { ...site, hasComments }, limiter })
  embedRoutes(app, { ...embedPage, db, studioName, limiter })
  const publicPages = createPublicPages()
  afterWrites(app, () => publicPages.clear())
  pageRoutes(app, { ...pages, publicPages, viewerOf, limiter })
}

/** Calls the listener after every successful write of public content, before its response is sent. */
function afterWrites(app: FastifyInstance, listener: () => void) {
  app.addHook('onSend', ({ method, routeOptions: { config } }, { statusCode }, _payload, done) => {
    const isWrite = config.isWrite || (method !== 'GET' && method !== 'HEAD' && statusCode < 400)
    if (isWrite && !config.privateWrite) listener()
    done()
  })
}

import type { IdentityConfig } from '#server/config.ts'
import {
  administratorEmails,
  createIdentity,
} from '#server/modules/accounts/provider/create-identity.ts'
import { createAuthContext } from '#server/modules/accounts/sessions/auth-context.ts'
import {
  createPasswordHasher,
  type PasswordHasher,
} from '#server/modules/accounts/sign-in/passwords.ts'
import { authRoutes } from '#server/modules/accounts/sign-in/routes.ts'
import { createFastify } from '#server/platform/http/fastify.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { createRateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import { createBrowser } from './browser.ts'
import { createTestDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { testSessionSecret } from './sessions.ts'

type Options = {
  db: Db
  identity?: IdentityConfig
  publicUrl?: string
  administrators?: { emails: readonly string[]; userIds: readonly string[] }
  rateLimitScale?: number
  sessionSecret?: string
  passwordHasher?: PasswordHasher
}

export type AuthServer = Awaited<ReturnType<typeof startAuthServer>>

/** The sign-in routes alone, with a database of their own. */
export async function startAuthServerWithDatabase() {
  const database = await createTestDatabase()
  const { db } = database.postgres
  const server = await startAuthServer({ db })
  const close = async () => {
    await server.close()
    await database.drop()
  }
  return { ...server, database, db, close }
}

/** The sign-in routes alone, on a real port. */
export async function startAuthServer(options: Options) {
  const port = await freePort()
  const listening = `http://localhost:${port}`
  const publicUrl = options.publicUrl ?? listening
  const errors: string[] = []
  const app = await buildApp({ ...options, publicUrl }, errors)
  await app.listen({ port, host: 'localhost' })
  const resolverFor = (baseUrl: string) => (url: URL) =>
    url.origin === publicUrl || url.origin === baseUrl
      ? new URL(url.pathname + url.search, listening)
      : url
  return {
    url: publicUrl,
    /** The messages logged at level error, with their structured fields. */
    loggedErrors: errors,
    /** A new browser, which reaches the server under any host name. */
    browser: (baseUrl = publicUrl) => createBrowser(baseUrl, { resolveUrl: resolverFor(baseUrl) }),
    close: () => app.close(),
  }
}

async function buildApp(options: Options & { publicUrl: string }, errors: string[]) {
  const { db, publicUrl, identity = { kind: 'built-in' }, rateLimitScale = 1000 } = options
  const { sessionSecret = testSessionSecret } = options
  const { emails = [], userIds = [] } = options.administrators ?? {}
  const app = await createFastify({
    publicUrl,
    storeOrigins: [],
    trustProxy: false,
    logLevel: 'error',
    logStream: { write: (line) => void errors.push(line) },
    validateResponses: true,
  })
  const administrators = { emails: administratorEmails(identity, emails), userIds }
  const auth = createAuthContext({ db, publicUrl, sessionSecret, administrators })
  const limiter = createRateLimiter({ db, scale: rateLimitScale })
  app.addHook('onClose', async () => limiter.close())
  const parts = await createIdentity(app, {
    identity,
    db,
    publicUrl,
    sessionSecret,
    limiter,
    branding: {
      brandName: 'Soundpost',
      stylesheet: '/auth-pages.css',
      script: '/auth-pages.js',
      passkeyScript: '/passkeys.js',
    },
    reservedEmails: [],
    passwordHasher: options.passwordHasher ?? createPasswordHasher({ log2N: 8, r: 8, p: 1 }),
  })
  authRoutes(app, { db, publicUrl, identity: parts, auth, limiter })
  app.get('/*', async () => 'a page of the site')
  return app
}

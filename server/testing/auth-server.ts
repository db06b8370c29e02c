import type { IdentityConfig } from '#server/config.ts'
import { authRoutes, createCallers } from '#server/modules/auth/routes.ts'
import { createFastify } from '#server/platform/http/fastify.ts'
import { createRateLimiter } from '#server/platform/http/rates.ts'
import { createPasswords } from '#server/platform/identity/built-in/passwords.ts'
import { administratorEmails, createIdentity } from '#server/platform/identity/create-identity.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { createBrowser } from './browser.ts'
import { freePort } from './free-port.ts'

export const quickPasswords = createPasswords({ log2N: 10, r: 8, p: 1 })

type Options = {
  db: Db
  identity?: IdentityConfig
  publicUrl?: string
  administrators?: { emails: readonly string[]; userIds: readonly string[] }
  rateLimitScale?: number
}

export type AuthServer = Awaited<ReturnType<typeof startAuthServer>>

/** Signing in and nothing else, on a real port. */
export async function startAuthServer(options: Options) {
  const port = await freePort()
  const listening = `http://localhost:${port}`
  const {
    db,
    identity = { kind: 'built-in' },
    publicUrl = listening,
    rateLimitScale = 1000,
  } = options
  const { emails, userIds } = options.administrators ?? { emails: [], userIds: [] }
  const app = await createFastify({
    publicUrl,
    storeOrigins: [],
    trustProxy: 'loopback',
    logLevel: 'silent',
    checkAnswers: true,
  })
  const administrators = { emails: administratorEmails(identity, emails), userIds }
  const callers = createCallers({ db, publicUrl, administrators })
  const limiter = await createRateLimiter(app, {
    viewerOf: callers.viewerOf,
    scale: rateLimitScale,
  })
  const parts = await createIdentity(app, {
    identity,
    db,
    publicUrl,
    sessionSecret: 'a secret of thirty-two letters or more',
    rateLimitScale,
    limiter,
    look: { brandName: 'Soundpost', stylesheet: '/provider.css', script: '/provider.js' },
    passwords: quickPasswords,
  })
  authRoutes(app, { db, publicUrl, identity: parts, callers, limiter })
  app.get('/*', async () => 'a page of the site')
  await app.listen({ port, host: 'localhost' })
  return {
    app,
    url: publicUrl,
    /** A fresh browser, which finds the server whatever its public address is. */
    browser: () => createBrowser(publicUrl, { reach: reachAt(publicUrl, listening) }),
    close: () => app.close(),
  }
}

function reachAt(publicUrl: string, listening: string) {
  return (url: URL) =>
    url.origin === publicUrl ? new URL(url.pathname + url.search, listening) : url
}

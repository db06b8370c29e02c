import type { FastifyInstance } from 'fastify'
import type { IdentityConfig } from '#server/config.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limit.ts'
import { createBuiltIn } from './built-in/create-built-in.ts'
import { createPasswords, type Passwords } from './built-in/passwords.ts'
import { createOidcClient, type OidcClient } from './oidc-client.ts'
import { createPages, type Pages } from './pages/create-pages.ts'
import type { Look } from './pages/layout.ts'
import { createTries, type Tries } from './tries.ts'

export type IdentityOptions = {
  identity: IdentityConfig
  db: Db
  publicUrl: string
  sessionSecret: string
  rateLimitScale: number
  limiter: RateLimiter
  look: Look
  /** Tests use a cheaper hash. */
  passwords?: Passwords
}

export type Identity = { client: OidcClient; pages: Pages; tries: Tries }

/** Where people prove who they are: any OpenID Connect provider, or our own under /oidc. */
export async function createIdentity(
  app: FastifyInstance,
  options: IdentityOptions,
): Promise<Identity> {
  const { identity, db, publicUrl } = options
  const pages = createPages(options.look)
  const tries = createTries(db, options.rateLimitScale)
  const redirectUri = `${publicUrl}/api/callback`
  const home = `${publicUrl}/`
  if (identity.kind === 'external') {
    const { issuer, clientId, clientSecret } = identity
    const provider = { issuer, clientId, clientSecret }
    const client = createOidcClient({ ...provider, redirectUri, postLogoutUri: home })
    return { client, pages, tries }
  }
  const client = await createBuiltIn(app, {
    db,
    publicUrl,
    redirectUri,
    home,
    sessionSecret: options.sessionSecret,
    passwords: options.passwords ?? createPasswords(),
    pages,
    tries,
    limit: options.limiter.check('provider', { max: 300, windowSeconds: 300, per: 'address' }),
  })
  return { client, pages, tries }
}

/** The built-in provider always has an administrator to sign in with; another provider's people are its own. */
export function administratorEmails(
  identity: IdentityConfig,
  emails: readonly string[],
): readonly string[] {
  return identity.kind === 'built-in' && emails.length === 0 ? ['admin@localhost'] : emails
}

import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateCheck } from '#server/platform/rate-limit/rate-limit.ts'
import { deriveKey } from '#server/platform/secrets/secrets.ts'
import type { LoginThrottle } from '../login-throttle.ts'
import { createOidcClient, type OidcClient } from '../oidc-client.ts'
import type { Pages } from '../pages/create-pages.ts'
import { createAccounts } from './accounts.ts'
import { createAdapter } from './adapter.ts'
import { formRoutes } from './form-routes.ts'
import { createInteractions } from './interactions.ts'
import { inProcessFetch, mountProvider } from './mount.ts'
import type { PasswordHasher } from './passwords.ts'
import { clientId, createProvider } from './provider.ts'
import { loadSigningKeys } from './signing-keys.ts'

/** Under this name people are known who sign in here: the site's own address may change. */
export const builtInIssuer = 'built-in'

type Options = {
  db: Db
  publicUrl: string
  redirectUri: string
  home: string
  sessionSecret: string
  passwords: PasswordHasher
  pages: Pages
  loginThrottle: LoginThrottle
  limit: RateCheck
}

/** The site as its own identity provider: mounts it under /oidc and answers the client that talks to it. */
export async function createBuiltIn(app: FastifyInstance, options: Options): Promise<OidcClient> {
  const { db, publicUrl, redirectUri, home, sessionSecret, pages, loginThrottle } = options
  const issuer = `${publicUrl}/oidc`
  const secret = (purpose: string) => deriveKey(sessionSecret, purpose).toString('base64url')
  const clientSecret = secret('provider client')
  const accounts = createAccounts(db, options.passwords)
  const provider = createProvider({
    issuer,
    home,
    redirectUri,
    clientSecret,
    cookieKey: secret('provider cookies'),
    signingKeys: await loadSigningKeys(db),
    adapter: createAdapter(db),
    accounts,
    pages,
    onServerError: (error) => app.log.error({ err: error }, 'error in the identity provider'),
  })
  formRoutes(app, { interactions: createInteractions(provider), accounts, pages, loginThrottle })
  mountProvider(app, provider, { publicUrl, limit: options.limit })
  return createOidcClient({
    issuer,
    issuerKey: builtInIssuer,
    clientId,
    clientSecret,
    redirectUri,
    postLogoutUri: home,
    fetch: inProcessFetch(app, publicUrl),
  })
}

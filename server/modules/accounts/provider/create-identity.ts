import type { FastifyInstance } from 'fastify'
import type { IdentityProvider } from '#contract/admin.ts'
import { urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import type { IdentityConfig, Registration } from '#server/config.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import { deriveKey } from '#server/platform/secrets/secrets.ts'
import { builtInIssuer } from '../issuer.ts'
import type { Branding } from '../pages/layout.ts'
import { createPasskeys } from '../passkeys/service.ts'
import { type AccountMailer, limitMails } from '../settings/mails.ts'
import { createDevices } from '../sign-in/devices.ts'
import { formRoutes } from '../sign-in/form-routes.ts'
import { createLocalAccounts } from '../sign-in/local-accounts.ts'
import { createLoginThrottle, type LoginThrottle } from '../sign-in/login-throttle.ts'
import { createPasswordHasher, type PasswordHasher } from '../sign-in/passwords.ts'
import { checkProvider } from './check-provider.ts'
import { createInteractions } from './interactions.ts'
import { inProcessFetch, mountProvider } from './mount.ts'
import { createOidcClient, type OidcClientOptions } from './oidc-client.ts'
import { clientId, createProvider } from './provider.ts'
import { loadSigningKeys } from './signing-keys-repository.ts'

type Options = {
  identity: IdentityConfig
  db: Db
  publicUrl: string
  sessionSecret: string
  limiter: RateLimiter
  branding: Branding
  /** Addresses that cannot be registered at the built-in provider. */
  reservedEmails: readonly string[]
  mailer?: AccountMailer | undefined
  /** Tests use a cheaper hash. */
  passwordHasher?: PasswordHasher | undefined
}

export type Identity = Awaited<ReturnType<typeof createIdentity>>

/** Sign-in through any OpenID Connect provider, or through the built-in one under /oidc. */
export async function createIdentity(app: FastifyInstance, options: Options) {
  const { identity, publicUrl, branding, limiter } = options
  const { registration = 'open' } = identity
  const loginThrottle = createLoginThrottle(limiter)
  const status = createStatus(identity, publicUrl)
  const shared = { branding, loginThrottle, registration, status }
  if (identity.kind === 'external')
    return {
      ...shared,
      client: createOidcClient(clientOptions(identity, publicUrl)),
      builtIn: undefined,
    }
  return { ...shared, ...(await createBuiltIn(app, { ...options, registration, loginThrottle })) }
}

type BuiltInOptions = Options & { registration: Registration; loginThrottle: LoginThrottle }

/** The site as its own identity provider: mounts it under /oidc and returns the client for it. */
async function createBuiltIn(app: FastifyInstance, options: BuiltInOptions) {
  const { db, publicUrl, sessionSecret, branding, registration, limiter, mailer } = options
  const { passwordHasher = createPasswordHasher() } = options
  const key = (purpose: string) => deriveKey(sessionSecret, purpose)
  const uris = urisOf(publicUrl)
  const issuer = `${publicUrl}/oidc`
  const clientSecret = key('provider client').toString('base64url')
  const devices = createDevices(db, key('device cookies'), publicUrl)
  const passkeys = createPasskeys(db, { publicUrl, brandName: branding.brandName })
  const accounts = createLocalAccounts({
    ...options,
    passwordHasher,
    devices,
    needsInvite: registration === 'invite',
    sendMail: mailer && limitMails(mailer, limiter),
  })
  const provider = createProvider({
    ...uris,
    issuer,
    clientSecret,
    cookieKey: key('provider cookies').toString('base64url'),
    signingKeys: await loadSigningKeys(db),
    db,
    accounts,
    branding,
    onServerError: (error) => app.log.error({ err: error }, 'error in the identity provider'),
  })
  // A sign-in takes about five requests.
  const limit = limiter.check('provider', { max: 600, windowSeconds: 300, per: 'ip' })
  const interactions = createInteractions(provider)
  formRoutes(app, { ...options, interactions, accounts, passkeys, devices, limit })
  mountProvider(app, provider, { publicUrl, limit })
  const client = createOidcClient({
    ...uris,
    issuer,
    issuerKey: builtInIssuer,
    clientId,
    clientSecret,
    fetch: inProcessFetch(app, publicUrl),
  })
  return { client, builtIn: { accounts, devices, passkeys } }
}

const urisOf = (publicUrl: string) => ({
  redirectUri: publicUrl + urlFor(routes.callback),
  homeUrl: `${publicUrl}/`,
})

const clientOptions = (
  { issuer, clientId, clientSecret }: Extract<IdentityConfig, { kind: 'external' }>,
  publicUrl: string,
): OidcClientOptions => ({ issuer, clientId, clientSecret, ...urisOf(publicUrl) })

/** One sentence per problem of the configured provider; the built-in one has none. */
export async function findProviderProblems(
  identity: IdentityConfig,
  publicUrl: string,
): Promise<string[]> {
  return identity.kind === 'external' ? checkProvider(clientOptions(identity, publicUrl)) : []
}

/** The state of the identity provider, for administrators. */
function createStatus(identity: IdentityConfig, publicUrl: string) {
  let lastFailure: IdentityProvider['lastFailure'] = null
  const issuer = identity.kind === 'external' ? identity.issuer : null
  return {
    issuer,
    /** Records why a sign-in failed, in one sentence. */
    recordFailure(message: string) {
      lastFailure = { message, at: new Date().toISOString() }
    },
    async read(): Promise<IdentityProvider> {
      const problems = await findProviderProblems(identity, publicUrl)
      return { issuer, problems, registration: identity.registration ?? 'open', lastFailure }
    },
  }
}

/** The built-in provider always has an administrator account. An external provider has its own accounts. */
export function administratorEmails(
  identity: IdentityConfig,
  emails: readonly string[],
): readonly string[] {
  return identity.kind === 'built-in' && emails.length === 0 ? ['admin@localhost'] : emails
}

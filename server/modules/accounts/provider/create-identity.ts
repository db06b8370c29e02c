import type { FastifyInstance } from 'fastify'
import { urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import type { IdentityConfig, Registration } from '#server/config.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import type { LocalAccounts } from '../local-accounts.ts'
import { createPages, type Pages } from '../pages/create-pages.ts'
import type { Branding } from '../pages/layout.ts'
import type { Invites, IsSuspended, RegistrationMail } from '../service.ts'
import { createLoginThrottle, type Device, type LoginThrottle } from '../sign-in/login-throttle.ts'
import { createPasswordHasher, type PasswordHasher } from '../sign-in/passwords.ts'
import { checkProvider } from './check-provider.ts'
import { createBuiltIn } from './create-built-in.ts'
import { createOidcClient, type OidcClient, type OidcClientOptions } from './oidc-client.ts'

export type IdentityOptions = {
  identity: IdentityConfig
  db: Db
  publicUrl: string
  sessionSecret: string
  limiter: RateLimiter
  branding: Branding
  /** Tests use a cheaper hash. */
  passwordHasher?: PasswordHasher
  /** Only if mail is configured. */
  sendRegistrationMail?: RegistrationMail
  /** Called once the password or passkey is known to be correct. */
  isSuspended?: IsSuspended
  /** Addresses that cannot be registered at the built-in provider. */
  reservedEmails?: readonly string[]
  /** The invites of the built-in provider. Without them, no one can register by invite. */
  invites?: Invites
}

export type Identity = {
  client: OidcClient
  pages: Pages
  loginThrottle: LoginThrottle
  registration: Registration
  /** A browser that has signed in before. Only the built-in provider has device cookies. */
  findDevice(cookies: Record<string, string | undefined>): Promise<Device | undefined>
  /** Undefined with an external provider. */
  localAccounts: LocalAccounts | undefined
  status: ProviderStatus
}

/** The state of the identity provider, for administrators. */
export type ProviderStatus = {
  /** Undefined for the built-in provider. */
  issuer: string | undefined
  /** Checks the configuration: one sentence per problem. */
  findProblems(): Promise<string[]>
  /** Records why a sign-in failed, in one sentence. */
  recordFailure(message: string): void
  /** The latest failure since this server started. */
  lastFailure(): { message: string; at: Date } | undefined
}

/** Sign-in through any OpenID Connect provider, or through the built-in one under /oidc. */
export async function createIdentity(
  app: FastifyInstance,
  options: IdentityOptions,
): Promise<Identity> {
  const { identity, db, publicUrl } = options
  const pages = createPages(options.branding)
  const loginThrottle = createLoginThrottle(options.limiter)
  const status = createStatus(identity, publicUrl)
  const { registration = 'open' } = identity
  if (identity.kind === 'external')
    return {
      client: createOidcClient(clientOptions(identity, publicUrl)),
      pages,
      loginThrottle,
      registration,
      findDevice: async () => undefined,
      localAccounts: undefined,
      status,
    }
  const { client, devices, localAccounts } = await createBuiltIn(app, {
    db,
    publicUrl,
    brandName: options.branding.brandName,
    redirectUri: publicUrl + urlFor(routes.callback),
    homeUrl: `${publicUrl}/`,
    sessionSecret: options.sessionSecret,
    passwordHasher: options.passwordHasher ?? createPasswordHasher(),
    pages,
    loginThrottle,
    registration,
    invites: options.invites ?? noInvites,
    reservedEmails: options.reservedEmails ?? [],
    ...(options.isSuspended && { isSuspended: options.isSuspended }),
    ...(options.sendRegistrationMail && { sendRegistrationMail: options.sendRegistrationMail }),
    // A sign-in takes about five requests.
    limit: options.limiter.check('provider', { max: 600, windowSeconds: 300, per: 'ip' }),
  })
  return {
    client,
    pages,
    loginThrottle,
    registration,
    findDevice: devices.findAny,
    localAccounts,
    status,
  }
}

const noInvites: Invites = { isUsable: async () => false, consume: async () => false }

type ExternalProvider = Extract<IdentityConfig, { kind: 'external' }>

function clientOptions(
  { issuer, clientId, clientSecret }: ExternalProvider,
  publicUrl: string,
): OidcClientOptions {
  return {
    issuer,
    clientId,
    clientSecret,
    redirectUri: publicUrl + urlFor(routes.callback),
    postLogoutUri: `${publicUrl}/`,
  }
}

/** One sentence per problem of the configured provider; the built-in one has none. */
export async function findProviderProblems(
  identity: IdentityConfig,
  publicUrl: string,
): Promise<string[]> {
  return identity.kind === 'external' ? checkProvider(clientOptions(identity, publicUrl)) : []
}

function createStatus(identity: IdentityConfig, publicUrl: string): ProviderStatus {
  let last: { message: string; at: Date } | undefined
  return {
    issuer: identity.kind === 'external' ? identity.issuer : undefined,
    findProblems: () => findProviderProblems(identity, publicUrl),
    recordFailure(message) {
      last = { message, at: new Date() }
    },
    lastFailure: () => last,
  }
}

/** The built-in provider always has an administrator account. An external provider has its own accounts. */
export function administratorEmails(
  identity: IdentityConfig,
  emails: readonly string[],
): readonly string[] {
  return identity.kind === 'built-in' && emails.length === 0 ? ['admin@localhost'] : emails
}

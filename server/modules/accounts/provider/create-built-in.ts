import type { FastifyInstance } from 'fastify'
import type { Registration } from '#server/config.ts'
import { hostCookie } from '#server/platform/http/host-cookie.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { RateCheck } from '#server/platform/rate-limit/rate-limiter.ts'
import { deriveKey } from '#server/platform/secrets/secrets.ts'
import { builtInIssuer } from '../issuer.ts'
import { createLocalAccounts, type LocalAccounts } from '../local-accounts.ts'
import type { Pages } from '../pages/create-pages.ts'
import { createPasskeys } from '../passkeys/service.ts'
import {
  createAccounts,
  type Invites,
  type IsSuspended,
  type RegistrationMail,
} from '../service.ts'
import { createDevices, type Devices } from '../sign-in/devices.ts'
import { formRoutes } from '../sign-in/form-routes.ts'
import type { LoginThrottle } from '../sign-in/login-throttle.ts'
import type { PasswordHasher } from '../sign-in/passwords.ts'
import { createAdapter } from './adapter.ts'
import { createInteractions } from './interactions.ts'
import { inProcessFetch, mountProvider } from './mount.ts'
import { createOidcClient, type OidcClient } from './oidc-client.ts'
import { clientId, createProvider } from './provider.ts'
import { contextParameter, createSignInContexts } from './sign-in-context.ts'
import { loadSigningKeys } from './signing-keys.ts'

type Options = {
  db: Db
  publicUrl: string
  brandName: string
  redirectUri: string
  homeUrl: string
  sessionSecret: string
  passwordHasher: PasswordHasher
  pages: Pages
  loginThrottle: LoginThrottle
  registration: Registration
  limit: RateCheck
  sendRegistrationMail?: RegistrationMail
  isSuspended?: IsSuspended
  reservedEmails: readonly string[]
  invites: Invites
}

/** The site as its own identity provider: mounts it under /oidc and returns the client for it. */
export async function createBuiltIn(
  app: FastifyInstance,
  options: Options,
): Promise<{ client: OidcClient; devices: Devices; localAccounts: LocalAccounts }> {
  const { db, publicUrl, redirectUri, homeUrl, sessionSecret, pages, loginThrottle, limit } =
    options
  const { registration, invites } = options
  const issuer = `${publicUrl}/oidc`
  const secret = (purpose: string) => deriveKey(sessionSecret, purpose).toString('base64url')
  const clientSecret = secret('provider client')
  const accounts = createAccounts({
    ...options,
    invites: registration === 'invite' ? invites : undefined,
  })
  const provider = createProvider({
    issuer,
    homeUrl,
    redirectUri,
    clientSecret,
    cookieKey: secret('provider cookies'),
    signingKeys: await loadSigningKeys(db),
    adapter: createAdapter(db),
    accounts,
    pages,
    onServerError: (error) => app.log.error({ err: error }, 'error in the identity provider'),
  })
  const devices = createDevices(db, deriveKey(sessionSecret, 'device cookies'), publicUrl)
  const contexts = createSignInContexts(deriveKey(sessionSecret, 'sign-in context'))
  const interactions = createInteractions(provider, contexts)
  const passkeys = createPasskeys(db, { publicUrl, name: options.brandName })
  formRoutes(app, {
    interactions,
    accounts,
    passkeys,
    pages,
    loginThrottle,
    registration,
    invites,
    inviteCookie: hostCookie('invite', publicUrl).name,
    devices,
    limit,
    isSuspended: options.isSuspended ?? (async () => false),
  })
  mountProvider(app, provider, { publicUrl, limit })
  const client = createOidcClient({
    issuer,
    issuerKey: builtInIssuer,
    clientId,
    clientSecret,
    redirectUri,
    postLogoutUri: homeUrl,
    contextParameters: (context) => ({ [contextParameter]: contexts.sign(context) }),
    fetch: inProcessFetch(app, publicUrl),
  })
  const { passwordHasher } = options
  const localAccounts = createLocalAccounts({
    db,
    passwordHasher,
    loginThrottle,
    devices,
    passkeys,
  })
  return { client, devices, localAccounts }
}

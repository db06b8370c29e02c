import {
  type Configuration,
  interactionPolicy,
  type JWK,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import type { Db } from '#server/platform/postgres/open.ts'
import { describeError } from '../pages/error-pages.ts'
import { type Branding, renderPage } from '../pages/layout.ts'
import { messagePage } from '../pages/messages.ts'
import type { LocalAccounts } from '../sign-in/local-accounts.ts'
import { passwordIdOf } from '../sign-in/passwords.ts'
import { createAdapter } from './adapter-repository.ts'
import { createLogout, redirectAnonymousLogout, sessionCookiePath } from './logout.ts'
import { signingAlgorithm } from './signing-keys-repository.ts'

export const clientId = 'web'
export const interactionPath = (uid: string) => `/oidc/interaction/${uid}`

const { base, Check, Prompt } = interactionPolicy
const minutes = 60
const days = 24 * 60 * 60
const scope = 'openid email profile'

type Options = {
  issuer: string
  homeUrl: string
  redirectUri: string
  clientSecret: string
  cookieKey: string
  signingKeys: JWK[]
  db: Db
  accounts: LocalAccounts
  branding: Branding
  onServerError(error: Error): void
}

/** An OpenID Connect provider with one client: this site. */
export function createProvider(options: Options): Provider {
  const provider = new Provider(options.issuer, providerConfiguration(options))
  // mount.ts sets the forwarded headers of every request.
  provider.proxy = true
  provider.on('server_error', (_ctx, error) => options.onServerError(error))
  redirectAnonymousLogout(provider, options.homeUrl)
  // The library allows all origins to read its public documents; only this site needs them.
  provider.use(async (ctx, next) => {
    await next()
    ctx.remove('access-control-allow-origin')
  })
  return provider
}

const lifetimes: Configuration['ttl'] = {
  AccessToken: 5 * minutes,
  AuthorizationCode: 1 * minutes,
  IdToken: 60 * minutes,
  Interaction: 10 * minutes,
  Grant: 7 * days,
  Session: (_ctx, session) => (session.accountId ? 7 * days : 10 * minutes),
}

const cookies: Configuration['cookies'] = {
  names: { session: 'provider_session', interaction: 'provider_form', resume: 'provider_resume' },
  long: { httpOnly: true, sameSite: 'lax', path: sessionCookiePath },
  short: { httpOnly: true, sameSite: 'lax' },
}

function providerConfiguration(options: Options): Configuration {
  return {
    adapter: createAdapter(options.db),
    jwks: { keys: options.signingKeys },
    clients: [
      {
        client_id: clientId,
        client_secret: options.clientSecret,
        redirect_uris: [options.redirectUri],
        post_logout_redirect_uris: [options.homeUrl],
        id_token_signed_response_alg: signingAlgorithm,
      },
    ],
    responseTypes: ['code'],
    scopes: ['openid'],
    pkce: { required: () => true },
    // What the forms say about a sign-in: see describeSignIn.
    extraParams: ['returnTo', 'reason', 'subject'],
    claims: {
      openid: ['sub', 'password_id', 'provider_session'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    findAccount: async (_ctx, id, token) => findAccount(options.accounts, id, token),
    loadExistingGrant: findOrCreateGrant,
    interactions: {
      policy: createPrompts(),
      url: (_ctx, interaction) => interactionPath(interaction.uid),
    },
    discovery: { prompt_values_supported: ['none', 'login', 'create'] },
    cookies: { ...cookies, keys: [options.cookieKey] },
    ttl: lifetimes,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: createLogout(options.branding, options.homeUrl),
    },
    renderError: (ctx, _out, error) => renderError(options.branding, ctx, error),
  }
}

/** Sessions and codes hold the id of the password as `acr`. */
async function findAccount(accounts: LocalAccounts, id: string, token?: object) {
  const account = await accounts.find(id)
  if (!account) return undefined
  const passwordId = passwordIdOf(account)
  if (token && 'acr' in token && token.acr !== passwordId) return undefined
  return {
    accountId: account.id,
    passwordId,
    claims: () => ({
      sub: account.id,
      password_id: passwordId,
      // An authorization code has the session that it was issued in.
      ...(token && 'sessionUid' in token && { provider_session: token.sessionUid }),
      email: account.email,
      email_verified: account.emailVerified,
      name: account.displayName,
    }),
  }
}

async function findOrCreateGrant({ oidc }: KoaContextWithOIDC) {
  const { provider, client, session, account } = oidc
  if (!client || !account) return undefined
  const grantId = session?.grantIdFor(client.clientId)
  const existing = grantId ? await provider.Grant.find(grantId) : undefined
  if (existing?.accountId === account.accountId) return existing
  const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId })
  grant.addOIDCScope(scope)
  await grant.save()
  return grant
}

function renderError(branding: Branding, ctx: KoaContextWithOIDC, error: Error) {
  const { status, ...message } = describeError(error)
  ctx.status = status
  ctx.type = 'html'
  ctx.body = renderPage(branding, messagePage(message), ctx.cookies.get('theme'))
}

/** The conditions in which the provider shows a form before it redirects to the site. */
function createPrompts(): interactionPolicy.DefaultPolicy {
  const prompts = base()
  // The only client is this site: no consent is needed.
  prompts.remove('consent')
  prompts.add(new Prompt({ name: 'create', requestable: true }), 0)
  prompts.get('login')?.checks.add(
    new Check('session_ended', 'The account or its password has changed', ({ oidc }) => {
      const { session, account } = oidc
      if (!session?.accountId) return Check.NO_NEED_TO_PROMPT
      const isValid = account && session.acr === account['passwordId']
      return isValid ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT
    }),
  )
  return prompts
}

import * as oidc from 'openid-client'
import { OAuthError, ProviderError } from './errors.ts'
import {
  describeDiscoveryError,
  describeProviderError,
  findMetadataProblem,
  providerTimeout,
} from './provider-problem.ts'

/** What an identity provider says of a person. Everything but issuer and subject may be missing. */
export type Claims = {
  issuer: string
  subject: string
  email?: string
  emailVerified: boolean
  preferredUsername?: string
  name?: string
  givenName?: string
  familyName?: string
  picture?: string
}

/** The secrets of one sign-in under way, kept here until the provider sends the browser back. */
export type PkceState = { state: string; nonce: string; codeVerifier: string }

export type OidcClient = {
  createAuthRequest(options: {
    prompt?: 'create' | 'login' | undefined
  }): Promise<{ url: string } & PkceState>
  exchangeCode(
    answer: URLSearchParams,
    checks: PkceState,
  ): Promise<{ claims: Claims; idToken: string }>
  /** Where the browser goes to end the provider's session; undefined where the provider has no such place. */
  endSessionUrl(idToken: string | undefined): Promise<string | undefined>
}

export type OidcClientOptions = {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  redirectUri: string
  postLogoutUri: string
  /** What people are keyed by instead of the issuer's address, where that may change. */
  issuerKey?: string
  /** How requests reach the provider; over the network if not given. */
  fetch?: oidc.CustomFetch
}

export function createOidcClient(options: OidcClientOptions): OidcClient {
  const discovered = cacheOnSuccess(() => discover(options))

  return {
    createAuthRequest: async ({ prompt }) =>
      createAuthRequest(await discovered(), options.redirectUri, prompt),

    async exchangeCode(answer, checks) {
      const config = await discovered()
      try {
        return await exchange(config, answer, checks, options)
      } catch (error) {
        const problem = describeProviderError(error, options)
        throw problem ? new ProviderError(problem, error) : new OAuthError(error)
      }
    },

    async endSessionUrl(idToken) {
      const config = await discovered()
      if (!config.serverMetadata().end_session_endpoint) return undefined
      const parameters = new URLSearchParams({ post_logout_redirect_uri: options.postLogoutUri })
      if (idToken) parameters.set('id_token_hint', idToken)
      return oidc.buildEndSessionUrl(config, parameters).href
    },
  }
}

/** Reads the discovery document. Throws a ProviderError if sign-in cannot work with it. */
export async function discover(options: OidcClientOptions): Promise<oidc.Configuration> {
  const config = await readDiscoveryDocument(options).catch((error) => {
    throw new ProviderError(describeDiscoveryError(error, options), error)
  })
  const problem = findMetadataProblem(config.serverMetadata(), options)
  if (problem) throw new ProviderError(problem)
  return config
}

async function readDiscoveryDocument({
  issuer,
  clientId,
  clientSecret,
  fetch,
}: OidcClientOptions): Promise<oidc.Configuration> {
  return oidc.discovery(
    new URL(issuer),
    clientId,
    undefined,
    clientSecret === undefined ? oidc.None() : clientSecretAuth(clientSecret),
    {
      timeout: providerTimeout,
      execute: [
        // Without this the library trusts TLS and leaves the id token's signature unchecked.
        oidc.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
      ],
      ...(fetch && { [oidc.customFetch]: fetch }),
    },
  )
}

function clientSecretAuth(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    // A provider that lists no methods takes basic: OpenID Connect Discovery says so.
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? basic : post
    authenticate(server, client, body, headers)
  }
}

/** The URL of the authorization request, and what its response is checked against. */
export async function createAuthRequest(
  config: oidc.Configuration,
  redirectUri: string,
  prompt: string | undefined,
): Promise<{ url: string } & PkceState> {
  const checks = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    codeVerifier: oidc.randomPKCECodeVerifier(),
  }
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
    code_challenge_method: 'S256',
    ...(prompt && supportsPrompt(config, prompt) && { prompt }),
  })
  return { url: url.href, ...checks }
}

async function exchange(
  config: oidc.Configuration,
  answer: URLSearchParams,
  checks: PkceState,
  { redirectUri, issuerKey }: OidcClientOptions,
) {
  const callback = new URL(redirectUri)
  callback.search = answer.toString()
  const tokens = await oidc.authorizationCodeGrant(config, callback, {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.codeVerifier,
    idTokenExpected: true,
  })
  const identity = tokens.claims()
  if (!identity || !tokens.id_token) throw new Error('the answer has no id token')
  // Many providers keep e-mail and name out of the id token.
  const details = config.serverMetadata().userinfo_endpoint
    ? await oidc.fetchUserInfo(config, tokens.access_token, identity.sub)
    : {}
  const claims = readClaims({ ...identity, ...details }, issuerKey ?? identity.iss, identity.sub)
  return { claims, idToken: tokens.id_token }
}

function readClaims(said: Record<string, unknown>, issuer: string, subject: string): Claims {
  const text = <K extends string>(key: K, claim: string) => {
    const value = said[claim]
    return typeof value === 'string' && value !== '' ? ({ [key]: value } as Record<K, string>) : {}
  }
  return {
    issuer,
    subject,
    emailVerified: said['email_verified'] === true,
    ...text('email', 'email'),
    ...text('preferredUsername', 'preferred_username'),
    ...text('name', 'name'),
    ...text('givenName', 'given_name'),
    ...text('familyName', 'family_name'),
    ...text('picture', 'picture'),
  }
}

/** A provider that says what it understands, and does not name this, would refuse the whole sign-in. */
function supportsPrompt(config: oidc.Configuration, prompt: string): boolean {
  const supported = config.serverMetadata()['prompt_values_supported']
  return !Array.isArray(supported) || supported.includes(prompt)
}

function cacheOnSuccess<T>(work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined
  return () => {
    kept ??= work().catch((error) => {
      kept = undefined
      throw error
    })
    return kept
  }
}

import * as oidc from 'openid-client'
import { OAuthError, ProviderError } from '../errors.ts'
import { readClaims } from './claims.ts'
import {
  describeDiscoveryError,
  describeProviderError,
  findMetadataProblem,
  providerTimeout,
} from './provider-problem.ts'

type Parameters = Record<string, string>

/** What the response to an authorization request is checked against. */
export type PkceState = { state: string; nonce: string; codeVerifier: string }

export type OidcClientOptions = {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  redirectUri: string
  homeUrl: string
  /** Stored as the issuer of users instead of its URL, if the URL can change. */
  issuerKey?: string
  /** Replaces the network requests to the provider. */
  fetch?: oidc.CustomFetch
}

export function createOidcClient(options: OidcClientOptions) {
  const getConfiguration = cacheOnSuccess(() => discover(options))

  return {
    createAuthRequest: async (prompt: string | undefined, parameters: Parameters) =>
      createAuthRequest(await getConfiguration(), options.redirectUri, prompt, parameters),

    async exchangeCode(callbackParams: URLSearchParams, pkce: PkceState) {
      const config = await getConfiguration()
      try {
        return await exchange(config, callbackParams, pkce, options)
      } catch (error) {
        const problem = describeProviderError(error, options)
        throw problem ? new ProviderError(problem, error) : new OAuthError(error)
      }
    },

    /** The URL that ends the session at the provider; undefined if it has no end_session_endpoint. */
    async endSessionUrl(idToken: string | undefined) {
      const config = await getConfiguration()
      if (!config.serverMetadata().end_session_endpoint) return undefined
      const parameters = new URLSearchParams({ post_logout_redirect_uri: options.homeUrl })
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
        // Otherwise the library relies on TLS and does not verify the signature of id tokens.
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
    // client_secret_basic is the default of OpenID Connect Discovery.
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? basic : post
    authenticate(server, client, body, headers)
  }
}

/** The URL of an authorization request, and what its response is checked against. */
export async function createAuthRequest(
  config: oidc.Configuration,
  redirectUri: string,
  prompt: string | undefined,
  parameters: Parameters = {},
) {
  const pkce = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    codeVerifier: oidc.randomPKCECodeVerifier(),
  }
  const url = oidc.buildAuthorizationUrl(config, {
    ...parameters,
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: pkce.state,
    nonce: pkce.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkce.codeVerifier),
    code_challenge_method: 'S256',
    ...(prompt && supportsPrompt(config, prompt) && { prompt }),
  })
  return { url: url.href, ...pkce }
}

async function exchange(
  config: oidc.Configuration,
  callbackParams: URLSearchParams,
  pkce: PkceState,
  { redirectUri, issuerKey }: OidcClientOptions,
) {
  const callback = new URL(redirectUri)
  callback.search = callbackParams.toString()
  const tokens = await oidc.authorizationCodeGrant(config, callback, {
    expectedState: pkce.state,
    expectedNonce: pkce.nonce,
    pkceCodeVerifier: pkce.codeVerifier,
    idTokenExpected: true,
  })
  const identity = tokens.claims()
  if (!identity || !tokens.id_token) throw new Error('the token response has no id token')
  const userInfo = config.serverMetadata().userinfo_endpoint
    ? await oidc.fetchUserInfo(config, tokens.access_token, identity.sub)
    : {}
  const claims = readClaims({ idToken: identity, userInfo }, issuerKey ?? identity.iss)
  return { claims, idToken: tokens.id_token }
}

/**
 * A provider refuses requests with a prompt that it does not list. Without a list it supports those of OpenID Connect
 * Core, and may refuse `create` (Ory Hydra does), which an extension defines that requires the list.
 */
function supportsPrompt(config: oidc.Configuration, prompt: string): boolean {
  const supported = config.serverMetadata()['prompt_values_supported']
  return Array.isArray(supported) ? supported.includes(prompt) : prompt !== 'create'
}

/** Runs `load` once; a failed run is repeated at the next call. */
function cacheOnSuccess<T>(load: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined
  return () => {
    cached ??= load().catch((error) => {
      cached = undefined
      throw error
    })
    return cached
  }
}

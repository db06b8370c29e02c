import * as oidc from 'openid-client'
import { ProviderError } from '../errors.ts'
import { createAuthRequest, discover, type OidcClientOptions } from './oidc-client.ts'
import { describeProviderError, providerTimeout } from './provider-problem.ts'

/**
 * Checks what needs no user: the discovery document, the key set, the redirect URI and the client secret.
 * Returns one sentence per problem, each with the setting to change.
 */
export async function checkProvider(options: OidcClientOptions): Promise<string[]> {
  try {
    const config = await discover(options)
    const problems = await Promise.all([
      checkKeySet(config, options),
      checkRedirectUri(config, options),
      checkClientSecret(config, options),
    ])
    return [...new Set(problems.filter((problem) => problem !== undefined))]
  } catch (error) {
    if (error instanceof ProviderError) return [error.message]
    throw error
  }
}

async function checkKeySet(
  config: oidc.Configuration,
  options: OidcClientOptions,
): Promise<string | undefined> {
  const url = config.serverMetadata().jwks_uri ?? ''
  try {
    const response = await request(url, { accept: 'application/json' })
    if (response.status !== 200) throw new Error('unexpected status', { cause: response })
    const { keys } = (await response.json()) as { keys?: unknown }
    if (Array.isArray(keys) && keys.length > 0) return undefined
  } catch (error) {
    const problem = describeProviderError(error, options)
    if (problem) return problem
  }
  return `The identity provider in OIDC_ISSUER publishes no keys at ${url} (jwks_uri): create a signing key at the provider.`
}

/** Errors that a provider sends to a browser without a session in response to `prompt=none`. */
const expectedErrors = [
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]

/** A provider shows an error page instead of redirecting if it does not know the client or the redirect URI. */
async function checkRedirectUri(
  config: oidc.Configuration,
  options: OidcClientOptions,
): Promise<string | undefined> {
  const { clientId, redirectUri } = options
  const { url } = await createAuthRequest(config, redirectUri, 'none')
  try {
    const { status, headers } = await request(url, { accept: 'text/html' })
    if (status === 400 || status === 403 || status === 404)
      return `The identity provider does not accept the client "${clientId}" with the redirect URI ${redirectUri}: check OIDC_CLIENT_ID, and register this redirect URI (PUBLIC_URL and /api/callback) at the provider.`
    const location = headers.get('location') ?? ''
    const error = location.startsWith(redirectUri) && new URL(location).searchParams.get('error')
    if (!error || expectedErrors.includes(error)) return undefined
    return `The identity provider refuses to sign in users of the client "${clientId}" (OIDC_CLIENT_ID) with "${error.replaceAll(/[^\w.-]/g, '?').slice(0, 60)}": check the client at the provider (authorization code flow; scopes openid, email and profile).`
  } catch (error) {
    return describeProviderError(error, options)
  }
}

/**
 * Uses a code that was never issued: a provider that does not accept the client refuses it before it checks the code.
 */
async function checkClientSecret(
  config: oidc.Configuration,
  options: OidcClientOptions,
): Promise<string | undefined> {
  const callback = new URL(options.redirectUri)
  callback.search = new URLSearchParams({
    code: 'configuration-check',
    state: 'configuration-check',
    iss: config.serverMetadata().issuer,
  }).toString()
  const checks = { expectedState: 'configuration-check', pkceCodeVerifier: 'x'.repeat(43) }
  try {
    await oidc.authorizationCodeGrant(config, callback, checks)
    return undefined
  } catch (error) {
    // The code is invalid on purpose: only an error about the client or the connection is a problem.
    return describeProviderError(error, options)
  }
}

function request(url: string, headers: Record<string, string>): Promise<Response> {
  const signal = AbortSignal.timeout(providerTimeout * 1000)
  return fetch(url, { headers, redirect: 'manual', signal })
}

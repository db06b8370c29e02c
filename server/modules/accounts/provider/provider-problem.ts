import type { ServerMetadata } from 'openid-client'

/** Seconds that a request to the provider may take. Visitors get a page within 5. */
export const providerTimeout = 4

/** Signature algorithms of id tokens that the OpenID Connect library verifies. */
const supportedAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]
const requiredEndpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

type Provider = { issuer: string; clientId: string }

/** What is wrong with a discovery document that was read; undefined if sign-in can work with it. */
export function findMetadataProblem(
  metadata: Readonly<ServerMetadata>,
  { issuer, clientId }: Provider,
): string | undefined {
  const missing = requiredEndpoints.filter((name) => typeof metadata[name] !== 'string')
  if (missing.length > 0)
    return `The discovery document of OIDC_ISSUER (${discoveryUrl(issuer)}) has no ${missing.join(', no ')}: use a provider that supports the authorization code flow of OpenID Connect.`
  const offered = metadata.id_token_signing_alg_values_supported
  if (!Array.isArray(offered) || offered.some((name) => supportedAlgorithms.includes(name)))
    return undefined
  return `The identity provider offers no supported signature algorithm for id tokens (only ${offered.map(printable).join(', ') || 'none'}): ${changeAlgorithm(clientId)}`
}

/**
 * One sentence for the administrator on why a request to the provider failed, and which setting to change.
 * Undefined if the error does not point to the configuration or to an outage.
 */
export function describeProviderError(error: unknown, provider: Provider): string | undefined {
  const chain = [...causesOf(error)]
  return (
    first(chain, ({ code, name }) =>
      describeCode(name === 'TimeoutError' ? name : code, provider),
    ) ??
    first(chain, (cause) => describeRefusedClient(cause, provider)) ??
    first(chain, (cause) => describeAlgorithm(cause, provider)) ??
    first(chain, (cause) => describeIssuerMismatch(cause, provider)) ??
    first(chain, (cause) => describeResponse(cause, provider)) ??
    first(chain, (cause) => describeFailedFetch(cause, provider))
  )
}

/** The sentence for a discovery that failed: there, every failure points to OIDC_ISSUER. */
export function describeDiscoveryError(error: unknown, provider: Provider): string {
  return (
    describeProviderError(error, provider) ??
    `The response of ${discoveryUrl(provider.issuer)} is not a discovery document: check the path in OIDC_ISSUER.`
  )
}

const refusedClient = (clientId: string) =>
  `The identity provider refused the client "${clientId}": check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.`

const changeAlgorithm = (clientId: string) =>
  `set the id token signature algorithm of the client "${clientId}" (OIDC_CLIENT_ID) at the provider to RS256 or ES256.`

/** Where the library reads the discovery document of this issuer. */
function discoveryUrl(issuer: string): string {
  if (issuer.includes('/.well-known/')) return issuer
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

/** The fields by which the errors of fetch and of the OpenID Connect library are distinguished. */
type Cause = {
  name?: string
  message?: string
  code?: unknown
  cause?: unknown
  /** The error code of an OAuth response, and its HTTP status. */
  error?: unknown
  status?: number
  /** Set where the cause is an HTTP response that the library did not expect. */
  unexpectedResponse?: Response
  /** Why the algorithm in a token's header is not accepted. */
  alg?: unknown
  header?: { alg?: unknown }
  reason?: unknown
  /** An attribute of the discovery document that differs from the expected one. */
  attribute?: unknown
  body?: { issuer?: unknown }
}

/** An error and the causes inside it, outermost first. */
function* causesOf(error: unknown): Generator<Cause> {
  let current = error
  for (let depth = 0; depth < 8 && typeof current === 'object' && current; depth++) {
    yield current instanceof Response ? { unexpectedResponse: current } : (current as Cause)
    current = (current as Cause).cause
  }
}

function first(chain: Cause[], describe: (cause: Cause) => string | undefined): string | undefined {
  for (const cause of chain) {
    const sentence = describe(cause)
    if (sentence) return sentence
  }
  return undefined
}

function describeCode(code: unknown, { issuer }: Provider): string | undefined {
  const { origin, hostname } = new URL(issuer)
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host name "${hostname}" of the identity provider cannot be resolved: check OIDC_ISSUER and the DNS of this server.`
    case 'ECONNREFUSED':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `The identity provider at ${origin} refused the connection: check the host and port in OIDC_ISSUER, and that the provider is running.`
    case 'TimeoutError':
    case 'OAUTH_TIMEOUT':
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return `The identity provider at ${origin} did not respond within ${providerTimeout} seconds: check OIDC_ISSUER, and that no firewall blocks this server.`
    case 'OAUTH_ABORT':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return `The identity provider at ${origin} closed the connection without a response: check OIDC_ISSUER (http or https, and the port), and that the provider is running.`
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `The TLS certificate of the identity provider at ${origin} is signed by an unknown certificate authority: start this server with NODE_EXTRA_CA_CERTS set to the PEM file of that authority (in the environment, not in .env).`
    case 'CERT_HAS_EXPIRED':
      return `The TLS certificate of the identity provider in OIDC_ISSUER (${origin}) has expired: renew it at the provider.`
    case 'CERT_NOT_YET_VALID':
      return `The TLS certificate of the identity provider in OIDC_ISSUER (${origin}) is not valid yet: check the clock of this server.`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The TLS certificate of the identity provider is not valid for "${hostname}": set OIDC_ISSUER to the host name that the certificate is for.`
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
    case 'ERR_SSL_HTTP_REQUEST':
    case 'EPROTO':
      return `The identity provider at ${origin} does not accept TLS connections: check http or https and the port in OIDC_ISSUER.`
    case 'OAUTH_HTTP_REQUEST_FORBIDDEN':
      return `OIDC_ISSUER is an https URL, but the discovery document of the identity provider names endpoints with http: correct the public URL at the provider.`
    case 'OAUTH_KEY_SELECTION_FAILED':
      return `The key set (jwks_uri) of the identity provider in OIDC_ISSUER has no key for the signature of its id tokens: check the signing keys at the provider.`
    default:
      return undefined
  }
}

function describeRefusedClient(
  { code, error, cause }: Cause,
  { clientId }: Provider,
): string | undefined {
  // Bearer challenges are about access tokens, and come from the userinfo endpoint.
  const isBasicChallenge =
    code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' &&
    Array.isArray(cause) &&
    cause.some(({ scheme }) => scheme === 'basic')
  if (error === 'invalid_client' || isBasicChallenge) return refusedClient(clientId)
  if (error === 'unauthorized_client')
    return `The identity provider does not allow the client "${clientId}" (OIDC_CLIENT_ID) to use the authorization code flow: allow it at the provider.`
  return undefined
}

function describeAlgorithm(
  { alg, header, reason }: Cause,
  { clientId }: Provider,
): string | undefined {
  const name = alg ?? (reason ? header?.alg : undefined)
  if (typeof name !== 'string') return undefined
  return `The identity provider signs id tokens with ${printable(name)}, which is not supported or not in its discovery document: ${changeAlgorithm(clientId)}`
}

function describeIssuerMismatch(
  { attribute, body }: Cause,
  { issuer }: Provider,
): string | undefined {
  if (attribute !== 'issuer' || typeof body?.issuer !== 'string') return undefined
  return `The discovery document at ${discoveryUrl(issuer)} names the issuer "${printable(body.issuer)}": set OIDC_ISSUER to exactly this URL.`
}

function describeResponse(
  { unexpectedResponse, status: failed = 0 }: Cause,
  { issuer }: Provider,
): string | undefined {
  const { status, url, headers } = unexpectedResponse ?? {}
  const at = url || discoveryUrl(issuer)
  if (failed >= 500 || (status && status >= 500))
    return `The identity provider responded with HTTP status ${status ?? failed} at ${at}: check OIDC_ISSUER, and the log of the provider.`
  if (!status) return undefined
  if (status >= 300 && status < 400)
    return `The identity provider redirects ${at} to ${printable(headers?.get('location') ?? 'another URL')}: set OIDC_ISSUER to the final URL.`
  if (status !== 200)
    return `The identity provider responded with HTTP status ${status} at ${at}: check the path in OIDC_ISSUER.`
  return `The response of the identity provider at ${at} is not JSON: check the path in OIDC_ISSUER.`
}

/** A failure of fetch with a cause that is not in the list above. */
function describeFailedFetch({ name, message }: Cause, { issuer }: Provider): string | undefined {
  if (name !== 'TypeError' || !/^(fetch failed|terminated)$/.test(message ?? '')) return undefined
  return `The identity provider at ${new URL(issuer).origin} cannot be reached: check OIDC_ISSUER.`
}

/** What the provider sent, fit for one line of a log. */
const printable = (text: unknown) =>
  String(text)
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, 200)

import type { ServerMetadata } from 'openid-client'

/** Seconds that a request to the provider may take. Visitors get a page within 5. */
export const providerTimeout = 4

/** Signature algorithms of id tokens that the OpenID Connect library verifies. */
const supportedAlgorithm = /^([RPE]S(256|384|512)|EdDSA|Ed25519)$/
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
  if (!Array.isArray(offered) || offered.some((name) => supportedAlgorithm.test(name)))
    return undefined
  return `The identity provider offers no supported signature algorithm for id tokens (only ${offered.map(printable).join(', ') || 'none'}): ${changeAlgorithm(clientId)}`
}

/**
 * One sentence for the administrator on why a request to the provider failed, and which setting to change.
 * Undefined if the error does not point to the configuration or to an outage.
 */
export function describeProviderError(error: unknown, provider: Provider): string | undefined {
  const chain = [...causesOf(error)]
  for (const describe of [
    describeCode,
    describeRefusedClient,
    describeAlgorithm,
    describeIssuerMismatch,
    describeResponse,
    describeFailedFetch,
  ])
    for (const cause of chain) {
      const sentence = describe(cause, provider)
      if (sentence) return sentence
    }
  return undefined
}

/** The sentence for a discovery that failed: there, every failure points to OIDC_ISSUER. */
export function describeDiscoveryError(error: unknown, provider: Provider): string {
  return (
    describeProviderError(error, provider) ??
    `The response of ${discoveryUrl(provider.issuer)} is not a discovery document: check the path in OIDC_ISSUER.`
  )
}

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

function describeCode({ code, name }: Cause, { issuer }: Provider): string | undefined {
  const { origin, hostname } = new URL(issuer)
  const matches = (pattern: RegExp) => pattern.test(name === 'TimeoutError' ? name : String(code))
  if (matches(/^(ENOTFOUND|EAI_AGAIN)$/))
    return `The host name "${hostname}" of the identity provider cannot be resolved: check OIDC_ISSUER and the DNS of this server.`
  if (matches(/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/))
    return `The identity provider at ${origin} refused the connection: check the host and port in OIDC_ISSUER, and that the provider is running.`
  if (matches(/^(TimeoutError|OAUTH_TIMEOUT|ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/))
    return `The identity provider at ${origin} did not respond within ${providerTimeout} seconds: check OIDC_ISSUER, and that no firewall blocks this server.`
  if (matches(/^(OAUTH_ABORT|ECONNRESET|EPIPE|UND_ERR_SOCKET)$/))
    return `The identity provider at ${origin} closed the connection without a response: check OIDC_ISSUER (http or https, and the port), and that the provider is running.`
  if (matches(/SELF_SIGNED_CERT|^UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)/))
    return `The TLS certificate of the identity provider at ${origin} is signed by an unknown certificate authority: start this server with NODE_EXTRA_CA_CERTS set to the PEM file of that authority (in the environment, not in .env).`
  if (code === 'CERT_HAS_EXPIRED')
    return `The TLS certificate of the identity provider in OIDC_ISSUER (${origin}) has expired: renew it at the provider.`
  if (code === 'CERT_NOT_YET_VALID')
    return `The TLS certificate of the identity provider in OIDC_ISSUER (${origin}) is not valid yet: check the clock of this server.`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The TLS certificate of the identity provider is not valid for "${hostname}": set OIDC_ISSUER to the host name that the certificate is for.`
  if (matches(/^(ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)|EPROTO)$/))
    return `The identity provider at ${origin} does not accept TLS connections: check http or https and the port in OIDC_ISSUER.`
  if (code === 'OAUTH_HTTP_REQUEST_FORBIDDEN')
    return `OIDC_ISSUER is an https URL, but the discovery document of the identity provider names endpoints with http: correct the public URL at the provider.`
  if (code === 'OAUTH_KEY_SELECTION_FAILED')
    return `The key set (jwks_uri) of the identity provider in OIDC_ISSUER has no key for the signature of its id tokens: check the signing keys at the provider.`
  return undefined
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
  if (error === 'invalid_client' || isBasicChallenge)
    return `The identity provider refused the client "${clientId}": check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.`
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

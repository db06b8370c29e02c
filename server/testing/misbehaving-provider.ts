import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Certificate } from './certificates.ts'
import { freePort } from './free-port.ts'

type Claims = Record<string, unknown>
type RawResponse = { status: number; headers?: Record<string, string>; body?: string }

/** How the next sign-in goes wrong; with nothing set, it succeeds. */
export type Misbehavior = {
  idToken?: Claims
  userInfo?: Claims
  /** Extra or changed parameters of the redirect to the site. */
  callback?: Record<string, string>
  signedWithAnotherKey?: boolean
  /** Signs id tokens with this algorithm instead of ES256. */
  algorithm?: 'HS512' | 'none' | 'EdDSA'
  down?: boolean
  withoutLogout?: boolean
  /** Changed attributes of the discovery document. */
  discovery?: Record<string, unknown>
  /** Raw responses by path. */
  responses?: Record<string, RawResponse>
}

type State = {
  issuer: string
  misbehavior: Misbehavior
  /** The parameters of the last authorization request. */
  authRequest: URLSearchParams
}

type Options = {
  /** The URL by which the site reaches the provider, such as a proxy in front of it. */
  proxy?: (own: URL) => Promise<string>
  tls?: Certificate
  port?: number
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const [key, otherKey] = [newKey(), newKey()]
const edwardsKey = generateKeyPairSync('ed25519')

/** An OpenID Connect provider that signs in every browser without a form, and misbehaves on request. */
export async function startMisbehavingProvider(options: Options = {}) {
  const port = options.port ?? (await freePort())
  const own = new URL(`${options.tls ? 'https' : 'http'}://localhost:${port}`)
  const issuer = options.proxy ? await options.proxy(own) : own.origin
  const state: State = { issuer, misbehavior: {}, authRequest: new URLSearchParams() }
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void respond(state, request, response)
  const server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener)
  await new Promise<void>((listening) => server.listen(port, 'localhost', listening))
  return {
    issuer,
    misbehave(misbehavior: Misbehavior) {
      state.misbehavior = misbehavior
    },
    close: () =>
      new Promise((closed) => {
        server.close(closed)
        server.closeAllConnections()
      }),
  }
}

function respond(state: State, request: IncomingMessage, response: ServerResponse) {
  if (state.misbehavior.down) return response.writeHead(503).end()
  const url = new URL(request.url ?? '/', state.issuer)
  const raw = state.misbehavior.responses?.[url.pathname]
  if (raw) return response.writeHead(raw.status, raw.headers).end(raw.body)
  if (url.pathname === '/auth') {
    state.authRequest = url.searchParams
    return response.writeHead(302, { location: callbackUrl(state) }).end()
  }
  response.setHeader('content-type', 'application/json')
  return response.end(JSON.stringify(documents[url.pathname]?.(state) ?? {}))
}

function callbackUrl({ authRequest, misbehavior }: State): string {
  const url = new URL(authRequest.get('redirect_uri') ?? '')
  const parameters = {
    code: 'c',
    state: authRequest.get('state') ?? '',
    ...misbehavior.callback,
  }
  url.search = new URLSearchParams(parameters).toString()
  return url.href
}

const documents: Record<string, (state: State) => unknown> = {
  '/.well-known/openid-configuration': ({ issuer, misbehavior }) => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    ...(misbehavior.withoutLogout ? {} : { end_session_endpoint: `${issuer}/logout` }),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    ...misbehavior.discovery,
  }),
  '/jwks': () => ({
    keys: [
      { ...key.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'ES256' },
      { ...edwardsKey.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'EdDSA' },
    ],
  }),
  '/token': (state) => ({ access_token: 'a', token_type: 'Bearer', id_token: idToken(state) }),
  '/userinfo': ({ misbehavior }) => ({ sub: 'anybody', ...misbehavior.userInfo }),
}

function idToken({ issuer, authRequest, misbehavior }: State): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: issuer,
    aud: authRequest.get('client_id'),
    sub: 'anybody',
    nonce: authRequest.get('nonce'),
    iat: now,
    exp: now + 300,
    ...misbehavior.idToken,
  }
  const { algorithm = 'ES256' } = misbehavior
  const content = `${encode({ alg: algorithm, kid: 'k' })}.${encode(claims)}`
  return `${content}.${signature(content, misbehavior)}`
}

function signature(content: string, { algorithm, signedWithAnotherKey }: Misbehavior): string {
  if (algorithm === 'none') return ''
  if (algorithm === 'HS512')
    return createHmac('sha512', 'secret').update(content).digest('base64url')
  const bytes = Buffer.from(content)
  if (algorithm === 'EdDSA')
    return sign(undefined, bytes, edwardsKey.privateKey).toString('base64url')
  const { privateKey } = signedWithAnotherKey ? otherKey : key
  const how = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
  return sign('sha256', bytes, how).toString('base64url')
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

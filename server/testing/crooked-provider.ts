import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { freePort } from './free-port.ts'

type Claims = Record<string, unknown>

/** How the next sign-in goes wrong; nothing set, it goes right. */
export type Crookedness = {
  idToken?: Claims
  userInfo?: Claims
  /** Extra or changed parameters on the way back to the site. */
  answer?: Record<string, string>
  signedWithAnotherKey?: boolean
  down?: boolean
  withoutLogout?: boolean
}

type State = {
  issuer: string
  ways: Crookedness
  /** What the site asked for last. */
  asked: URLSearchParams
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const [key, otherKey] = [newKey(), newKey()]

/** A provider that signs anybody in without a question, and lies when told to. `through` is how others reach it. */
export async function startCrookedProvider(
  through: (own: URL) => Promise<string> = async (own) => own.origin,
) {
  const port = await freePort()
  const issuer = await through(new URL(`http://localhost:${port}`))
  const state: State = { issuer, ways: {}, asked: new URLSearchParams() }
  const server = createServer((request, response) => answer(state, request, response))
  await new Promise<void>((listening) => server.listen(port, 'localhost', listening))
  return {
    issuer,
    behave(ways: Crookedness) {
      state.ways = ways
    },
    close: () => new Promise((closed) => server.close(closed)),
  }
}

function answer(state: State, request: IncomingMessage, response: ServerResponse) {
  if (state.ways.down) return response.writeHead(503).end()
  const url = new URL(request.url ?? '/', state.issuer)
  if (url.pathname === '/auth') {
    state.asked = url.searchParams
    return response.writeHead(302, { location: wayBack(state) }).end()
  }
  response.setHeader('content-type', 'application/json')
  return response.end(JSON.stringify(documents[url.pathname]?.(state) ?? {}))
}

function wayBack({ asked, ways }: State): string {
  const back = new URL(asked.get('redirect_uri') ?? '')
  const said = { code: 'c', state: asked.get('state') ?? '', ...ways.answer }
  back.search = new URLSearchParams(said).toString()
  return back.href
}

const documents: Record<string, (state: State) => unknown> = {
  '/.well-known/openid-configuration': ({ issuer, ways }) => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    ...(ways.withoutLogout ? {} : { end_session_endpoint: `${issuer}/logout` }),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  }),
  '/jwks': () => ({
    keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'ES256' }],
  }),
  '/token': (state) => ({ access_token: 'a', token_type: 'Bearer', id_token: idToken(state) }),
  '/userinfo': ({ ways }) => ({ sub: 'anybody', ...ways.userInfo }),
}

function idToken({ issuer, asked, ways }: State): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: issuer,
    aud: asked.get('client_id'),
    sub: 'anybody',
    nonce: asked.get('nonce'),
    iat: now,
    exp: now + 300,
    ...ways.idToken,
  }
  const content = `${encode({ alg: 'ES256', kid: 'k' })}.${encode(claims)}`
  const { privateKey } = ways.signedWithAnotherKey ? otherKey : key
  const how = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
  return `${content}.${sign('sha256', Buffer.from(content), how).toString('base64url')}`
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

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

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A provider that signs anybody in without a question, and lies when told to. */
export async function startCrookedProvider() {
  const issuer = `http://localhost:${await freePort()}`
  const [key, otherKey] = [newKey(), newKey()]
  let ways: Crookedness = {}
  let asked = new URLSearchParams()

  function idToken(): string {
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
    const signature = sign('sha256', Buffer.from(content), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    })
    return `${content}.${signature.toString('base64url')}`
  }

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    ...(ways.withoutLogout ? {} : { end_session_endpoint: `${issuer}/logout` }),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  })
  const answers: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': metadata,
    '/jwks': () => ({
      keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'ES256' }],
    }),
    '/token': () => ({ access_token: 'a', token_type: 'Bearer', id_token: idToken() }),
    '/userinfo': () => ({ sub: ways.idToken?.['sub'] ?? 'anybody', ...ways.userInfo }),
  }

  function answer(request: IncomingMessage, response: ServerResponse) {
    if (ways.down) return response.writeHead(503).end()
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname === '/auth') {
      asked = url.searchParams
      const back = new URL(asked.get('redirect_uri') ?? '')
      const said = { code: 'c', state: asked.get('state') ?? '', ...ways.answer }
      back.search = new URLSearchParams(said).toString()
      return response.writeHead(302, { location: back.href }).end()
    }
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify(answers[url.pathname]?.() ?? {}))
  }

  const server = createServer(answer)
  await new Promise<void>((listening) =>
    server.listen(Number(new URL(issuer).port), 'localhost', listening),
  )
  return {
    issuer,
    behave(next: Crookedness) {
      ways = next
    },
    close: () => new Promise((closed) => server.close(closed)),
  }
}

import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { IdentityProvider } from '#contract/admin.ts'
import { findProviderProblems } from '#server/platform/identity/create-identity.ts'
import { startAuthServer } from '#server/testing/auth-server.ts'
import { createAuthority } from '#server/testing/certificates.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { freePort } from '#server/testing/free-port.ts'
import {
  type Misbehaviour,
  startMisbehavingProvider,
} from '#server/testing/misbehaving-provider.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const secret = 'a-client-secret-that-stays-secret'
const external = (issuer: string) =>
  ({ kind: 'external', issuer, clientId: 'soundpost', clientSecret: secret }) as const
const publicUrl = 'http://localhost:9'
const check = (issuer: string) => findProviderProblems(external(issuer), publicUrl)

async function startSite(issuer: string, administratorEmails: string[] = []) {
  const server = await startAuthServer({
    db: database.postgres.db,
    identity: external(issuer),
    administrators: { emails: administratorEmails, userIds: [] },
  })
  onTestFinished(() => server.close())
  const logged = () => server.loggedErrors.map((line) => JSON.parse(line) as { msg: string })
  return { server, browser: server.browser(), logged }
}

async function startProvider(options: Parameters<typeof startMisbehavingProvider>[0] = {}) {
  const provider = await startMisbehavingProvider(options)
  onTestFinished(async () => void (await provider.close()))
  return provider
}

/** A sign-in fails with the page for visitors, and the log has the sentence and nothing else. */
async function expectSignInProblem(issuer: string, sentence: RegExp) {
  const { browser, logged, server } = await startSite(issuer)
  const page = await browser.open('/api/login')
  expect(page.status).toBe(503)
  expect(page.text).toContain(
    'Sign-in is not available right now. Please try again later. The administrator can find the reason in the server log.',
  )
  expect(page.text).not.toMatch(/OIDC_|NODE_|localhost|certificate/)
  expect(logged().map(({ msg }) => msg)).toEqual([expect.stringMatching(sentence)])
  expect(server.loggedErrors.join()).not.toContain(secret)
  expect(server.loggedErrors.join()).not.toContain('stack')
}

async function expectProblem(issuer: string, sentence: RegExp) {
  expect(await check(issuer)).toEqual([expect.stringMatching(sentence)])
  await expectSignInProblem(issuer, sentence)
}

describe('provider problems: an issuer that cannot be reached', () => {
  test('an unknown host name is reported with OIDC_ISSUER and DNS', async () => {
    await expectProblem(
      'https://provider.invalid',
      /^The host name "provider\.invalid" of the identity provider cannot be resolved: check OIDC_ISSUER and the DNS/,
    )
  })

  test('a refused connection is reported with the host and port in OIDC_ISSUER', async () => {
    const port = await freePort()
    await expectProblem(
      `http://localhost:${port}`,
      new RegExp(
        `^The identity provider at http://localhost:${port} refused the connection: check the host and port in OIDC_ISSUER`,
      ),
    )
  })

  test('a provider that accepts connections and never responds is reported after the timeout', async () => {
    const silent = createServer()
    const port = await freePort()
    await new Promise<void>((listening) => silent.listen(port, 'localhost', listening))
    onTestFinished(() => void silent.close())
    await expectSignInProblem(
      `http://localhost:${port}`,
      /did not respond within 4 seconds: check OIDC_ISSUER, and that no firewall blocks/,
    )
  })

  test('a provider that closes the connection is reported with OIDC_ISSUER', async () => {
    const closing = createServer((socket) => socket.destroy())
    const port = await freePort()
    await new Promise<void>((listening) => closing.listen(port, 'localhost', listening))
    onTestFinished(() => void closing.close())
    await expectProblem(
      `http://localhost:${port}`,
      /closed the connection without a response: check OIDC_ISSUER \(http or https, and the port\)/,
    )
  })
})

describe('provider problems: TLS', () => {
  const authority = createAuthority('Private Authority')
  const reachedBy = (options: { host?: string; notAfter?: Date } = {}) =>
    startProvider({ tls: authority.issue({ name: 'provider', host: 'localhost', ...options }) })

  test('a certificate of a private authority is reported with NODE_EXTRA_CA_CERTS', async () => {
    const { issuer } = await reachedBy()
    await expectProblem(
      issuer,
      /is signed by an unknown certificate authority: start this server with NODE_EXTRA_CA_CERTS set to the PEM file/,
    )
  })

  test('a self-signed certificate is reported with NODE_EXTRA_CA_CERTS', async () => {
    const { issuer } = await startProvider({ tls: createAuthority('localhost').own })
    await expectProblem(issuer, /NODE_EXTRA_CA_CERTS/)
  })

  test('https at a port without TLS is reported with OIDC_ISSUER', async () => {
    const { issuer } = await startProvider()
    await expectProblem(
      issuer.replace('http:', 'https:'),
      /does not accept TLS connections: check http or https and the port in OIDC_ISSUER/,
    )
  })
})

const discoveryPath = '/.well-known/openid-configuration'

describe('provider problems: the discovery document', () => {
  const cases: [string, Misbehaviour, RegExp][] = [
    [
      'status 404',
      { responses: { [discoveryPath]: { status: 404 } } },
      /^The identity provider responded with HTTP status 404 at http:\S+\/\.well-known\/openid-configuration: check the path in OIDC_ISSUER\.$/,
    ],
    [
      'status 500',
      { responses: { [discoveryPath]: { status: 500 } } },
      /responded with HTTP status 500 at \S+: check OIDC_ISSUER, and the log of the provider/,
    ],
    [
      'a redirect',
      {
        responses: {
          [discoveryPath]: { status: 301, headers: { location: 'https://id.example/realm' } },
        },
      },
      /redirects \S+ to https:\/\/id\.example\/realm: set OIDC_ISSUER to the final URL/,
    ],
    [
      'an HTML page',
      {
        responses: {
          [discoveryPath]: { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>' },
        },
      },
      /is not JSON: check the path in OIDC_ISSUER/,
    ],
    [
      'half a JSON document',
      {
        responses: {
          [discoveryPath]: {
            status: 200,
            headers: { 'content-type': 'application/json' },
            body: '{"issuer":',
          },
        },
      },
      /is not a discovery document: check the path in OIDC_ISSUER/,
    ],
    [
      'no issuer',
      { discovery: { issuer: undefined } },
      /is not a discovery document: check the path in OIDC_ISSUER/,
    ],
    [
      'another issuer',
      { discovery: { issuer: 'https://id.example/realms/music' } },
      /names the issuer "https:\/\/id\.example\/realms\/music": set OIDC_ISSUER to exactly this URL/,
    ],
    [
      'no endpoints',
      { discovery: { authorization_endpoint: undefined, token_endpoint: undefined } },
      /^The discovery document of OIDC_ISSUER \(\S+\) has no authorization_endpoint, no token_endpoint: use a provider that supports the authorization code flow/,
    ],
    ['no key set', { discovery: { jwks_uri: undefined } }, /has no jwks_uri: use a provider/],
    [
      'symmetric algorithms only',
      { discovery: { id_token_signing_alg_values_supported: ['HS256', 'none'] } },
      /offers no supported signature algorithm for id tokens \(only HS256, none\): set the id token signature algorithm of the client "soundpost" \(OIDC_CLIENT_ID\) at the provider to RS256 or ES256/,
    ],
  ]
  test.each(cases)(
    'a discovery document with %s is reported',
    async (_what, misbehaviour, sentence) => {
      const provider = await startProvider()
      provider.misbehave(misbehaviour)
      await expectProblem(provider.issuer, sentence)
    },
  )
})

describe('provider problems: a sign-in that reaches the callback', () => {
  const json = { 'content-type': 'application/json' }
  const cases: [string, Misbehaviour, RegExp][] = [
    [
      'an id token signed with HS512',
      {
        algorithm: 'HS512',
        discovery: { id_token_signing_alg_values_supported: ['RS256', 'HS512'] },
      },
      /^The identity provider signs id tokens with HS512, .* set the id token signature algorithm of the client "soundpost" \(OIDC_CLIENT_ID\) at the provider to RS256 or ES256\.$/,
    ],
    [
      'an id token without a signature',
      {
        algorithm: 'none',
        discovery: { id_token_signing_alg_values_supported: ['RS256', 'none'] },
      },
      /signs id tokens with none, .*OIDC_CLIENT_ID/,
    ],
    [
      'an algorithm that the discovery document does not name',
      { algorithm: 'EdDSA' },
      /signs id tokens with EdDSA, which is not supported or not in its discovery document/,
    ],
    [
      'a refused client',
      {
        responses: {
          '/token': { status: 401, headers: json, body: '{"error":"invalid_client"}' },
        },
      },
      /^The identity provider refused the client "soundpost": check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET\.$/,
    ],
    [
      'a refused client with a Basic challenge',
      {
        responses: {
          '/token': { status: 401, headers: { 'www-authenticate': 'Basic realm="id"' } },
        },
      },
      /check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET/,
    ],
    [
      'a client without the authorization code flow',
      {
        responses: {
          '/token': { status: 400, headers: json, body: '{"error":"unauthorized_client"}' },
        },
      },
      /does not allow the client "soundpost" \(OIDC_CLIENT_ID\) to use the authorization code flow/,
    ],
    [
      'a token endpoint that is not there',
      { responses: { '/token': { status: 404 } } },
      /responded with HTTP status 404 at \S+\/token/,
    ],
    [
      'an empty key set',
      { responses: { '/jwks': { status: 200, headers: json, body: '{"keys":[]}' } } },
      /^The key set \(jwks_uri\) of the identity provider in OIDC_ISSUER has no key for the signature of its id tokens/,
    ],
  ]
  test.each(cases)('%s is reported', async (_what, misbehaviour, sentence) => {
    const provider = await startProvider()
    provider.misbehave(misbehaviour)
    await expectSignInProblem(provider.issuer, sentence)
  })

  test('an id token signed with EdDSA is accepted if the discovery document names it', async () => {
    const provider = await startProvider()
    provider.misbehave({
      algorithm: 'EdDSA',
      discovery: { id_token_signing_alg_values_supported: ['EdDSA'] },
    })
    const { browser } = await startSite(provider.issuer)
    await browser.open('/api/login')
    expect((await browser.call('GET', '/api/auth/user')).status).toBe(200)
  })
})

describe('provider check', () => {
  const json = { 'content-type': 'application/json' }

  test('a provider that works has no problems', async () => {
    const provider = await startProvider()
    expect(await check(provider.issuer)).toEqual([])
    // As a provider responds to a browser without a session, and to a code that it never issued.
    provider.misbehave({
      callback: { error: 'login_required' },
      responses: { '/token': { status: 400, headers: json, body: '{"error":"invalid_grant"}' } },
    })
    expect(await check(provider.issuer)).toEqual([])
  })

  test('the built-in provider has no problems', async () => {
    expect(await findProviderProblems({ kind: 'built-in' }, publicUrl)).toEqual([])
  })

  test.each<[string, Misbehaviour, RegExp]>([
    [
      'a redirect URI that is not registered',
      { responses: { '/auth': { status: 400 } } },
      /does not accept the client "soundpost" with the redirect URI http:\/\/localhost:9\/api\/callback: check OIDC_CLIENT_ID, and register this redirect URI \(PUBLIC_URL and \/api\/callback\)/,
    ],
    [
      'scopes that the client may not use',
      { callback: { error: 'invalid_scope' } },
      /refuses to sign in users of the client "soundpost" \(OIDC_CLIENT_ID\) with "invalid_scope"/,
    ],
    [
      'a wrong client secret',
      {
        responses: { '/token': { status: 401, headers: json, body: '{"error":"invalid_client"}' } },
      },
      /^The identity provider refused the client "soundpost": check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET\.$/,
    ],
    [
      'a key set that is not there',
      { responses: { '/jwks': { status: 404 } } },
      /responded with HTTP status 404 at \S+\/jwks/,
    ],
    [
      'an empty key set',
      { responses: { '/jwks': { status: 200, headers: json, body: '{"keys":[]}' } } },
      /publishes no keys at \S+\/jwks \(jwks_uri\): create a signing key/,
    ],
  ])('%s is found without a user', async (_what, misbehaviour, sentence) => {
    const provider = await startProvider()
    provider.misbehave(misbehaviour)
    expect(await check(provider.issuer)).toEqual([expect.stringMatching(sentence)])
  })
})

describe('administrators by e-mail', () => {
  test.each<[string, Misbehaviour, RegExp]>([
    [
      'an unverified address in ADMIN_EMAILS',
      { userInfo: { email: 'boss@example.org' } },
      /did not send "email_verified": true for boss@example\.org, so this address in ADMIN_EMAILS has no effect: verify the address at the provider, or set ADMIN_USER_IDS/,
    ],
    [
      'a provider without an email claim',
      {},
      /sent no "email" claim, so ADMIN_EMAILS has no effect: allow the scope "email" for OIDC_CLIENT_ID/,
    ],
  ])('%s is logged, and the sign-in succeeds', async (_what, misbehaviour, sentence) => {
    const provider = await startProvider()
    provider.misbehave(misbehaviour)
    const { browser, logged } = await startSite(provider.issuer, ['Boss@example.org'])
    await browser.open('/api/login')
    expect((await browser.call('GET', '/api/auth/user')).body).toMatchObject({ isAdmin: false })
    expect(logged().map(({ msg }) => msg)).toEqual([expect.stringMatching(sentence)])
  })

  test('nothing is logged for an address that is not in ADMIN_EMAILS', async () => {
    const provider = await startProvider()
    provider.misbehave({ userInfo: { email: 'fan@example.org' } })
    const { browser, logged } = await startSite(provider.issuer, ['boss@example.org'])
    await browser.open('/api/login')
    expect(logged()).toEqual([])
  })
})

test('the dashboard shows an administrator the problems of the provider and the last failed sign-in', async () => {
  const provider = await startProvider()
  const verified = { sub: 'boss', email: 'boss@example.org', email_verified: true }
  const boss = { idToken: { sub: 'boss' }, userInfo: verified }
  provider.misbehave(boss)
  const { browser, server } = await startSite(provider.issuer, ['boss@example.org'])
  await browser.open('/api/login')
  const status = () => browser.call<IdentityProvider>('GET', '/api/admin/identity-provider')
  expect(await status()).toEqual({
    status: 200,
    body: { issuer: provider.issuer, problems: [], lastFailure: null },
  })

  provider.misbehave({ ...boss, algorithm: 'HS512' })
  await server.browser().open('/api/login')
  const { body } = await status()
  expect(body.lastFailure?.message).toMatch(/signs id tokens with HS512/)

  provider.misbehave({ ...boss, responses: { [discoveryPath]: { status: 404 } } })
  expect((await status()).body.problems).toEqual([expect.stringMatching(/HTTP status 404/)])
})

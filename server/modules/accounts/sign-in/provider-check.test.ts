import { expect, test } from 'vitest'
import type { IdentityProvider } from '#contract/admin.ts'
import type { Misbehavior } from '#server/testing/misbehaving-provider.ts'
import {
  expectSignInProblem,
  externalProvider,
  startProvider,
  startWithProvider,
} from '#server/testing/provider-problems.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { findProviderProblems } from '../provider/create-identity.ts'

const database = setUpTestDatabase()

const publicUrl = 'http://localhost:9'
const discoveryPath = '/.well-known/openid-configuration'
const check = (issuer: string) => findProviderProblems(externalProvider(issuer), publicUrl)

const json = { 'content-type': 'application/json' }
const cases: [string, Misbehavior, RegExp][] = [
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
test.each(cases)('provider problems: %s is reported', async (_what, misbehavior, sentence) => {
  const provider = await startProvider()
  provider.misbehave(misbehavior)
  await expectSignInProblem(database.postgres.db, provider.issuer, sentence)
})

test('provider problems: an id token signed with EdDSA is accepted if the discovery document names it', async () => {
  const provider = await startProvider()
  provider.misbehave({
    algorithm: 'EdDSA',
    discovery: { id_token_signing_alg_values_supported: ['EdDSA'] },
  })
  const { browser } = await startWithProvider(database.postgres.db, provider.issuer)
  await browser.open('/api/login')
  expect((await browser.call('GET', '/api/auth/user')).status).toBe(200)
})

test('provider check: a provider that works has no problems', async () => {
  const provider = await startProvider()
  expect(await check(provider.issuer)).toEqual([])
  // As a provider responds to a browser without a session, and to a code that it never issued.
  provider.misbehave({
    callback: { error: 'login_required' },
    responses: { '/token': { status: 400, headers: json, body: '{"error":"invalid_grant"}' } },
  })
  expect(await check(provider.issuer)).toEqual([])
})

test('provider check: the built-in provider has no problems', async () => {
  expect(await findProviderProblems({ kind: 'built-in' }, publicUrl)).toEqual([])
})

test.each<[string, Misbehavior, RegExp]>([
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
])('provider check: %s is found without a user', async (_what, misbehavior, sentence) => {
  const provider = await startProvider()
  provider.misbehave(misbehavior)
  expect(await check(provider.issuer)).toEqual([expect.stringMatching(sentence)])
})

test.each<[string, Misbehavior, RegExp]>([
  [
    'an unverified address in ADMIN_EMAILS',
    { userInfo: { email: 'boss@example.org' } },
    /did not send "email_verified": true for boss@example\.org, so this address in ADMIN_EMAILS has no effect: verify the address at the provider, or set ADMIN_USER_IDS/,
  ],
  [
    'an address that is not valid',
    { userInfo: { email: 'boss@example.org\r\nBcc: x@example.org', email_verified: true } },
    /^The identity provider sent an "email" claim that is not a valid address, so the user has none: correct the address at the provider\.$/,
  ],
  [
    'a provider without an email claim',
    {},
    /sent no "email" claim, so ADMIN_EMAILS has no effect: allow the scope "email" for OIDC_CLIENT_ID/,
  ],
])(
  'administrators: %s is logged, and the sign-in succeeds',
  async (_what, misbehavior, sentence) => {
    const provider = await startProvider()
    provider.misbehave(misbehavior)
    const { browser, loggedErrors } = await startWithProvider(
      database.postgres.db,
      provider.issuer,
      ['Boss@example.org'],
    )
    await browser.open('/api/login')
    expect((await browser.call('GET', '/api/auth/user')).body).toMatchObject({ isAdmin: false })
    expect(loggedErrors()).toEqual([expect.stringMatching(sentence)])
  },
)

test('administrators: nothing is logged for an address that is not in ADMIN_EMAILS', async () => {
  const provider = await startProvider()
  provider.misbehave({ userInfo: { email: 'fan@example.org' } })
  const { browser, loggedErrors } = await startWithProvider(database.postgres.db, provider.issuer, [
    'boss@example.org',
  ])
  await browser.open('/api/login')
  expect(loggedErrors()).toEqual([])
})

test('dashboard: it shows an administrator the problems of the provider and the last failed sign-in', async () => {
  const provider = await startProvider()
  const verified = { sub: 'boss', email: 'boss@example.org', email_verified: true }
  const adminClaims = { idToken: { sub: 'boss' }, userInfo: verified }
  provider.misbehave(adminClaims)
  const { browser, server } = await startWithProvider(database.postgres.db, provider.issuer, [
    'boss@example.org',
  ])
  await browser.open('/api/login')
  const status = () => browser.call<IdentityProvider>('GET', '/api/admin/identity-provider')
  expect(await status()).toEqual({
    status: 200,
    body: { issuer: provider.issuer, problems: [], registration: 'open', lastFailure: null },
  })

  provider.misbehave({ ...adminClaims, algorithm: 'HS512' })
  await server.browser().open('/api/login')
  const { body } = await status()
  expect(body.lastFailure?.message).toMatch(/signs id tokens with HS512/)

  provider.misbehave({ ...adminClaims, responses: { [discoveryPath]: { status: 404 } } })
  expect((await status()).body.problems).toEqual([expect.stringMatching(/HTTP status 404/)])
})

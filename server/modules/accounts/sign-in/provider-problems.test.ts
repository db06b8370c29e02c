import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createAuthority } from '#server/testing/certificates.ts'
import { freePort } from '#server/testing/free-port.ts'
import type { Misbehavior } from '#server/testing/misbehaving-provider.ts'
import {
  expectSignInProblem,
  externalProvider,
  startProvider,
} from '#server/testing/provider-problems.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { findProviderProblems } from '../provider/create-identity.ts'

const database = setUpTestDatabase()

async function expectProblem(issuer: string, sentence: RegExp) {
  const problems = await findProviderProblems(externalProvider(issuer), 'http://localhost:9')
  expect(problems).toEqual([expect.stringMatching(sentence)])
  await expectSignInProblem(database.postgres.db, issuer, sentence)
}

test('provider problems: an unknown host name is reported with OIDC_ISSUER and DNS', async () => {
  await expectProblem(
    'https://provider.invalid',
    /^The host name "provider\.invalid" of the identity provider cannot be resolved: check OIDC_ISSUER and the DNS/,
  )
})

test('provider problems: a refused connection is reported with the host and port in OIDC_ISSUER', async () => {
  const port = await freePort()
  await expectProblem(
    `http://localhost:${port}`,
    new RegExp(
      `^The identity provider at http://localhost:${port} refused the connection: check the host and port in OIDC_ISSUER`,
    ),
  )
})

test('provider problems: a provider that never responds is reported after the timeout', async () => {
  const silent = createServer()
  const port = await freePort()
  await new Promise<void>((listening) => silent.listen(port, 'localhost', listening))
  onTestFinished(() => void silent.close())
  await expectSignInProblem(
    database.postgres.db,
    `http://localhost:${port}`,
    /did not respond within 4 seconds: check OIDC_ISSUER, and that no firewall blocks/,
  )
})

test('provider problems: a provider that closes the connection is reported with OIDC_ISSUER', async () => {
  const closing = createServer((socket) => socket.destroy())
  const port = await freePort()
  await new Promise<void>((listening) => closing.listen(port, 'localhost', listening))
  onTestFinished(() => void closing.close())
  await expectProblem(
    `http://localhost:${port}`,
    /closed the connection without a response: check OIDC_ISSUER \(http or https, and the port\)/,
  )
})

const authority = createAuthority('Private Authority')
const reachedBy = (options: { host?: string; notAfter?: Date } = {}) =>
  startProvider({ tls: authority.issue({ name: 'provider', host: 'localhost', ...options }) })

test('provider problems: a certificate of a private authority is reported with NODE_EXTRA_CA_CERTS', async () => {
  const { issuer } = await reachedBy()
  await expectProblem(
    issuer,
    /is signed by an unknown certificate authority: start this server with NODE_EXTRA_CA_CERTS set to the PEM file/,
  )
})

test('provider problems: a self-signed certificate is reported with NODE_EXTRA_CA_CERTS', async () => {
  const { issuer } = await startProvider({ tls: createAuthority('localhost').own })
  await expectProblem(issuer, /NODE_EXTRA_CA_CERTS/)
})

test('provider problems: https at a port without TLS is reported with OIDC_ISSUER', async () => {
  const { issuer } = await startProvider()
  await expectProblem(
    issuer.replace('http:', 'https:'),
    /does not accept TLS connections: check http or https and the port in OIDC_ISSUER/,
  )
})

const discoveryPath = '/.well-known/openid-configuration'

const cases: [string, Misbehavior, RegExp][] = [
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
  'provider problems: a discovery document with %s is reported',
  async (_what, misbehavior, sentence) => {
    const provider = await startProvider()
    provider.misbehave(misbehavior)
    await expectProblem(provider.issuer, sentence)
  },
)

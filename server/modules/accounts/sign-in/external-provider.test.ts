import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#contract/auth.ts'
import { users } from '#server/database/schema.ts'
import { createInvite } from '#server/modules/invites/service.ts'
import { type AuthServer, startAuthServer } from '#server/testing/auth-server.ts'
import type { Browser } from '#server/testing/browser.ts'
import { freePort } from '#server/testing/free-port.ts'
import { type Misbehavior, startMisbehavingProvider } from '#server/testing/misbehaving-provider.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { findProviderProblems } from '../provider/create-identity.ts'

const database = setUpTestDatabase()

const currentUser = (browser: Browser) => browser.call<CurrentUser>('GET', '/api/auth/user')

test('external provider: users sign in and out through another process, and register by invite', async () => {
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  const identity = {
    kind: 'external',
    issuer,
    clientId: 'soundpost',
    clientSecret: 'external-secret',
    registration: 'invite',
  } as const
  const server = await startAuthServer({
    db: database.postgres.db,
    identity,
    // The address of noor is not verified.
    administrators: { emails: ['maya@example.org', 'noor@example.org'], userIds: [] },
  })
  const script = path.join(import.meta.dirname, '../../../testing/external-provider.ts')
  const args = [script, '--port', String(port), '--site', server.url]
  const provider = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const browser = server.browser()
    // Not listening yet: a page says so, and a later sign-in succeeds.
    const early = await browser.open('/api/login')
    expect(early.status).toBe(503)
    expect(early.text).toContain('Sign-in is not available right now.')
    await once(provider.stdout, 'data')
    // The provider check needs no user.
    expect(await findProviderProblems(identity, server.url)).toEqual([])
    expect(await findProviderProblems({ ...identity, clientSecret: 'wrong' }, server.url)).toEqual([
      expect.stringContaining('check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET'),
    ])
    expect(await findProviderProblems(identity, 'https://another.example')).toEqual([
      expect.stringContaining('redirect URI https://another.example/api/callback'),
    ])
    expect(
      await findProviderProblems({ ...identity, issuer: `${issuer}/realm` }, server.url),
    ).toEqual([expect.stringContaining('check the path in OIDC_ISSUER')])

    const form = await browser.open('/api/login?returnTo=/discover')
    expect(form.text).toContain('<title>Elsewhere</title>')
    const landed = await browser.submit(form, { user: 'maya', pass: 'between friends' })
    expect(landed.url.href).toBe(`${server.url}/discover`)
    expect((await currentUser(browser)).body).toMatchObject({
      email: 'maya@example.org',
      username: 'maya',
      displayName: 'Maya Lind',
      firstName: 'Maya',
      lastName: 'Lind',
      isAdmin: true,
    })
    const [{ id = '' } = {}] = await database.postgres.db.select().from(users)
    const newInvite = { uses: 1, expiresInDays: 7, note: null }
    const { token } = await createInvite(database.postgres.db, newInvite, { id, isAdmin: true })
    const other = server.browser()
    const credentials = { user: 'noor', pass: 'between friends' }
    const denied = await other.submit(await other.open('/api/login'), credentials)
    expect(denied.status).toBe(403)
    expect(denied.text).toContain('You need a valid invite to create an account.')
    // The provider remembers the account: it asks only because of the prompt.
    expect((await other.open('/api/login')).status).toBe(403)
    const retry = await other.open('/api/login?prompt=login')
    expect(retry.text).toContain('<title>Elsewhere</title>')
    const invited = await other.open(`/api/login?prompt=create&invite=${token}&returnTo=/library`)
    expect(invited.url.href).toBe(`${server.url}/library`)
    expect((await currentUser(other)).body).toMatchObject({ username: 'noor', isAdmin: false })

    const question = await browser.open('/api/logout')
    expect(question.url.port).toBe(String(port))
    expect((await browser.submit(question, {})).url.href).toBe(`${server.url}/`)
    expect((await currentUser(browser)).status).toBe(401)
    expect((await browser.open('/api/login')).text).toContain('<title>Elsewhere</title>')
  } finally {
    provider.kill()
    await once(provider, 'exit')
    await server.close()
  }
})

describe('external provider', () => {
  let provider: Awaited<ReturnType<typeof startMisbehavingProvider>>
  let server: AuthServer
  beforeEach(async () => {
    await database.postgres.db.delete(users)
    provider = await startMisbehavingProvider()
    const { issuer } = provider
    server = await startAuthServer({
      db: database.postgres.db,
      identity: { kind: 'external', issuer, clientId: 'soundpost', clientSecret: 'secret' },
      administrators: { emails: ['boss@example.org'], userIds: [] },
    })
  })
  afterEach(async () => {
    await server.close()
    await provider.close()
  })

  async function signInWith(misbehavior: Misbehavior) {
    provider.misbehave(misbehavior)
    const browser = server.browser()
    const page = await browser.open('/api/login')
    return { page, browser, ...(await currentUser(browser)) }
  }

  test('external provider: a correct response signs the user in', async () => {
    const { body } = await signInWith({ userInfo: { email: 'a@example.org', name: 'Any Body' } })
    expect(body).toMatchObject({ email: 'a@example.org', displayName: 'Any Body', isAdmin: false })
  })

  const boss = { email: 'boss@example.org' }
  const verified = { email: 'me@example.org', email_verified: true }
  test.each<[string, Misbehavior]>([
    ['an id token about another one', { idToken: verified, userInfo: boss }],
    ['a userinfo response without one', { idToken: boss, userInfo: { email_verified: true } }],
  ])('external provider: an address is not verified by %s', async (_what, misbehavior) => {
    const { body } = await signInWith(misbehavior)
    expect(body).toMatchObject({ ...boss, isAdmin: false })
  })

  test('external provider: an address is verified by the id token that has it', async () => {
    const { body } = await signInWith({ idToken: { ...verified, ...boss } })
    expect(body).toMatchObject({ ...boss, isAdmin: true })
  })

  const bothWith = (claims: object) => ({ idToken: { ...claims }, userInfo: { ...claims } })
  const past = Math.floor(Date.now() / 1000) - 3600
  test.each<[string, Misbehavior]>([
    ['another nonce', { idToken: { nonce: 'made-up' } }],
    ['no nonce', { idToken: { nonce: undefined } }],
    ['another audience', { idToken: { aud: 'another-user' } }],
    ['another issuer', { idToken: { iss: 'https://evil.example' } }],
    ['an expired id token', { idToken: { iat: past - 300, exp: past } }],
    ['a signature of another key', { signedWithAnotherKey: true }],
    ['no subject', { idToken: { sub: undefined } }],
    ['a subject that is too long', bothWith({ sub: 's'.repeat(256) })],
    ['a subject that cannot be stored', bothWith({ sub: 'a\0' })],
    ['claims of another user', { userInfo: { sub: 'another-user' } }],
    ['another state', { callback: { state: 'made-up' } }],
    ['an error', { callback: { error: 'access_denied' } }],
  ])('external provider: a response with %s is refused', async (_what, misbehavior) => {
    const before = await database.postgres.db.select().from(users)
    const { page, status, browser } = await signInWith(misbehavior)
    expect(page.status).toBe(400)
    expect(page.text).toContain('This sign-in could not be completed. Please try again.')
    expect(status).toBe(401)
    expect(browser.cookie('sid')).toBeUndefined()
    expect(await database.postgres.db.select().from(users)).toEqual(before)
  })

  test('external provider: an outage shows a page with a retry link, and later sign-ins work', async () => {
    expect((await signInWith({ down: true })).page.status).toBe(503)
    expect((await signInWith({})).status).toBe(200)
    const browser = server.browser()
    const start = await browser.request('/api/login')
    const back = await browser.follow(start, (next) => next.pathname === '/api/callback')
    provider.misbehave({ down: true })
    const response = await browser.request(back.headers.get('location') ?? '')
    expect(response.status).toBe(503)
    expect(response.text).toContain('Sign-in is not available right now.')
  })

  test('external provider: logout works while the provider is down', async () => {
    const { browser } = await signInWith({})
    provider.misbehave({ down: true })
    const left = await browser.request('/api/logout')
    expect(left.status).toBe(302)
    expect((await currentUser(browser)).status).toBe(401)
  })

  test('external provider: without an end_session_endpoint, logout redirects to the home page', async () => {
    const { browser } = await signInWith({ withoutLogout: true })
    const left = await browser.request('/api/logout')
    expect(left.headers.get('location')).toBe('/')
  })
})

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { IdentityConfig } from '#server/config.ts'
import { createAccount, randomAccount, signIn } from '#server/testing/accounts.ts'
import { startAuthServer } from '#server/testing/auth-server.ts'
import type { Browser } from '#server/testing/browser.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { startMisbehavingProvider } from '#server/testing/misbehaving-provider.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const status = async (browser: Browser) => (await browser.call('GET', '/api/auth/user')).status

async function startSite(identity: IdentityConfig) {
  const administrators = { emails: ['maya@example.org'], userIds: [] }
  const server = await startAuthServer({ db: database.postgres.db, identity, administrators })
  onTestFinished(() => server.close())
  return server
}

test('closed registration: no account can be created, and those that exist sign in', async () => {
  const account = randomAccount()
  const open = await startSite({ kind: 'built-in', registration: 'open' })
  const openForm = await open.browser().open('/api/login?prompt=create')
  expect(openForm.text).toContain('<h1>Create account</h1>')
  await createAccount(open.browser(), account)

  const closed = await startSite({ kind: 'built-in', registration: 'closed' })
  const browser = closed.browser()
  const form = await browser.open('/api/login?prompt=create')
  expect(form.text).toContain('<h1>Sign in</h1>')
  expect(form.text).toContain('Registration is closed.')
  expect(form.text).not.toContain('create-account')
  const createUrl = new URL(`${form.url.pathname}/create-account`, closed.url)
  const refused = await fetch(createUrl, {
    method: 'POST',
    headers: { origin: closed.url },
    body: new URLSearchParams(randomAccount()),
  })
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain('Registration is closed.')
  expect(await status(await signIn(closed.browser(), account))).toBe(200)
})

test('closed registration: with an external provider only known users and administrators sign in', async () => {
  const provider = await startMisbehavingProvider()
  onTestFinished(async () => void (await provider.close()))
  const external = {
    kind: 'external',
    issuer: provider.issuer,
    clientId: 'soundpost',
    clientSecret: 'secret',
  } as const
  const closed = await startSite({ ...external, registration: 'closed' })
  const signInAs = async (site: typeof closed, userInfo: Record<string, unknown>) => {
    const { sub } = userInfo
    provider.misbehave({ idToken: { sub }, userInfo })
    const browser = site.browser()
    const page = await browser.open('/api/login')
    return { browser, page }
  }
  const user = { sub: 'ines', email: 'ines@example.org', email_verified: true }
  const unknown = await signInAs(closed, user)
  expect(unknown.page.status).toBe(403)
  expect(unknown.page.text).toContain('Registration is closed.')
  expect(await status(unknown.browser)).toBe(401)

  const administrator = { sub: 'maya', email: 'maya@example.org', email_verified: true }
  expect(await status((await signInAs(closed, administrator)).browser)).toBe(200)
  const open = await startSite({ ...external, registration: 'open' })
  expect(await status((await signInAs(open, user)).browser)).toBe(200)
  expect(await status((await signInAs(closed, user)).browser)).toBe(200)
})

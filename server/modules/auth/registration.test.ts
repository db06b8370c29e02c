import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { IdentityConfig } from '#server/config.ts'
import { accounts } from '#server/database/schema.ts'
import { type Account, createAccount, randomAccount, signIn } from '#server/testing/accounts.ts'
import { startAuthServer } from '#server/testing/auth-server.ts'
import type { Browser, Page } from '#server/testing/browser.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { startMisbehavingProvider } from '#server/testing/misbehaving-provider.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const status = async (browser: Browser) => (await browser.call('GET', '/api/auth/user')).status

const submitCreateAccount = (browser: Browser, form: Page, account: Account) =>
  browser.request(new URL(`${form.url.pathname}/create-account`, form.url), {
    method: 'POST',
    body: new URLSearchParams(account),
  })

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
  // With the cookies of the sign-in, so that only the setting can refuse it.
  const newcomer = randomAccount()
  const refused = await submitCreateAccount(browser, form, newcomer)
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('Registration is closed.')
  const count = database.postgres.db.$count(accounts, eq(accounts.email, newcomer.email))
  expect(await count).toBe(0)
  const allowed = open.browser()
  const openSignIn = await allowed.open('/api/login')
  expect((await submitCreateAccount(allowed, openSignIn, newcomer)).status).toBe(303)
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

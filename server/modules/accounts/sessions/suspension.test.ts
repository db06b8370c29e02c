import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { CurrentUser } from '#contract/auth.ts'
import { suspendedHeader } from '#contract/limits.ts'
import { users } from '#server/database/schema.ts'
import { recordAction } from '#server/modules/moderation/audit/service.ts'
import { lift, suspend } from '#server/modules/moderation/suspensions/service.ts'
import { createAccount, randomAccount, signIn } from '#server/testing/accounts.ts'
import { startAuthServer } from '#server/testing/auth-server.ts'
import type { Browser } from '#server/testing/browser.ts'
import { makeUser } from '#server/testing/factories.ts'
import { startMisbehavingProvider } from '#server/testing/misbehaving-provider.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'

const database = setUpTestDatabase()

const suspended = 'This account is suspended. Reason: Spam, again'
const currentUser = (browser: Browser) => browser.call<CurrentUser>('GET', '/api/auth/user')

async function suspendUser(userId: string) {
  const { db } = database.postgres
  const administrator = await makeUser(db)
  const viewer = { id: administrator.id, isAdmin: true }
  const administrators = { emails: [], userIds: [administrator.id] }
  await db.transaction(async (tx) => {
    await suspend(tx, { userId, viewer, administrators })
    const target = { kind: 'user', id: userId } as const
    await recordAction(tx, viewer, { action: 'user.suspend', target, detail: 'Spam, again' })
  })
}

test('suspended account: it is signed out, and only the correct password reveals why', async () => {
  const { db } = database.postgres
  const server = await startAuthServer({ db })
  onTestFinished(() => server.close())
  const account = randomAccount()
  const browsers = [
    await createAccount(server.browser(), account),
    await signIn(server.browser(), account),
  ]
  const [first] = browsers
  const { id } = (await currentUser(first as Browser)).body
  // A form that was opened before.
  const early = server.browser()
  const openForm = await early.open('/api/login')

  await suspendUser(id)
  for (const browser of browsers) {
    expect((await currentUser(browser)).status).toBe(401)
    // The provider has forgotten the browser: without a password nothing is said.
    const form = await browser.open('/api/login')
    expect(form.text).toContain('<h1>Sign in</h1>')
    expect(form.text).not.toContain(suspended)
  }
  const submit = async (browser: Browser, path: string, fields: Record<string, string>) =>
    browser.submit(await browser.open(path), fields)
  const wrong = { email: account.email, password: 'not the password' }
  const refused = await submit(server.browser(), '/api/login', wrong)
  expect(refused.text).toContain('Incorrect email or password.')
  expect(refused.text).not.toContain(suspended)
  const { email, password } = account
  const attempts = [
    await early.submit(openForm, { email, password }),
    await submit(server.browser(), '/api/login', { email, password }),
    await submit(server.browser(), '/api/login?prompt=create', account),
  ]
  for (const { status, text } of attempts) {
    expect(status).toBe(400)
    expect(text).toContain(suspended)
  }
  expect((await currentUser(early)).status).toBe(401)

  await db.transaction((tx) => lift(tx, id))
  expect((await currentUser(await signIn(server.browser(), account))).body.id).toBe(id)
})

test('suspended account: to browsers that were signed in every response says so, until it is lifted', async () => {
  const { db } = database.postgres
  const server = await startAuthServer({ db })
  onTestFinished(() => server.close())
  const browser = await createAccount(server.browser(), randomAccount())
  const says = async (path: string) => (await browser.request(path)).headers.get(suspendedHeader)
  const { id } = (await currentUser(browser)).body
  expect(await says('/api/auth/user')).toBeNull()
  await suspendUser(id)
  expect(await says('/api/auth/user')).toBe('reason=Spam%2C%20again')
  expect((await currentUser(server.browser())).status).toBe(401)
  await db.transaction((tx) => lift(tx, id))
  expect(await says('/api/auth/user')).toBeNull()
  expect((await currentUser(browser)).status).toBe(401)
})

test('suspended account: a user of an external provider gets a page that says so', async () => {
  const { db } = database.postgres
  const provider = await startMisbehavingProvider()
  onTestFinished(async () => void (await provider.close()))
  const identity = {
    kind: 'external',
    issuer: provider.issuer,
    clientId: 'soundpost',
    clientSecret: 'secret',
  } as const
  const server = await startAuthServer({ db, identity })
  onTestFinished(() => server.close())
  const signInAsOta = async () => {
    provider.misbehave({ idToken: { sub: 'ota' }, userInfo: { sub: 'ota' } })
    const browser = server.browser()
    return { browser, page: await browser.open('/api/login') }
  }
  const { browser } = await signInAsOta()
  expect((await currentUser(browser)).status).toBe(200)
  const [user] = await db.select().from(users).where(eq(users.subject, 'ota'))
  await suspendUser(user?.id ?? '')
  expect((await currentUser(browser)).status).toBe(401)
  const { browser: again, page } = await signInAsOta()
  expect(page.status).toBe(403)
  expect(page.text).toContain(suspended)
  expect((await currentUser(again)).status).toBe(401)
})

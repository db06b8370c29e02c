import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CurrentUser } from '#contract/auth.ts'
import { createAccount, randomAccount, signIn } from '#server/testing/accounts.ts'
import { type AuthServer, startAuthServer } from '#server/testing/auth-server.ts'
import type { Browser } from '#server/testing/browser.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { OAuthError } from '../errors.ts'
import { findAccountByEmail, updatePasswords } from '../repository.ts'
import { startSessionFromClaims } from '../sessions/sessions.ts'
import { createPasswordHasher } from '../sign-in/passwords.ts'
import { changePassword } from './change-password.ts'

const passwords = createPasswordHasher({ log2N: 8, r: 8, p: 1 })
const database = setUpTestDatabase()
let server: AuthServer
const db = () => database.postgres.db
const status = async (browser: Browser) =>
  (await browser.call<CurrentUser>('GET', '/api/auth/user')).status

beforeAll(async () => {
  server = await startAuthServer({ db: db() })
})
afterAll(() => server.close())

async function accountIdOf(email: string) {
  const account = await findAccountByEmail(db(), email)
  if (!account) throw new Error('no such account')
  return account.id
}

async function change(email: string, password: string) {
  const passwordHash = await passwords.hash(password)
  await changePassword(db(), await accountIdOf(email), { passwordHash })
}

test('changed password: all sessions of the account end, here and at the provider, and no others', async () => {
  const account = randomAccount()
  const browsers = [
    await createAccount(server.browser(), account),
    await signIn(server.browser(), account),
  ]
  const other = await createAccount(server.browser(), randomAccount())
  await change(account.email.toUpperCase(), 'another password')
  for (const browser of browsers) {
    expect(await status(browser)).toBe(401)
    expect((await browser.open('/api/login')).text).toContain('<h1>Sign in</h1>')
  }
  expect(await status(other)).toBe(200)
  expect((await other.open('/api/login?returnTo=/discover')).url.pathname).toBe('/discover')
  const form = await server.browser().open('/api/login')
  expect(form.text).toContain('<h1>Sign in</h1>')
  expect(
    await status(await signIn(server.browser(), { ...account, password: 'another password' })),
  ).toBe(200)
})

test.each(['/oidc/auth/', '/api/callback'])(
  'changed password: a sign-in with the old one that has reached %s fails',
  async (stage) => {
    await expectFailedSignIn(stage, (email) => change(email, 'another password'))
    // Also if the change did not delete what the sign-in has written so far.
    await expectFailedSignIn(stage, async (email) => {
      const passwordHash = await passwords.hash('another password')
      await updatePasswords(db(), await accountIdOf(email), { passwordHash })
    })
  },
)

test('changed password: no session starts with the old one after the change', async () => {
  const account = randomAccount()
  const browser = await createAccount(server.browser(), account)
  const { body } = await browser.call<CurrentUser>('GET', '/api/auth/user')
  const subject = await accountIdOf(account.email)
  const session = { userId: body.id, idToken: '', secretId: 'any' }
  for (const password of [{}, { passwordId: 'of an old password' }])
    await expect(
      startSessionFromClaims(db(), { issuer: 'built-in', subject, ...password }, session),
    ).rejects.toThrow(OAuthError)
})

async function expectFailedSignIn(stage: string, change: (email: string) => Promise<void>) {
  const account = randomAccount()
  await createAccount(server.browser(), account)
  const browser = server.browser()
  const form = await browser.open('/api/login')
  const submitted = await browser.request(
    new URL(/action="([^"]+)"/.exec(form.text)?.[1] ?? '', form.url),
    { method: 'POST', body: new URLSearchParams(account) },
  )
  const halfway = await browser.follow(submitted, (next) => next.pathname.startsWith(stage))
  expect(halfway.headers.get('location')).toContain(stage)
  await change(account.email)
  await browser.follow(halfway)
  expect(await status(browser)).toBe(401)
  expect((await browser.open('/api/login')).text).toContain('<h1>Sign in</h1>')
}

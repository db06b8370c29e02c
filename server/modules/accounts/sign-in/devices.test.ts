import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { rateLimits } from '#server/database/schema.ts'
import { createRateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import { type Account, createAccount, randomAccount } from '#server/testing/accounts.ts'
import { type AuthServer, startAuthServer } from '#server/testing/auth-server.ts'
import type { Browser, Page } from '#server/testing/browser.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { findAccountByEmail, updatePasswords } from '../repository.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { createPasswordHasher } from './passwords.ts'

const database = setUpTestDatabase()
let server: AuthServer
const db = () => database.postgres.db
beforeAll(async () => {
  server = await startAuthServer({ db: db(), rateLimitScale: 1 })
})
afterAll(() => server.close())
beforeEach(() => db().delete(rateLimits))

/** A user with a browser that has signed in, and the form in a browser that has not. */
async function knownUser() {
  const account = randomAccount()
  const known = await createAccount(server.browser(), account)
  return { account, known, device: known.cookie('device') ?? '', ...(await newBrowser()) }
}

async function newBrowser() {
  const unknownBrowser = server.browser()
  return { unknownBrowser, form: await unknownBrowser.open('/api/login') }
}

/** Wrong attempts from many addresses, among them that of this machine. */
async function lockOut({ email }: Account) {
  const limiter = createRateLimiter({ db: db(), scale: 1 })
  onTestFinished(limiter.close)
  const throttle = createLoginThrottle(limiter)
  const addresses = Array.from({ length: 40 }, (_, i) => `192.0.2.${i}`)
  const own = ['127.0.0.1', '::1'].flatMap((address) => Array<string>(16).fill(address))
  await Promise.allSettled([
    ...[...addresses, ...own].map((address) => throttle.recordPassword(address, email)),
    ...own.map((address) => throttle.recordStart(address)),
  ])
}

const attempt = (browser: Browser, form: Page, account: Account) => browser.submit(form, account)
const wrong = (account: Account) => ({ ...account, password: 'not the password' })

test('known devices: a browser that has signed in before signs in while all others are locked out', async () => {
  const { account, known, unknownBrowser, form } = await knownUser()
  await lockOut(account)
  expect((await attempt(unknownBrowser, form, account)).status).toBe(429)
  expect((await unknownBrowser.open('/api/login')).status).toBe(429)
  const again = await known.open('/api/login?prompt=login&returnTo=/discover')
  expect(again.status).toBe(200)
  expect((await attempt(known, again, account)).url.pathname).toBe('/discover')
})

test('known devices: attempts of others do not count against a known device, nor its own against them', async () => {
  const { account, known } = await knownUser()
  const form = await known.open('/api/login?prompt=login')
  for (let i = 0; i < 5; i++) expect((await attempt(known, form, wrong(account))).status).toBe(400)
  await lockOut(account)
  expect((await attempt(known, form, account)).status).toBe(200)
})

test('known devices: a stolen cookie allows ten attempts, and does not sign in', async () => {
  const { account, device, unknownBrowser, form } = await knownUser()
  unknownBrowser.setCookie('device', device)
  expect((await unknownBrowser.call('GET', '/api/auth/user')).status).toBe(401)
  await lockOut(account)
  for (let i = 0; i < 10; i++)
    expect((await attempt(unknownBrowser, form, wrong(account))).status).toBe(400)
  expect((await attempt(unknownBrowser, form, wrong(account))).status).toBe(429)
  expect((await attempt(unknownBrowser, form, account)).status).toBe(429)
})

test.each([
  ['an empty cookie', () => ''],
  ['a made-up cookie', () => 'a.b.c.d~e'],
  ['another signature', (device: string) => `${device.slice(0, -2)}AA`],
  ['a later expiry', (device: string) => device.replace(/\.\d{13}\./, '.9999999999999.')],
  [
    'another browser’s id',
    (device: string) => device.replace(/\.[\w-]{43}\.(?=\d)/, `.${'A'.repeat(43)}.`),
  ],
  [
    'the cookie of another account',
    async () => (await createAccount(server.browser(), randomAccount())).cookie('device') ?? '',
  ],
  [
    'the account’s id in the cookie of another',
    async (device: string) => {
      const other = await createAccount(server.browser(), randomAccount())
      return device.slice(0, 36) + (other.cookie('device') ?? '').slice(36)
    },
  ],
])('known devices: %s has no effect', async (_what, forge) => {
  const { account, device, unknownBrowser, form } = await knownUser()
  const forged = await forge(device)
  expect(forged).not.toBe(device)
  await lockOut(account)
  unknownBrowser.setCookie('device', forged)
  expect((await attempt(unknownBrowser, form, account)).status).toBe(429)
})

test('known devices: after a changed password, or with another SESSION_SECRET, the cookie has no effect', async () => {
  const { account, device, unknownBrowser, form } = await knownUser()
  const other = await startAuthServer({
    db: db(),
    rateLimitScale: 1,
    sessionSecret: 'another secret of thirty-two letters or more',
  })
  onTestFinished(() => other.close())
  const elsewhere = other.browser()
  const otherForm = await elsewhere.open('/api/login')
  elsewhere.setCookie('device', device)
  await lockOut(account)
  expect((await attempt(elsewhere, otherForm, account)).status).toBe(429)

  const passwordHash = await createPasswordHasher({ log2N: 8, r: 8, p: 1 }).hash(account.password)
  const { id = '' } = (await findAccountByEmail(db(), account.email)) ?? {}
  await updatePasswords(db(), id, { passwordHash })
  unknownBrowser.setCookie('device', device)
  expect((await attempt(unknownBrowser, form, account)).status).toBe(429)
})

test('known devices: a browser that signs in again keeps its id', async () => {
  const { account, known, device } = await knownUser()
  await attempt(known, await known.open('/api/login?prompt=login'), account)
  const idOf = (cookie = '') => cookie.split('.')[1]
  expect(idOf(known.cookie('device'))).toBe(idOf(device))
})

test('known devices: a browser remembers the last three accounts', async () => {
  const browser = server.browser()
  const accounts = Array.from({ length: 4 }, () => randomAccount())
  for (const account of accounts) await createAccount(browser, account)
  expect(browser.cookie('device')?.split('~')).toHaveLength(3)
  const form = await browser.open('/api/login?prompt=login')
  for (const account of accounts) await lockOut(account)
  const [forgotten, remembered] = accounts
  if (!forgotten || !remembered) throw new Error('no accounts')
  expect((await attempt(browser, form, forgotten)).status).toBe(429)
  expect((await attempt(browser, form, remembered)).status).toBe(200)
})

test('known devices: over https the cookie is Secure, HttpOnly and has the __Host- prefix', async () => {
  const https = await startAuthServer({ db: db(), publicUrl: 'https://music.example.org' })
  onTestFinished(() => https.close())
  const browser = https.browser()
  const form = await browser.open('/api/login?prompt=create')
  const action = /<form\b[^>]*action="([^"]+)"/.exec(form.text)?.[1] ?? ''
  const body = new URLSearchParams(randomAccount())
  const response = await browser.request(new URL(action, form.url), { method: 'POST', body })
  const cookie = response.headers.getSetCookie().find((one) => one.includes('device='))
  expect(cookie).toMatch(/^__Host-device=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

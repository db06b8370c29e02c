import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginAttempts } from '#server/database/schema.ts'
import { createAccount, randomAccount, signIn } from '#server/testing/accounts.ts'
import { type AuthServer, startAuthServer } from '#server/testing/auth-server.ts'
import type { Browser } from '#server/testing/browser.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'

const account = randomAccount()
const database = setUpTestDatabase()
let server: AuthServer
const db = () => database.postgres.db

beforeAll(async () => {
  server = await startAuthServer({ db: db() })
  await createAccount(server.browser(), account)
})
afterAll(() => server.close())

const status = async (browser: Browser) => (await browser.call('GET', '/api/auth/user')).status

/** Follows a sign-in until the redirect to the callback. */
async function signInUntilCallback(at: AuthServer) {
  const browser = at.browser()
  const start = await browser.request('/api/login')
  const form = await browser.follow(start)
  const sent = await browser.request(/action="([^"]+)"/.exec(form.text)?.[1] ?? '', {
    method: 'POST',
    body: new URLSearchParams({ email: account.email, password: account.password }),
  })
  const last = await browser.follow(sent, (next) => next.pathname === '/api/callback')
  return { browser, start, callback: last.headers.get('location') ?? '' }
}

const flags = (setCookies: string[], name: string) =>
  setCookies.find((cookie) => cookie.startsWith(`${name}=`))?.replace(/=[^;]*/, '')

async function signInCookies(at: AuthServer) {
  const { browser, start, callback } = await signInUntilCallback(at)
  const end = await browser.request(callback)
  return { start: start.headers.getSetCookie(), end: end.headers.getSetCookie(), browser }
}

test('auth cookies: over http they are HttpOnly and SameSite', async () => {
  const { start, end } = await signInCookies(server)
  expect(flags(start, 'login')).toBe('login; Max-Age=600; Path=/; HttpOnly; SameSite=Lax')
  expect(flags(end, 'sid')).toBe('sid; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax')
})

test('auth cookies: new users have one that the page reads, later sign-ins have not', async () => {
  const newcomer = randomAccount()
  const first = await createAccount(server.browser(), newcomer)
  expect(first.cookie('welcome')).toBe('1')
  const later = await signIn(server.browser(), newcomer)
  expect(later.cookie('welcome')).toBeUndefined()
})

test('auth cookies: over https they are also Secure and have the __Host- prefix', async () => {
  const safe = await startAuthServer({ db: db(), publicUrl: 'https://music.example' })
  const { start, end, browser } = await signInCookies(safe)
  expect(flags(start, '__Host-login')).toContain('; Secure')
  expect(flags(end, '__Host-sid')).toBe(
    '__Host-sid; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
  expect(await status(browser)).toBe(200)
  const left = await browser.open('/api/logout')
  expect(left.url.href).toBe('https://music.example/')
  expect(await status(browser)).toBe(401)
  await safe.close()
})

async function expectRefused(browser: Browser, callback: string) {
  const response = await browser.request(callback)
  expect(response.status).toBe(400)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.text).toContain('This sign-in could not be completed. Please try again.')
  expect(response.text).toContain('>Try again</a>')
  expect(response.text).toContain('>Back to Home</a>')
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await status(browser)).toBe(401)
}

test('auth requests: the callback of a sign-in works once', async () => {
  const { browser, callback } = await signInUntilCallback(server)
  expect((await browser.request(callback)).status).toBe(302)
  await browser.request('/api/logout')
  await expectRefused(browser, callback)
})

test('auth requests: another browser cannot complete a sign-in, its own still can', async () => {
  const { browser, callback } = await signInUntilCallback(server)
  const attacker = server.browser()
  await expectRefused(attacker, callback)
  await attacker.open('/api/login')
  await expectRefused(attacker, callback)
  expect((await browser.request(callback)).status).toBe(302)
})

test('auth requests: a sign-in expires after ten minutes', async () => {
  const { browser, callback } = await signInUntilCallback(server)
  await db()
    .update(loginAttempts)
    .set({ expiresAt: new Date(Date.now() - 1) })
  await expectRefused(browser, callback)
})

test.each([
  ['another state', (url: URL) => url.searchParams.set('state', 'made-up')],
  ['no state', (url: URL) => url.searchParams.delete('state')],
  ['two states', (url: URL) => url.searchParams.append('state', 'made-up')],
  ['another code', (url: URL) => url.searchParams.set('code', 'made-up')],
  ['no code', (url: URL) => url.searchParams.delete('code')],
  ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
  ['an error', (url: URL) => url.searchParams.set('error', 'access_denied')],
])('auth requests: a callback with %s is refused', async (_what, change) => {
  const { browser, callback } = await signInUntilCallback(server)
  const url = new URL(callback)
  change(url)
  await expectRefused(browser, url.href)
})

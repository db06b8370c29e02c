import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginAttempts } from '#server/database/schema.ts'
import { createAccount, randomAccount } from '#server/testing/accounts.ts'
import { type AuthServer, startAuthServer } from '#server/testing/auth-server.ts'
import type { Browser } from '#server/testing/browser.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'

const person = randomAccount()
let database: TestDatabase
let server: AuthServer
const db = () => database.postgres.db

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startAuthServer({ db: db() })
  await createAccount(server.browser(), person)
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const status = async (browser: Browser) => (await browser.call('GET', '/api/auth/user')).status

/** Up to the moment before the browser is sent back to the site. */
async function almostSignedIn(at: AuthServer) {
  const browser = at.browser()
  const start = await browser.request('/api/login')
  const form = await browser.follow(start)
  const sent = await browser.request(/action="([^"]+)"/.exec(form.text)?.[1] ?? '', {
    method: 'POST',
    body: new URLSearchParams({ email: person.email, password: person.password }),
  })
  const last = await browser.follow(sent, (next) => next.pathname === '/api/callback')
  return { browser, start, callback: last.headers.get('location') ?? '' }
}

describe('cookies', () => {
  const flags = (setCookies: string[], name: string) =>
    setCookies.find((cookie) => cookie.startsWith(`${name}=`))?.replace(/=[^;]*/, '')

  async function signInCookies(at: AuthServer) {
    const { browser, start, callback } = await almostSignedIn(at)
    const end = await browser.request(callback)
    return { start: start.headers.getSetCookie(), end: end.headers.getSetCookie(), browser }
  }

  test('over http are out of reach for scripts and other sites', async () => {
    const { start, end } = await signInCookies(server)
    expect(flags(start, 'login')).toBe('login; Max-Age=600; Path=/; HttpOnly; SameSite=Lax')
    expect(flags(end, 'sid')).toBe('sid; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax')
  })

  test('over https are also tied to this host and to https', async () => {
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
})

describe('a sign-in under way', () => {
  async function expectRefused(browser: Browser, callback: string) {
    const answer = await browser.request(callback)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.text).toContain('This sign-in could not be completed. Please start again.')
    expect(answer.text).toContain('>Try again</a>')
    expect(answer.text).toContain('>Back to Home</a>')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await status(browser)).toBe(401)
  }

  test('is finished once', async () => {
    const { browser, callback } = await almostSignedIn(server)
    expect((await browser.request(callback)).status).toBe(302)
    await browser.request('/api/logout')
    await expectRefused(browser, callback)
  })

  test('cannot be finished by another browser, and still can by its own', async () => {
    const { browser, callback } = await almostSignedIn(server)
    const thief = server.browser()
    await expectRefused(thief, callback)
    await thief.open('/api/login')
    await expectRefused(thief, callback)
    expect((await browser.request(callback)).status).toBe(302)
  })

  test('is over after ten minutes', async () => {
    const { browser, callback } = await almostSignedIn(server)
    await db()
      .update(loginAttempts)
      .set({ expiresAt: new Date(Date.now() - 1) })
    await expectRefused(browser, callback)
  })

  test.each([
    ['a state of its own', (url: URL) => url.searchParams.set('state', 'made-up')],
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['two states', (url: URL) => url.searchParams.append('state', 'made-up')],
    ['another code', (url: URL) => url.searchParams.set('code', 'made-up')],
    ['no code', (url: URL) => url.searchParams.delete('code')],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
    ['an error', (url: URL) => url.searchParams.set('error', 'access_denied')],
  ])('is refused with %s', async (_what, change) => {
    const { browser, callback } = await almostSignedIn(server)
    const url = new URL(callback)
    change(url)
    await expectRefused(browser, url.href)
  })
})

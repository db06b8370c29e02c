import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { CurrentUser } from '#contract/auth.ts'
import { accounts, sessions, users } from '#server/database/schema.ts'
import { createAccount, randomAccount } from '#server/testing/accounts.ts'
import { type AuthServer, startAuthServer } from '#server/testing/auth-server.ts'
import type { Browser } from '#server/testing/browser.ts'
import { testSessionSecret } from '#server/testing/sessions.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { deleteIdentity } from '../sign-in/identities.ts'
import { endSessionsOfOtherSecrets, signOutUser } from './sessions.ts'

const database = setUpTestDatabase()
let server: AuthServer
const db = () => database.postgres.db
const days = 24 * 60 * 60_000

beforeAll(async () => {
  server = await startAuthServer({ db: db() })
})
afterAll(() => server.close())

async function signedInUser() {
  const account = randomAccount()
  const browser = await createAccount(server.browser(), account)
  const { body } = await browser.call<CurrentUser>('GET', '/api/auth/user')
  return { account, browser, user: body, session: sessionOf(browser) }
}
const sessionOf = (browser: Browser) =>
  createHash('sha256')
    .update(browser.cookie('sid') ?? '')
    .digest('base64url')
const status = async (browser: Browser) => (await browser.call('GET', '/api/auth/user')).status

/** Moves the start and the last use of a session into the past. */
async function age(sid: string, { startedDaysAgo = 0, usedDaysAgo = 0 }) {
  const startedAt = new Date(Date.now() - startedDaysAgo * days).toISOString()
  await db()
    .update(sessions)
    .set({
      sess: sql`jsonb_set(${sessions.sess}::jsonb, '{startedAt}', to_jsonb(${startedAt}::text))::json`,
      expire: new Date(Date.now() + (7 - usedDaysAgo) * days),
    })
    .where(eq(sessions.sid, sid))
}
async function daysLeft(sid: string) {
  const [row] = await db().select().from(sessions).where(eq(sessions.sid, sid))
  return row ? (row.expire.getTime() - Date.now()) / days : 0
}

test('sessions: the database stores a hash of the cookie', async () => {
  const { browser, session } = await signedInUser()
  const cookie = browser.cookie('sid') ?? ''
  expect(Buffer.from(cookie, 'base64url')).toHaveLength(32)
  const rows = await db().select().from(sessions)
  expect(rows.map((row) => row.sid)).toContain(session)
  expect(JSON.stringify(rows)).not.toContain(cookie)
})

test('sessions: each sign-in starts a new session and ends the old one', async () => {
  const { browser, account, session } = await signedInUser()
  const planted = browser.cookie('sid') ?? ''
  await browser.submit(await browser.open('/api/login?prompt=login'), account)
  expect(browser.cookie('sid')).not.toBe(planted)
  expect(await daysLeft(session)).toBe(0)
  const attacker = server.browser()
  attacker.setCookie('sid', planted)
  expect(await status(attacker)).toBe(401)
})

test('sessions: a session ends after seven days without use', async () => {
  const { browser, session } = await signedInUser()
  await age(session, { startedDaysAgo: 8, usedDaysAgo: 6.9 })
  expect(await status(browser)).toBe(200)
  expect(await daysLeft(session)).toBeCloseTo(7, 1)
  await age(session, { startedDaysAgo: 8, usedDaysAgo: 7.01 })
  expect(await status(browser)).toBe(401)
})

test('sessions: a session ends after thirty days even if it is used', async () => {
  const { browser, session } = await signedInUser()
  await age(session, { startedDaysAgo: 28, usedDaysAgo: 6 })
  expect(await status(browser)).toBe(200)
  expect(await daysLeft(session)).toBeCloseTo(2, 1)
  await age(session, { startedDaysAgo: 30.01, usedDaysAgo: 7.01 })
  expect(await status(browser)).toBe(401)
})

test('sessions: the expiry is written at most once an hour', async () => {
  const { browser, session } = await signedInUser()
  await age(session, { usedDaysAgo: 0.03 })
  const before = await daysLeft(session)
  expect(await status(browser)).toBe(200)
  expect(await daysLeft(session)).toBeCloseTo(before, 3)
})

test.each(['', 'nonsense', 'a'.repeat(5000), '%00'])(
  'sessions: the cookie %j is not a session',
  async (sid) => {
    const browser = server.browser()
    browser.setCookie('sid', sid)
    expect(await status(browser)).toBe(401)
  },
)

test('sessions: signOutUser signs a user out everywhere', async () => {
  const { browser, user } = await signedInUser()
  await signOutUser(db(), { id: user.id, issuer: 'any', subject: 'any' })
  expect(await status(browser)).toBe(401)
})

const sessionSecret = 'another secret of thirty-two letters or more'

/** The same browser, with all its cookies, at a server with this secret. */
async function atServer(browser: Browser, secret: { sessionSecret?: string }) {
  const other = await startAuthServer({ db: db(), ...secret })
  onTestFinished(() => other.close())
  const visitor = other.browser()
  for (const name of ['sid', 'provider_session', 'provider_session.sig'])
    visitor.setCookie(name, browser.cookie(name) ?? '')
  return visitor
}

test('sessions: with another SESSION_SECRET none is valid, neither here nor at the provider', async () => {
  const { browser } = await signedInUser()
  const other = await atServer(browser, { sessionSecret })
  expect(await status(other)).toBe(401)
  expect((await other.open('/api/login')).text).toContain('<h1>Sign in</h1>')
  const same = await atServer(browser, {})
  expect(await status(same)).toBe(200)
  expect((await same.open('/api/login?returnTo=/discover')).url.pathname).toBe('/discover')
})

test('sessions: the start with another SESSION_SECRET deletes all', async () => {
  const { browser, session } = await signedInUser()
  await endSessionsOfOtherSecrets(db(), testSessionSecret)
  expect(await status(browser)).toBe(200)
  await endSessionsOfOtherSecrets(db(), sessionSecret)
  expect(await status(browser)).toBe(401)
  expect(await daysLeft(session)).toBe(0)
})

test('deleted users: a deleted user is signed out at once', async () => {
  const { browser, user } = await signedInUser()
  await db().delete(users).where(eq(users.id, user.id))
  expect(await status(browser)).toBe(401)
})

test('deleted users: deleteIdentity prevents another sign-in with the same account', async () => {
  const { browser, user, account } = await signedInUser()
  const [row] = await db().select().from(users).where(eq(users.id, user.id))
  if (!row) throw new Error('no such user')
  await deleteIdentity(db(), row)
  await db().delete(users).where(eq(users.id, user.id))
  expect(await db().select().from(accounts).where(eq(accounts.email, account.email))).toEqual([])
  // Neither the provider's session nor the password signs in.
  const form = await browser.open('/api/login')
  expect(form.text).toContain('<h1>Sign in</h1>')
  expect((await browser.submit(form, account)).text).toContain('Incorrect email or password.')
  expect(await status(browser)).toBe(401)
})

test('deleted users: after deletion of the account alone, the sign-in form is shown', async () => {
  const { browser, account } = await signedInUser()
  await db().delete(accounts).where(eq(accounts.email, account.email))
  expect((await browser.open('/api/login')).text).toContain('<h1>Sign in</h1>')
})

test('administrators: each request checks the verified email or the id', async () => {
  const { browser, user, account } = await signedInUser()
  const isAdmin = async (administrators: { emails: string[]; userIds: string[] }) => {
    const at = await startAuthServer({ db: db(), administrators })
    const visitor = at.browser()
    visitor.setCookie('sid', browser.cookie('sid') ?? '')
    const { body } = await visitor.call<CurrentUser>('GET', '/api/auth/user')
    await at.close()
    return body.isAdmin
  }
  const byEmail = { emails: [account.email.toUpperCase()], userIds: [] }
  expect(await isAdmin(byEmail)).toBe(false)
  await db().update(users).set({ emailVerified: true }).where(eq(users.id, user.id))
  expect(await isAdmin(byEmail)).toBe(true)
  expect(await isAdmin({ emails: ['else@example.org'], userIds: [] })).toBe(false)
  expect(await isAdmin({ emails: [], userIds: [user.id] })).toBe(true)
})

import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Account, AccountSession } from '#contract/account.ts'
import type { NewApiToken, NewAppPassword } from '#contract/app-credentials.ts'
import type { CurrentUser } from '#contract/auth.ts'
import { accounts, sessions, users } from '#server/database/schema.ts'
import {
  createAccount,
  type Account as NewAccount,
  randomAccount,
  signIn,
} from '#server/testing/accounts.ts'
import { createCaller } from '#server/testing/app.ts'
import { type Browser, createBrowser } from '#server/testing/browser.ts'
import { makeUser } from '#server/testing/factories.ts'
import { startTestSession } from '#server/testing/sessions.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'
import { findAccountByEmail } from '../repository.ts'
import { changePassword } from './change-password.ts'

const admins = { first: randomUUID(), second: randomUUID() }
const site = setUpTestApp({
  env: { ADMIN_USER_IDS: `${admins.first},${admins.second}`, RATE_LIMIT_SCALE: '1' },
})

const db = () => site.postgres.db
const newBrowser = () => createBrowser(site.config.publicUrl)
const isSignedIn = async (browser: Browser) =>
  (await browser.call('GET', '/api/auth/user')).status === 200
const listSessions = async (browser: Browser) =>
  (await browser.call<AccountSession[]>('GET', '/api/account/sessions')).body
const usernameOf = async (browser: Browser) =>
  (await browser.call<CurrentUser>('GET', '/api/auth/user')).body.username
const mustSignInAgain = async (browser: Browser) =>
  (await browser.open('/api/login')).text.includes('<h1>Sign in</h1>')

/** Each from an address of its own, so that tests do not share a limit. */
async function newUser(): Promise<{ account: NewAccount; browser: Browser }> {
  const account = randomAccount()
  return { account, browser: await createAccount(newBrowser(), account) }
}

test('account: it has the email address and says whether there is a password', async () => {
  const { account, browser } = await newUser()
  const { body } = await browser.call<Account>('GET', '/api/account')
  expect(body).toMatchObject({
    username: await usernameOf(browser),
    email: account.email,
    emailVerified: false,
    hasPassword: true,
    providerUrl: null,
  })
  expect((await newBrowser().call('GET', '/api/account')).status).toBe(401)
})

const change = (browser: Browser, currentPassword: string, newPassword: string) =>
  browser.call<{ message: string }>('PUT', '/api/account/password', {
    currentPassword,
    newPassword,
  })

test('changing the password: it ends all other sessions, here and at the provider', async () => {
  const { account, browser } = await newUser()
  const other = await signIn(newBrowser(), account)
  expect((await change(browser, account.password, 'a new long secret')).status).toBe(204)
  expect(await isSignedIn(browser)).toBe(true)
  expect(await isSignedIn(other)).toBe(false)
  expect(await mustSignInAgain(other)).toBe(true)
  await expect(signIn(newBrowser(), account)).rejects.toThrow('Incorrect email or password.')
  await signIn(newBrowser(), { ...account, password: 'a new long secret' })
})

/** The statuses with which an app password and an API token of the user are answered. */
async function createCredentials(browser: Browser) {
  const app = await browser.call<NewAppPassword>('POST', '/api/account/app-passwords', {
    name: 'Phone',
  })
  const token = await browser.call<NewApiToken>('POST', '/api/account/tokens', {
    name: 'Script',
    scopes: ['read'],
  })
  return async () => {
    const ping = await fetch(`${site.url}/rest/ping?f=json&apiKey=${app.body.password}`)
    const read = await fetch(`${site.url}/api/library`, {
      headers: { authorization: `Bearer ${token.body.token}` },
    })
    return [(await ping.text()).includes('"status":"ok"'), read.status]
  }
}

test('changing the password: it ends app passwords and API tokens', async () => {
  const { account, browser } = await newUser()
  const access = await createCredentials(browser)
  expect(await access()).toEqual([true, 200])
  expect((await change(browser, account.password, 'a new long secret')).status).toBe(204)
  expect(await access()).toEqual([false, 401])
})

test('changing the password: a reset by a link ends app passwords and API tokens', async () => {
  const { account, browser } = await newUser()
  const access = await createCredentials(browser)
  const { id = '', passwordHash = '' } = (await findAccountByEmail(db(), account.email)) ?? {}
  await changePassword(db(), id, { passwordHash })
  expect(await access()).toEqual([false, 401])
})

test('changing the password: a wrong, short or common one changes nothing', async () => {
  const { account, browser } = await newUser()
  expect(await change(browser, 'wrong', 'a new long secret')).toEqual({
    status: 400,
    body: { message: 'Incorrect password.' },
  })
  expect((await change(browser, account.password, 'short')).body.message).toBe(
    'Password must be at least 8 characters',
  )
  expect((await change(browser, account.password, 'password')).body.message).toBe(
    'This password is too common.',
  )
  await signIn(newBrowser(), account)
})

test('changing the password: wrong ones count against the limit of sign-ins', async () => {
  const { browser } = await newUser()
  const statuses: number[] = []
  // Those of the browser itself, and then those of its address.
  for (let attempt = 0; attempt < 26; attempt++)
    statuses.push((await change(browser, 'wrong', 'a new long secret')).status)
  expect(statuses[0]).toBe(400)
  expect(statuses.at(-1)).toBe(429)
  await db().execute(sql`delete from rate_limits`)
})

test('changing the password: a user of an external provider has none', async () => {
  const call = await site.as(await makeUser(db()))
  const body = { currentPassword: 'x', newPassword: 'a new long secret' }
  expect((await call('PUT', '/api/account/password', { body })).status).toBe(404)
  expect(((await (await call('GET', '/api/account')).json()) as Account).hasPassword).toBe(false)
})

test('sessions: they are listed with browser, system and use, the current one first', async () => {
  const { account, browser } = await newUser()
  const other = newBrowser()
  const form = await other.open('/api/login')
  const { email, password } = account
  const submitted = await other.request(
    /action="([^"]+)"/.exec(form.text)?.[1]?.replaceAll('&amp;', '&') ?? '',
    { method: 'POST', body: new URLSearchParams({ email, password }) },
  )
  const callback = await other.follow(submitted, ({ pathname }) => pathname === '/api/callback')
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
  await other.request(new URL(callback.headers.get('location') ?? '', callback.url), {
    headers: { 'user-agent': firefox },
  })
  const [first, second, ...more] = await listSessions(browser)
  expect(more).toEqual([])
  expect(first).toMatchObject({ isCurrent: true, browser: null, system: null })
  expect(second).toMatchObject({ isCurrent: false, browser: 'Firefox', system: 'Linux' })
  expect(Date.parse(second?.lastUsedAt ?? '')).toBeGreaterThan(0)
})

test('sessions: signing out another one also ends the session of that browser at the provider', async () => {
  const { account, browser } = await newUser()
  const [phone, tablet] = [await signIn(newBrowser(), account), await signIn(newBrowser(), account)]
  const id = (await listSessions(phone)).find(({ isCurrent }) => isCurrent)?.id
  expect((await browser.call('DELETE', `/api/account/sessions/${id}`)).status).toBe(204)
  expect(await isSignedIn(phone)).toBe(false)
  expect(await mustSignInAgain(phone)).toBe(true)
  expect(await isSignedIn(tablet)).toBe(true)
  expect(await mustSignInAgain(tablet)).toBe(false)
  expect((await browser.call('DELETE', `/api/account/sessions/${id}`)).status).toBe(404)
})

test('sessions: signing out everywhere else keeps the current one, here and at the provider', async () => {
  const { account, browser } = await newUser()
  const others = [await signIn(newBrowser(), account), await signIn(newBrowser(), account)]
  expect((await browser.call('DELETE', '/api/account/sessions')).status).toBe(204)
  for (const other of others) {
    expect(await isSignedIn(other)).toBe(false)
    expect(await mustSignInAgain(other)).toBe(true)
  }
  expect(await listSessions(browser)).toHaveLength(1)
  expect(await mustSignInAgain(browser)).toBe(false)
})

test('sessions: those of another user can be neither seen nor ended', async () => {
  const [{ browser }, other] = [await newUser(), await newUser()]
  const [own] = await listSessions(other.browser)
  expect((await listSessions(browser)).map(({ id }) => id)).not.toContain(own?.id)
  expect((await browser.call('DELETE', `/api/account/sessions/${own?.id}`)).status).toBe(404)
  expect(await isSignedIn(other.browser)).toBe(true)
})

const remove = (browser: Browser, body: unknown) =>
  browser.call<{ message: string }>('DELETE', '/api/account', body)

test('deleting one’s account: it needs the password and the username, and deletes everything', async () => {
  const { account, browser } = await newUser()
  const username = await usernameOf(browser)
  expect(await remove(browser, { password: account.password, username: 'other' })).toEqual({
    status: 400,
    body: { message: 'That is not your username.' },
  })
  expect(await remove(browser, { password: 'wrong', username })).toEqual({
    status: 400,
    body: { message: 'Incorrect password.' },
  })
  expect((await remove(browser, { username })).body.message).toBe('Incorrect password.')
  expect((await remove(browser, { password: account.password, username })).status).toBe(204)
  expect(browser.cookie('sid')).toBeFalsy()
  expect(await db().$count(users, eq(users.email, account.email))).toBe(0)
  expect(await db().$count(accounts, eq(accounts.email, account.email))).toBe(0)
  await expect(signIn(newBrowser(), account)).rejects.toThrow('Incorrect email or password.')
})

test('deleting one’s account: of concurrent requests one succeeds', async () => {
  const { account, browser } = await newUser()
  const body = { password: account.password, username: await usernameOf(browser) }
  const results = await Promise.all([1, 2, 3].map(() => remove(browser, body)))
  expect(results.map(({ status }) => status).sort()).toEqual([204, 401, 401])
})

test('deleting one’s account: without a password here it needs a sign-in within five minutes', async () => {
  const user = await makeUser(db(), { username: 'ines-external' })
  const sid = await startTestSession(db(), user.id)
  const call = createCaller(site.url, { cookie: `sid=${sid}` })
  const startedAt = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const startSessionAgo = (minutes: number) =>
    db()
      .update(sessions)
      .set({
        sess: sql`jsonb_set(${sessions.sess}::jsonb, '{startedAt}', to_jsonb(${startedAt(minutes)}::text))::json`,
      })
      .where(sql`${sessions.sess} ->> 'userId' = ${user.id}`)
  const body = { username: user.username }
  await startSessionAgo(6)
  const refused = await call('DELETE', '/api/account', { body })
  expect(refused.status).toBe(403)
  expect(((await refused.json()) as { message: string }).message).toContain('sign in again')
  await startSessionAgo(4)
  expect((await call('DELETE', '/api/account', { body })).status).toBe(204)
  expect(await db().$count(users, eq(users.id, user.id))).toBe(0)
})

test('deleting one’s account: of two administrators who delete theirs concurrently one stays', async () => {
  const administrators = await Promise.all(
    Object.values(admins).map((id) => makeUser(db(), { id, username: `admin-${id.slice(0, 8)}` })),
  )
  const responses = await Promise.all(
    administrators.map(async (user) =>
      (await site.as(user))('DELETE', '/api/account', { body: { username: user.username } }),
    ),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 409])
  const refused = responses.find(({ status }) => status === 409)
  expect(await refused?.json()).toEqual({
    message: 'You are the last administrator, so your account cannot be deleted.',
  })
})

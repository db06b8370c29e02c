import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { Account } from '#contract/account.ts'
import { accounts, passkeys } from '#server/database/schema.ts'
import { createAccount, randomAccount } from '#server/testing/accounts.ts'
import type { Browser } from '#server/testing/browser.ts'
import { setUpMailSite } from '#server/testing/set-up.ts'

/** What an attacker prepared who had the password, or created the account with an address that is not theirs. */

const site = setUpMailSite({ env: { ADMIN_EMAILS: 'boss@example.org' } })

const db = () => site.postgres.db
const newBrowser = () => site.newBrowser()
const pendingEmailOf = async (browser: Browser) =>
  (await browser.call<Account>('GET', '/api/account')).body.pendingEmail

async function newUser() {
  const account = randomAccount()
  return { account, browser: await createAccount(newBrowser(), account) }
}

async function requestChange(browser: Browser, email: string, password: string) {
  const { status } = await browser.call('PUT', '/api/account/email', { email, password })
  expect(status).toBe(200)
}

async function changePassword(browser: Browser, currentPassword: string) {
  const change = { currentPassword, newPassword: 'a new long secret' }
  expect((await browser.call('PUT', '/api/account/password', change)).status).toBe(204)
}

async function resetPassword(email: string) {
  const browser = newBrowser()
  await browser.submit(await browser.open('/oidc/forgot-password'), { email })
  const [link = ''] = (await site.mailServer.waitFor(email, 'new password')).links
  await browser.submit(await browser.open(link), { password: 'a new long secret' })
}

test('changing the email: a changed password ends a change that is not confirmed', async () => {
  const { account, browser } = await newUser()
  const other = `other-${account.email}`
  await requestChange(browser, other, account.password)
  const [link = ''] = (await site.mailServer.waitFor(other, 'Verify')).links
  await changePassword(browser, account.password)
  expect(await pendingEmailOf(browser)).toBeNull()
  expect((await newBrowser().open(link)).status).toBe(404)
})

test('changing the email: a change requested before the password was changed is not mailed after', async () => {
  const { account, browser } = await newUser()
  const other = `other-${account.email}`
  await site.mailServer.waitFor(account.email, 'Verify')
  site.mailServer.setMode('refuse')
  const attempts = site.mailServer.attempts()
  await requestChange(browser, other, account.password)
  await vi.waitFor(() => expect(site.mailServer.attempts()).toBeGreaterThan(attempts), 30_000)
  await changePassword(browser, account.password)
  site.mailServer.setMode('accept')
  await vi.waitFor(async () => {
    const { rows } = await db().execute(sql`select id from pgboss.job where name = 'send-mail'`)
    expect(rows).toEqual([])
  }, 30_000)
  expect(site.mailServer.mails.map(({ to }) => to)).not.toContain(other)
})

test('changing the email: entering the current address or a taken one ends the link to another', async () => {
  const taken = await newUser()
  for (const third of [undefined, taken.account.email]) {
    const { account, browser } = await newUser()
    const second = `second-${account.email}`
    await requestChange(browser, second, account.password)
    const [link = ''] = (await site.mailServer.waitFor(second, 'Verify')).links
    await requestChange(browser, third ?? account.email, account.password)
    const visitor = newBrowser()
    const page = await visitor.open(link)
    expect(page.status).toBe(404)
    expect((await browser.call<Account>('GET', '/api/account')).body.email).toBe(account.email)
  }
})

async function addPasskey(email: string) {
  const [row] = await db().select().from(accounts).where(eq(accounts.email, email))
  const accountId = row?.id ?? ''
  const passkey = { name: 'Key', publicKey: 'key', counter: 0, transports: [] }
  await db()
    .insert(passkeys)
    .values({ ...passkey, accountId, credentialId: randomUUID() })
  return () => db().$count(passkeys, eq(passkeys.accountId, accountId))
}

test.each([
  ['an unverified', false],
  ['a verified', true],
])(
  'forgotten password: a new password of %s account removes its passkeys and sessions',
  async (_name, emailVerified) => {
    const { account, browser } = await newUser()
    await db().update(accounts).set({ emailVerified }).where(eq(accounts.email, account.email))
    const countPasskeys = await addPasskey(account.email)
    await resetPassword(account.email)
    expect(await countPasskeys()).toBe(0)
    expect((await browser.call('GET', '/api/auth/user')).status).toBe(401)
  },
)

test('changing the password: whoever knows the current one keeps their passkeys', async () => {
  const { account, browser } = await newUser()
  const countPasskeys = await addPasskey(account.email)
  await changePassword(browser, account.password)
  expect(await countPasskeys()).toBe(1)
})

/** The account of a stranger with the address of somebody else, who opens the mailed link. */
async function squat() {
  const { account, browser: stranger } = await newUser()
  const [link = ''] = (await site.mailServer.waitFor(account.email, 'Verify')).links
  const isVerified = async () =>
    (await stranger.call<Account>('GET', '/api/account')).body.emailVerified
  return { account, stranger, link, isVerified }
}
const post = (browser: Browser, url: string) =>
  browser.request(url, { method: 'POST', body: new URLSearchParams() })

test('verification: the owner of the address cannot confirm the account of a stranger', async () => {
  const { account, link, isVerified } = await squat()
  for (const browser of [newBrowser(), (await newUser()).browser]) {
    const page = await browser.open(link)
    expect(page.text).toContain(`for the account of ${account.displayName}`)
    expect(page.text).toContain('Sign in to this account to verify the address.')
    expect((await post(browser, link)).status).toBe(403)
  }
  expect(await isVerified()).toBe(false)
})

test('verification: after signing in, the browser that opened the link continues with it', async () => {
  const { account, link, isVerified } = await squat()
  const browser = newBrowser()
  const [, signInUrl = ''] =
    /href="(\/api\/login[^"]+)"/.exec((await browser.open(link)).text) ?? []
  expect(signInUrl).not.toContain(link.split('/').at(-1))
  const form = await browser.open(signInUrl.replaceAll('&amp;', '&'))
  const page = await browser.submit(form, account)
  expect(page.text).toContain('<h1>Verify your email</h1>')
  expect((await browser.submit(page, {})).text).toContain('Email verified')
  expect(await isVerified()).toBe(true)
})

test("verification: 'This was not me' ends the link and verifies nothing", async () => {
  const { link, isVerified } = await squat()
  const browser = newBrowser()
  expect((await post(browser, `${link}/reject`)).text).toContain('The address was not verified')
  expect((await browser.open(link)).status).toBe(404)
  expect((await post(browser, `${link}/reject`)).status).toBe(404)
  expect(await isVerified()).toBe(false)
})

test("changing the email: 'This was not me' cancels the change", async () => {
  const { account, browser } = await newUser()
  const other = `other-${account.email}`
  await requestChange(browser, other, account.password)
  const [link = ''] = (await site.mailServer.waitFor(other, 'Verify')).links
  await post(newBrowser(), `${link}/reject`)
  expect(await pendingEmailOf(browser)).toBeNull()
})

test('verification: the address of an administrator cannot be registered', async () => {
  const visitor = newBrowser()
  const form = await visitor.open('/api/login?prompt=create')
  const page = await visitor.submit(form, { ...randomAccount(), email: 'Boss@example.org' })
  expect(page.text).toContain('<h1>Check your mail</h1>')
  expect(await db().$count(accounts, eq(accounts.email, 'boss@example.org'))).toBe(0)
})

import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Account } from '#contract/account.ts'
import type { MailStatus } from '#contract/admin.ts'
import { accounts, linkTokens, users } from '#server/database/schema.ts'
import { createAccount, randomAccount, signIn } from '#server/testing/accounts.ts'
import type { Browser } from '#server/testing/browser.ts'
import { makeTrack, makeUpload, makeUser } from '#server/testing/factories.ts'
import { setUpMailSite } from '#server/testing/set-up.ts'
import { requestReset } from './email.ts'
import type { AccountMail } from './mails.ts'

const log: string[] = []
const adminId = randomUUID()
const site = setUpMailSite({ env: { LOG_LEVEL: 'debug', ADMIN_USER_IDS: adminId }, log })

const db = () => site.postgres.db
const newBrowser = () => site.newBrowser()
const forgot = async (email: string) => {
  const browser = newBrowser()
  return browser.submit(await browser.open('/oidc/forgot-password'), { email })
}
const isSignedIn = async (browser: Browser) =>
  (await browser.call('GET', '/api/auth/user')).status === 200
const accountOf = async (browser: Browser) =>
  (await browser.call<Account>('GET', '/api/account')).body
const sent = 'If there is an account for this email, we have sent a link.'
const invalid = 'This link has expired or was already used.'

async function newUser() {
  const account = randomAccount()
  const browser = await createAccount(newBrowser(), account)
  return { account, browser }
}

async function verify(browser: Browser, email: string, count = 1) {
  const { links } = await site.mailServer.waitFor(email, 'Verify', count)
  return browser.submit(await browser.open(links[0] ?? ''), {})
}

test('forgotten password: a mailed link sets a new one once, ends all sessions and proves the address', async () => {
  const { account, browser } = await newUser()
  const page = await forgot(account.email.toUpperCase())
  expect(page.status).toBe(200)
  expect(page.text).toContain(sent)
  const mail = await site.mailServer.waitFor(account.email, 'new password')
  const link = mail.links[0] ?? ''
  const visitor = newBrowser()
  expect((await visitor.request(link, { method: 'HEAD' })).status).toBe(200)
  const form = await visitor.open(link)
  expect(form.text).toContain('<h1>Set a new password</h1>')
  expect((await visitor.submit(form, { password: 'short' })).text).toContain('at least 8')
  expect((await visitor.submit(form, { password: 'password' })).text).toContain('too common')
  expect(await isSignedIn(browser)).toBe(true)

  expect((await visitor.submit(form, { password: 'a new long secret' })).text).toContain(
    'Password changed',
  )
  expect(await isSignedIn(browser)).toBe(false)
  for (const used of [await visitor.open(link), await visitor.submit(form, { password: 'x' })]) {
    expect(used.status).toBe(404)
    expect(used.text).toContain(invalid)
  }
  const again = await signIn(newBrowser(), { ...account, password: 'a new long secret' })
  expect((await accountOf(again)).emailVerified).toBe(true)
})

test('forgotten password: an unknown address gets the same response and no mail', async () => {
  const page = await forgot('nobody@example.org')
  expect(page.status).toBe(200)
  expect(page.text).toContain(sent)
  expect((await forgot('no address')).text).toContain(sent)
  const { account } = await newUser()
  await forgot(account.email)
  await site.mailServer.waitFor(account.email, 'new password')
  expect(site.mailServer.mails.filter(({ to }) => to === 'nobody@example.org')).toEqual([])
})

test('forgotten password: a known and an unknown address queue the same job', async () => {
  const { account } = await newUser()
  const queued: AccountMail[] = []
  const sendMail = async (mail: AccountMail) => void queued.push(mail)
  await requestReset(db(), sendMail, account.email)
  await requestReset(db(), sendMail, 'nobody@example.org')
  expect(queued).toEqual([
    { kind: 'reset-password', to: account.email, accountId: expect.any(String) },
    { kind: 'reset-password', to: 'nobody@example.org', accountId: null },
  ])
})

test('forgotten password: a newer link and a changed password end older links', async () => {
  const { account, browser } = await newUser()
  await forgot(account.email)
  const first = (await site.mailServer.waitFor(account.email, 'new password')).links[0] ?? ''
  await forgot(account.email)
  const second = (await site.mailServer.waitFor(account.email, 'new password', 2)).links[0] ?? ''
  expect((await newBrowser().open(first)).status).toBe(404)
  expect((await newBrowser().open(second)).status).toBe(200)
  const change = { currentPassword: account.password, newPassword: 'a new long secret' }
  expect((await browser.call('PUT', '/api/account/password', change)).status).toBe(204)
  expect((await newBrowser().open(second)).status).toBe(404)
})

test('links: expired, made-up and misused ones get the same error page, with a link to continue', async () => {
  const { account } = await newUser()
  await forgot(account.email)
  const link = (await site.mailServer.waitFor(account.email, 'new password')).links[0] ?? ''
  const misused = link.replace('reset-password', 'verify-email')
  for (const url of [misused, '/oidc/reset-password/x', '/oidc/verify-email/x']) {
    const page = await newBrowser().open(url)
    expect(page.status).toBe(404)
    expect(page.text).toContain(invalid)
    expect(page.text).toContain('Get a new link')
  }
  await db()
    .update(linkTokens)
    .set({ expiresAt: new Date(Date.now() - 1) })
  expect((await newBrowser().open(link)).text).toContain(invalid)
})

test('links: their secrets are neither in the database, nor in the job, nor in the log', async () => {
  const { account } = await newUser()
  await forgot(account.email)
  const link = (await site.mailServer.waitFor(account.email, 'new password')).links[0] ?? ''
  await newBrowser().open(link)
  const token = link.split('/').at(-1) ?? ''
  expect(token).toHaveLength(43)
  expect(JSON.stringify(await db().select().from(linkTokens))).not.toContain(token)
  const { rows } = await db().execute(sql`select * from pgboss.job where name = 'send-mail'`)
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(log.join()).toContain('/oidc/reset-password/:token')
  expect(log.join()).not.toContain(token)
})

test('verification: a new account can listen and like, and publishes once its address is verified', async () => {
  const { account, browser } = await newUser()
  const [user] = await db().select().from(users).where(eq(users.email, account.email))
  const other = await makeTrack(db(), (await makeUser(db())).id)
  expect((await browser.call('POST', `/api/tracks/${other.id}/like`)).status).toBe(200)
  const { objectPath } = await makeUpload(db(), user?.id ?? '', 'audio')
  const track = { title: 'Night Market', audioUrl: objectPath }
  expect(await browser.call('POST', '/api/tracks', track)).toEqual({
    status: 403,
    body: { message: 'Please verify your email first.' },
  })
  expect(await accountOf(browser)).toMatchObject({
    emailVerified: false,
    isVerificationRequired: true,
    hasMail: true,
  })
  await site.mailServer.waitFor(account.email, 'Verify')
  expect((await browser.call('POST', '/api/account/email/verification')).status).toBe(204)
  expect((await verify(browser, account.email, 2)).text).toContain('Email verified')
  expect((await browser.call('POST', '/api/tracks', track)).status).toBe(201)
  expect((await accountOf(browser)).emailVerified).toBe(true)
})

test('verification: an account from before mail was configured can publish', async () => {
  const { account, browser } = await newUser()
  await db()
    .update(accounts)
    .set({ verificationRequired: false })
    .where(eq(accounts.email, account.email))
  const [user] = await db().select().from(users).where(eq(users.email, account.email))
  const { objectPath } = await makeUpload(db(), user?.id ?? '', 'audio')
  const body = { title: 'Earlier', audioUrl: objectPath }
  expect((await browser.call('POST', '/api/tracks', body)).status).toBe(201)
})

test('verification: opening the link changes nothing, and no other signed-in user can use it', async () => {
  const { account, browser } = await newUser()
  const other = await newUser()
  const link = (await site.mailServer.waitFor(account.email, 'Verify')).links[0] ?? ''
  expect((await other.browser.open(link)).text).toContain('Sign in to this account')
  expect((await browser.open(link)).text).toContain('<h1>Verify your email</h1>')
  expect((await accountOf(browser)).emailVerified).toBe(false)
  await browser.submit(await browser.open(link), {})
  expect((await accountOf(browser)).emailVerified).toBe(true)
})

const change = (browser: Browser, email: string, password: string) =>
  browser.call<Account & { message: string }>('PUT', '/api/account/email', { email, password })

test('changing the email: it takes effect when the link is opened, and the old address is notified', async () => {
  const { account, browser } = await newUser()
  await verify(browser, account.email)
  const email = `new-${account.email}`
  expect((await change(browser, email, 'wrong')).body.message).toBe('Incorrect password.')
  const { body } = await change(browser, email, account.password)
  expect(body).toMatchObject({ email: account.email, pendingEmail: email })
  await site.mailServer.waitFor(email, 'Verify')
  expect(
    site.mailServer.mails.some(
      ({ to, subject }) => to === account.email && subject.includes('changed'),
    ),
  ).toBe(false)
  await verify(browser, email)
  expect(await accountOf(browser)).toMatchObject({
    email,
    emailVerified: true,
    pendingEmail: null,
  })
  await site.mailServer.waitFor(account.email, 'was changed')
  await signIn(newBrowser(), { ...account, email })
  await expect(signIn(newBrowser(), account)).rejects.toThrow('Incorrect email or password.')
})

test('changing the email: a taken address gets the same response as a free one, and no mail', async () => {
  const [{ account, browser }, other] = [await newUser(), await newUser()]
  await site.mailServer.waitFor(other.account.email, 'Verify')
  const before = site.mailServer.mails.length
  const { status, body } = await change(browser, other.account.email, account.password)
  expect(status).toBe(200)
  expect(body).toMatchObject({ email: account.email, pendingEmail: other.account.email })
  await forgot(account.email)
  await site.mailServer.waitFor(account.email, 'new password')
  expect(site.mailServer.mails.slice(before).map(({ to }) => to)).not.toContain(other.account.email)
})

test('mail: a server that refuses or hangs makes no call fail, and gets the mail when it is back', async () => {
  await makeUser(db(), { id: adminId })
  const asAdmin = await site.as({ id: adminId })
  for (const mode of ['refuse', 'hang'] as const) {
    site.mailServer.setMode(mode)
    const attempts = site.mailServer.attempts()
    const { account } = await newUser()
    await vi.waitFor(() => expect(site.mailServer.attempts()).toBeGreaterThan(attempts), 30_000)
    await vi.waitFor(async () => {
      const status = (await (await asAdmin('GET', '/api/admin/mail')).json()) as MailStatus
      expect(status.waiting).toBeGreaterThan(0)
      expect(status.lastFailure?.message).toBeTruthy()
    }, 30_000)
    site.mailServer.setMode('accept')
    await site.mailServer.waitFor(account.email, 'Verify')
  }
  await vi.waitFor(async () => {
    const { rows } = await db().execute(sql`select id from pgboss.job where name = 'send-mail'`)
    expect(rows).toEqual([])
  }, 30_000)
})

test('deleting an account: mails to it that wait for the mail server are deleted with it', async () => {
  await makeUser(db(), { id: adminId }).catch(() => {})
  const asAdmin = await site.as({ id: adminId })
  site.mailServer.setMode('refuse')
  onTestFinished(() => site.mailServer.setMode('accept'))
  const [deleted, other] = [await newUser(), await newUser()]
  const [user] = await db().select().from(users).where(eq(users.email, deleted.account.email))
  const suspended = await asAdmin('POST', `/api/admin/users/${user?.id}/suspension`, {
    body: { reason: 'Spam' },
  })
  const queued = async () => {
    const { rows } = await db().execute<{ data: { to?: string; userId?: string } }>(
      sql`select data from pgboss.job where name = 'send-mail'`,
    )
    return rows.map(({ data }) => data.to ?? data.userId)
  }
  expect([suspended.status, (await queued()).toSorted()]).toEqual([
    200,
    [user?.id, deleted.account.email, other.account.email].toSorted(),
  ])
  expect((await asAdmin('DELETE', `/api/users/${user?.id}/admin`)).status).toBe(204)
  expect(await queued()).toEqual([other.account.email])
})

import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Account } from '#contract/account.ts'
import { accounts, passkeys } from '#server/database/schema.ts'
import { createAccount, randomAccount, signIn } from '#server/testing/accounts.ts'
import type { Browser } from '#server/testing/browser.ts'
import { type MailSite, startMailSite } from '#server/testing/mail-site.ts'

/** What an attacker prepared who had the password, or created the account with an address that is not theirs. */

let site: MailSite
beforeAll(async () => {
  site = await startMailSite()
})
afterAll(() => site.close())

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

it('changing the email: a changed password ends a change that is not confirmed', async () => {
  const { account, browser } = await newUser()
  const other = `other-${account.email}`
  await requestChange(browser, other, account.password)
  const [link = ''] = (await site.mailServer.waitFor(other, 'Verify')).links
  await changePassword(browser, account.password)
  expect(await pendingEmailOf(browser)).toBeNull()
  expect((await newBrowser().open(link)).status).toBe(404)
})

it('changing the email: a change that was requested before the password was changed is not mailed after that', async () => {
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

it('changing the email: entering the current address, or a third one that is taken, ends the link to the second', async () => {
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

it('forgotten password: a link that proves the address removes passkeys from before, one of a verified account does not', async () => {
  for (const emailVerified of [false, true]) {
    const { account } = await newUser()
    const [row] = await db()
      .update(accounts)
      .set({ emailVerified })
      .where(eq(accounts.email, account.email))
      .returning()
    const accountId = row?.id ?? ''
    await db().insert(passkeys).values({
      accountId,
      name: 'Passkey',
      credentialId: randomUUID(),
      publicKey: 'key',
      counter: 0,
      transports: [],
    })
    await resetPassword(account.email)
    await signIn(newBrowser(), { ...account, password: 'a new long secret' })
    expect(await db().$count(passkeys, eq(passkeys.accountId, accountId))).toBe(
      emailVerified ? 1 : 0,
    )
  }
})

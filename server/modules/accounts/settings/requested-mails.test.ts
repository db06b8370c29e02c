import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { accounts, linkTokens, users } from '#server/database/schema.ts'
import { createAccount, randomAccount } from '#server/testing/accounts.ts'
import type { Browser } from '#server/testing/browser.ts'
import { makeUser } from '#server/testing/factories.ts'
import { setUpMailSite } from '#server/testing/set-up.ts'
import { createLinkToken } from './link-tokens-repository.ts'

/** Mails and links that somebody else than the owner of the address or account asks for. */

const adminId = randomUUID()
const site = setUpMailSite({ env: { ADMIN_USER_IDS: adminId } })

const db = () => site.postgres.db
const newBrowser = () => site.newBrowser()
beforeAll(async () => {
  await makeUser(db(), { id: adminId })
})

async function newUser() {
  const account = randomAccount()
  return { account, browser: await createAccount(newBrowser(), account) }
}

test('forgotten password: of links that are created at the same time one stays valid', async () => {
  const { account } = await newUser()
  const [row] = await db().select().from(accounts).where(eq(accounts.email, account.email))
  const link = { kind: 'reset-password', accountId: row?.id ?? '', email: account.email } as const
  const create = (on = db()) => createLinkToken(on, { ...link, minutes: 60 })
  const second = await db().transaction(async (tx) => {
    await create(tx)
    const started = create()
    await Promise.race([started, setTimeout(200)])
    return { created: started }
  })
  await second.created
  const links = await db()
    .select()
    .from(linkTokens)
    .where(and(eq(linkTokens.accountId, link.accountId), eq(linkTokens.kind, link.kind)))
  expect(links).toHaveLength(1)
})

test('forgotten password: a mailed link does not end the link of an administrator', async () => {
  const { account } = await newUser()
  const [user] = await db().select().from(users).where(eq(users.email, account.email))
  const asAdmin = await site.as({ id: adminId })
  const handOver = async () => {
    const response = await asAdmin('POST', `/api/users/${user?.id}/reset-link`)
    return ((await response.json()) as { url: string }).url
  }
  const first = await handOver()
  const browser = newBrowser()
  await browser.submit(await browser.open('/oidc/forgot-password'), { email: account.email })
  const mailed = (await site.mailServer.waitFor(account.email, 'new password')).links[0] ?? ''
  for (const link of [first, mailed]) expect((await newBrowser().open(link)).status).toBe(200)
  const second = await handOver()
  for (const link of [first, mailed]) expect((await newBrowser().open(link)).status).toBe(404)
  expect((await newBrowser().open(second)).status).toBe(200)
})

const change = (browser: Browser, email: string, password: string) =>
  browser.call('PUT', '/api/account/email', { email, password })
const queueIsEmpty = () =>
  vi.waitFor(async () => {
    const { rows } = await db().execute(sql`select id from pgboss.job where name = 'send-mail'`)
    expect(rows).toEqual([])
  }, 30_000)
const mailsTo = (address: string) => site.mailServer.mails.filter(({ to }) => to === address)

test('changing the email: an address that was never verified hears nothing of it', async () => {
  const { account, browser } = await newUser()
  await site.mailServer.waitFor(account.email, 'Verify')
  const email = `new-${account.email}`
  await change(browser, email, account.password)
  const [link = ''] = (await site.mailServer.waitFor(email, 'Verify')).links
  await browser.submit(await browser.open(link), {})
  await queueIsEmpty()
  expect(mailsTo(account.email)).toHaveLength(1)
})

test('changing the email: mails that wait for earlier addresses do not go to the latest one', async () => {
  const { account, browser } = await newUser()
  await site.mailServer.waitFor(account.email, 'Verify')
  site.mailServer.setMode('refuse')
  const last = `last-${account.email}`
  for (const email of ['a', 'b', 'c'].map((name) => `${name}-${account.email}`).concat(last))
    await change(browser, email, account.password)
  site.mailServer.setMode('accept')
  await queueIsEmpty()
  expect(mailsTo(last)).toHaveLength(1)
})

test('verification: until then an account publishes no playlist, link, bio or picture', async () => {
  const { browser } = await newUser()
  const playlist = { title: 'Loud', privacy: 'private' }
  const created = await browser.call<{ id: string }>('POST', '/api/playlists', playlist)
  expect(created.status).toBe(201)
  const refused: [string, string, object][] = [
    ['POST', '/api/playlists', { title: 'Loud' }],
    ['PUT', `/api/playlists/${created.body.id}`, { privacy: 'unlisted' }],
    ['PUT', '/api/users/profile', { website: 'https://spam.example' }],
    ['PUT', '/api/users/profile', { bio: 'spam.example' }],
    ['PUT', '/api/users/profile-image', { imageURL: 'x' }],
  ]
  for (const [method, path, body] of refused)
    expect([path, (await browser.call(method, path, body)).status]).toEqual([path, 403])
  expect((await browser.call('PUT', '/api/users/profile', { displayName: 'Ines' })).status).toBe(
    200,
  )
})

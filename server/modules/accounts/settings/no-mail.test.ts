import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Account } from '#contract/account.ts'
import { users } from '#server/database/schema.ts'
import { createAccount, randomAccount, signIn } from '#server/testing/accounts.ts'
import { createBrowser } from '#server/testing/browser.ts'
import { makeUser } from '#server/testing/factories.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'

const adminId = randomUUID()
const site = setUpTestApp({ env: { ADMIN_USER_IDS: adminId } })

const db = () => site.postgres.db
const newBrowser = () => createBrowser(site.config.publicUrl)

test('without mail: the form says whom to ask, and the administrator creates a link that proves no address', async () => {
  const page = await newBrowser().open('/oidc/forgot-password')
  expect(page.text).toContain('Ask an administrator for a reset link.')
  expect(page.text).not.toContain('<form')

  const account = randomAccount()
  const browser = await createAccount(newBrowser(), account)
  const [user] = await db().select().from(users).where(eq(users.email, account.email))
  await makeUser(db(), { id: adminId })
  const created = await (await site.as({ id: adminId }))(
    'POST',
    `/api/users/${user?.id}/reset-link`,
  )
  expect(created.status).toBe(201)
  const { url, expiresAt } = (await created.json()) as { url: string; expiresAt: string }
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(23 * 3600_000)
  const visitor = newBrowser()
  await visitor.submit(await visitor.open(url), { password: 'a new long secret' })
  expect((await browser.call('GET', '/api/auth/user')).status).toBe(401)
  const again = await signIn(newBrowser(), { ...account, password: 'a new long secret' })
  const { body } = await again.call<Account>('GET', '/api/account')
  expect(body).toMatchObject({ emailVerified: false, hasMail: false })
})

test('without mail: a changed email takes effect at once, unverified, and a taken one returns 409', async () => {
  const [account, other] = [randomAccount(), randomAccount()]
  const browser = await createAccount(newBrowser(), account)
  await createAccount(newBrowser(), other)
  const { password } = account
  const taken = { email: other.email.toUpperCase(), password }
  expect(await browser.call('PUT', '/api/account/email', taken)).toEqual({
    status: 409,
    body: { message: 'This email address is already in use.' },
  })
  const email = `new-${account.email}`
  const { body } = await browser.call<Account>('PUT', '/api/account/email', { email, password })
  expect(body).toMatchObject({ email, emailVerified: false, pendingEmail: null })
  await signIn(newBrowser(), { email, password })
  expect((await browser.call('POST', '/api/account/email/verification')).status).toBe(404)
})

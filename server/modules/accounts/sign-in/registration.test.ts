import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { IdentityConfig } from '#server/config.ts'
import { accounts } from '#server/database/schema.ts'
import { createInvite } from '#server/modules/invites/service.ts'
import { type Account, createAccount, randomAccount, signIn } from '#server/testing/accounts.ts'
import { startAuthServer } from '#server/testing/auth-server.ts'
import type { Browser, Page } from '#server/testing/browser.ts'
import { makeUser } from '#server/testing/factories.ts'
import { startMisbehavingProvider } from '#server/testing/misbehaving-provider.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'

const database = setUpTestDatabase()

const status = async (browser: Browser) => (await browser.call('GET', '/api/auth/user')).status

const submitCreateAccount = (browser: Browser, form: Page, account: Account) =>
  browser.request(new URL(`${form.url.pathname}/create-account`, form.url), {
    method: 'POST',
    body: new URLSearchParams(account),
  })

async function startSite(identity: IdentityConfig) {
  const administrators = { emails: ['maya@example.org'], userIds: [] }
  const server = await startAuthServer({ db: database.postgres.db, identity, administrators })
  onTestFinished(() => server.close())
  return server
}

test('closed registration: no account can be created, and those that exist sign in', async () => {
  const account = randomAccount()
  const open = await startSite({ kind: 'built-in', registration: 'open' })
  const openForm = await open.browser().open('/api/login?prompt=create')
  expect(openForm.text).toContain('<h1>Create account</h1>')
  await createAccount(open.browser(), account)

  const closed = await startSite({ kind: 'built-in', registration: 'closed' })
  const browser = closed.browser()
  const form = await browser.open('/api/login?prompt=create')
  expect(form.text).toContain('<h1>Sign in</h1>')
  expect(form.text).toContain('Registration is closed.')
  expect(form.text).not.toContain('create-account')
  // With the cookies of the sign-in, so that only the setting can refuse it.
  const newcomer = randomAccount()
  const refused = await submitCreateAccount(browser, form, newcomer)
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('Registration is closed.')
  const count = database.postgres.db.$count(accounts, eq(accounts.email, newcomer.email))
  expect(await count).toBe(0)
  const allowed = open.browser()
  const openSignIn = await allowed.open('/api/login')
  expect((await submitCreateAccount(allowed, openSignIn, newcomer)).status).toBe(303)
  expect(await status(await signIn(closed.browser(), account))).toBe(200)
})

test('closed registration: with an external provider only known users and administrators sign in', async () => {
  const provider = await startMisbehavingProvider()
  onTestFinished(async () => void (await provider.close()))
  const external = {
    kind: 'external',
    issuer: provider.issuer,
    clientId: 'soundpost',
    clientSecret: 'secret',
  } as const
  const closed = await startSite({ ...external, registration: 'closed' })
  const signInAs = async (site: typeof closed, userInfo: Record<string, unknown>) => {
    const { sub } = userInfo
    provider.misbehave({ idToken: { sub }, userInfo })
    const browser = site.browser()
    const page = await browser.open('/api/login')
    return { browser, page }
  }
  const user = { sub: 'ines', email: 'ines@example.org', email_verified: true }
  const unknown = await signInAs(closed, user)
  expect(unknown.page.status).toBe(403)
  expect(unknown.page.text).toContain('Registration is closed.')
  expect(await status(unknown.browser)).toBe(401)
  // The provider would sign the same account in again.
  expect(unknown.page.text).toContain('href="/api/login?prompt=login"')
  expect(unknown.page.text).toContain('Use another account')

  const administrator = { sub: 'maya', email: 'maya@example.org', email_verified: true }
  expect(await status((await signInAs(closed, administrator)).browser)).toBe(200)
  const open = await startSite({ ...external, registration: 'open' })
  expect(await status((await signInAs(open, user)).browser)).toBe(200)
  expect(await status((await signInAs(closed, user)).browser)).toBe(200)
})

test.each([
  { registration: 'open', published: ['login', 'create'], sent: 'create' },
  { registration: 'open', published: ['login'], sent: null },
  { registration: 'open', published: undefined, sent: null },
  { registration: 'invite', published: ['login', 'create'], sent: 'create' },
  { registration: 'closed', published: ['login', 'create'], sent: null },
] as const)(
  'external provider: registration $registration with the prompts $published sends $sent',
  async ({ registration, published, sent }) => {
    const provider = await startMisbehavingProvider()
    onTestFinished(async () => void (await provider.close()))
    provider.misbehave({ discovery: { prompt_values_supported: published } })
    const { issuer } = provider
    const client = { clientId: 'soundpost', clientSecret: 'secret' }
    const site = await startSite({ kind: 'external', issuer, ...client, registration })
    const promptOf = async (path: string) => {
      const { headers } = await site.browser().request(path)
      return new URL(headers.get('location') ?? '').searchParams.get('prompt')
    }
    expect(await promptOf('/api/login?prompt=create')).toBe(sent)
    expect(await promptOf('/api/login?prompt=login')).toBe('login')
  },
)

/** A new invite, as the link that an administrator gets. */
async function invitePath(uses = 1): Promise<string> {
  const { db } = database.postgres
  const administrator = await makeUser(db)
  const viewer = { id: administrator.id, isAdmin: true }
  const { token } = await createInvite(db, { uses, expiresInDays: 7, note: null }, viewer)
  return `/api/login?prompt=create&invite=${token}`
}

test('registration by invite: the link fills the form, creates one account, and is used up', async () => {
  const server = await startSite({ kind: 'built-in', registration: 'invite' })
  const path = await invitePath()
  const [browser, late, without] = [server.browser(), server.browser(), server.browser()]
  const [form, lateForm] = [await browser.open(path), await late.open(path)]
  const token = path.split('invite=')[1] ?? ''
  for (const { text, url } of [form, lateForm]) {
    expect(text).toContain('Invite</label>')
    expect(text).toContain(`value="${token}"`)
    expect(url.href).not.toContain(token)
  }
  const account = randomAccount()
  // Another field is wrong: the invite is not consumed.
  const again = await browser.submit(form, { ...account, email: 'no address' })
  expect(again.status).toBe(400)
  expect(again.text).toContain(`value="${token}"`)
  await browser.submit(again, account)
  expect(await status(browser)).toBe(200)
  expect(browser.cookie('invite')).toBeFalsy()

  const refused = await late.submit(lateForm, randomAccount())
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('This invite is not valid.')
  expect(await status(late)).toBe(401)
  const plain = await without.open('/api/login?prompt=create')
  const missing = await without.submit(plain, randomAccount())
  expect(missing.text).toContain('Please enter your invite.')
  // Whether the address has an account makes no difference.
  const known = await without.submit(plain, { ...account, invite: 'made-up' })
  expect(known.text).toContain('This invite is not valid.')
  expect(known.text).not.toContain('Already have one?')
  expect(await status(await signIn(server.browser(), account))).toBe(200)
})

test('registration by invite: a link that is used up or made up says so before the form is filled in', async () => {
  const server = await startSite({ kind: 'built-in', registration: 'invite' })
  const path = await invitePath()
  const browser = server.browser()
  const form = await browser.open(path)
  expect(form.text).not.toContain('This invite is not valid.')
  await browser.submit(form, randomAccount())
  for (const link of [path, '/api/login?prompt=create&invite=made-up']) {
    const page = await server.browser().open(link)
    expect(page.text).toContain('<h1>Create account</h1>')
    expect(page.text).toContain('This invite is not valid.')
  }
  const plain = await server.browser().open('/api/login?prompt=create')
  expect(plain.text).not.toContain('This invite is not valid.')
})

test('registration by invite: of concurrent sign-ups with the last use one gets an account', async () => {
  const server = await startSite({ kind: 'built-in', registration: 'invite' })
  const path = await invitePath()
  const signUps = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const browser = server.browser()
      return { browser, form: await browser.open(path), account: randomAccount() }
    }),
  )
  const pages = await Promise.all(
    signUps.map(({ browser, form, account }) => browser.submit(form, account)),
  )
  const statuses = await Promise.all(signUps.map(({ browser }) => status(browser)))
  expect(statuses.filter((code) => code === 200)).toHaveLength(1)
  const { db } = database.postgres
  for (const [index, { account }] of signUps.entries()) {
    const created = await db.$count(accounts, eq(accounts.email, account.email))
    expect(created).toBe(statuses[index] === 200 ? 1 : 0)
    if (created === 0) expect(pages[index]?.text).toMatch(/invite/)
  }
})

test('registration by invite: with an external provider only one user or an administrator enters', async () => {
  const provider = await startMisbehavingProvider()
  onTestFinished(async () => void (await provider.close()))
  const server = await startSite({
    kind: 'external',
    issuer: provider.issuer,
    clientId: 'soundpost',
    clientSecret: 'secret',
    registration: 'invite',
  })
  const signInAs = async (sub: string, path = '/api/login', claims = {}) => {
    provider.misbehave({ idToken: { sub }, userInfo: { sub, ...claims } })
    const browser = server.browser()
    return { browser, page: await browser.open(path) }
  }
  const uninvited = await signInAs('una')
  expect(uninvited.page.status).toBe(403)
  expect(uninvited.page.text).toContain('You need a valid invite to create an account.')
  const path = await invitePath()
  expect(await status((await signInAs('vera', path)).browser)).toBe(200)
  const second = await signInAs('will', path)
  expect(second.page.status).toBe(403)
  expect(await status(second.browser)).toBe(401)
  // Who has an account needs no invite.
  expect(await status((await signInAs('vera')).browser)).toBe(200)
  const verified = { email: 'maya@example.org', email_verified: true }
  expect(await status((await signInAs('maya-by-invite', '/api/login', verified)).browser)).toBe(200)
})

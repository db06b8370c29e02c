import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { accounts } from '#server/database/schema.ts'
import { createInvite, listInvites } from '#server/modules/invites/service.ts'
import { composeMail } from '#server/platform/mail/compose.ts'
import { createSmtpTransport } from '#server/platform/mail/transport.ts'
import { randomAccount, signIn } from '#server/testing/accounts.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { type Browser, createBrowser, type Page } from '#server/testing/browser.ts'
import { makeUser } from '#server/testing/factories.ts'
import { setUpMailSite } from '#server/testing/set-up.ts'
import { createLocalAccounts } from '../sign-in/local-accounts.ts'
import { createPasswordHasher } from '../sign-in/passwords.ts'

const site = setUpMailSite()

const db = () => site.postgres.db
const newBrowser = () => site.newBrowser()
const isSignedIn = async (browser: Browser) =>
  (await browser.call('GET', '/api/auth/user')).status === 200

const create = async (account: ReturnType<typeof randomAccount>) => {
  const browser = newBrowser()
  const page = await browser.submit(await browser.open('/api/login?prompt=create'), account)
  return { browser, page }
}
/** The page without what the visitor has typed and without the id of the form. */
const seen = ({ status, text }: Page, { email }: { email: string }) => ({
  status,
  text: text.replaceAll(email, '').replaceAll(/\/oidc\/interaction\/[\w-]+/g, ''),
})

test('creating an account: with mail a taken address gets the same page, and its owner a mail', async () => {
  const owner = randomAccount()
  const free = await create(owner)
  expect(free.page.text).toContain('<h1>Check your mail</h1>')
  await site.mailServer.waitFor(owner.email, 'Verify')
  for (const password of ['another long secret', owner.password]) {
    const taken = await create({ ...owner, password, displayName: 'Mallory' })
    expect(seen(taken.page, owner)).toEqual(seen(free.page, owner))
    expect(await isSignedIn(taken.browser)).toBe(false)
  }
  const mail = await site.mailServer.waitFor(owner.email, 'already have an account', 2)
  expect(mail.links).toEqual([`${site.config.publicUrl}/oidc/forgot-password`])
  expect(await db().$count(accounts, eq(accounts.email, owner.email))).toBe(1)
  await signIn(free.browser, owner)
  expect(await isSignedIn(free.browser)).toBe(true)
  await expect(signIn(newBrowser(), { ...owner, password: 'another long secret' })).rejects.toThrow(
    'Incorrect email or password.',
  )
})

test('creating an account: by invite a new account uses the invite, and a taken address does not', async () => {
  const own = await startTestApp({
    env: { SMTP_URL: site.mailServer.url, REGISTRATION: 'invite' },
  })
  onTestFinished(() => own.close())
  const viewer = { id: (await makeUser(own.postgres.db)).id, isAdmin: true }
  const invite = { uses: 1, expiresInDays: 7, note: 'The choir' }
  const linkOf = async () => {
    const { token } = await createInvite(own.postgres.db, invite, viewer)
    return `/api/login?prompt=create&invite=${token}`
  }
  const submit = async (link: string, account: ReturnType<typeof randomAccount>) => {
    const browser = createBrowser(own.config.publicUrl)
    return browser.submit(await browser.open(link), account)
  }
  const [owner, link] = [randomAccount(), await linkOf()]
  const free = await submit(link, owner)
  expect(free.text).toContain('<h1>Check your mail</h1>')
  await site.mailServer.waitFor(owner.email, 'Verify')
  expect((await submit(link, randomAccount())).text).toContain('This invite is not valid.')
  const second = await linkOf()
  expect(seen(await submit(second, owner), owner)).toEqual(seen(free, owner))
  await site.mailServer.waitFor(owner.email, 'already have an account')
  expect((await submit(second, randomAccount())).text).toContain('<h1>Check your mail</h1>')
  await signIn(createBrowser(own.config.publicUrl), owner)
  const { items } = await listInvites(own.postgres.db, { limit: 10 })
  const users = items.map(({ uses, usedBy }) => [uses, usedBy.map(({ user }) => user?.displayName)])
  expect(users).toEqual([
    [1, [undefined]],
    [1, [owner.displayName]],
  ])
})

test('creating an account: a free and a taken address take the same work', async () => {
  const work: string[] = []
  const hasher = createPasswordHasher({ log2N: 8, r: 8, p: 1 })
  const counting = {
    verify: async (...args: Parameters<typeof hasher.verify>) => {
      work.push('hash')
      return hasher.verify(...args)
    },
    hash: async (...args: Parameters<typeof hasher.hash>) => {
      work.push('hash')
      return hasher.hash(...args)
    },
  }
  const { request } = createLocalAccounts({
    db: db(),
    passwordHasher: { ...hasher, ...counting },
    reservedEmails: [],
    needsInvite: false,
    sendMail: async () => {
      work.push('mail')
    },
  } as never)
  const account = randomAccount()
  for (let attempt = 0; attempt < 2; attempt++) {
    work.length = 0
    await request?.(account)
    expect(work).toEqual(['hash', 'mail'])
  }
})

test('mails: one address gets at most five an hour of each kind, regardless of who requests them', async () => {
  const limited = await startTestApp({
    env: { SMTP_URL: site.mailServer.url, RATE_LIMIT_SCALE: '1' },
  })
  try {
    const browser = () => createBrowser(limited.config.publicUrl)
    const victim = randomAccount()
    for (let attempt = 0; attempt < 6; attempt++) {
      const visitor = browser()
      await visitor.submit(await visitor.open('/api/login?prompt=create'), victim)
      const page = await visitor.submit(await visitor.open('/oidc/forgot-password'), victim)
      expect(page.text).toContain('<h1>Check your mail</h1>')
    }
    // Unverified, so that anyone can request the address.
    const address = `target-${victim.email}`
    for (let attempt = 0; attempt < 2; attempt++) {
      const other = await makeLocalUser(limited)
      for (let times = 0; times < 4; times++) {
        const { status } = await other.change(`${address}`)
        expect(status).toBe(200)
      }
    }
    await vi.waitFor(async () => {
      const jobs = sql`select id from pgboss.job where name = 'send-mail'`
      expect((await limited.postgres.db.execute(jobs)).rows).toEqual([])
    }, 30_000)
    const subjects = (to: string) =>
      site.mailServer.mails
        .filter((mail) => mail.to === to)
        .map(({ subject }) => subject.split(' ')[0])
    expect(subjects(victim.email).toSorted()).toEqual([
      ...Array(5).fill('Set'),
      'Verify',
      ...Array(4).fill('You'),
    ])
    expect(subjects(address)).toHaveLength(5)
  } finally {
    await limited.close()
  }
})

test('mails: what users type adds neither headers nor recipients', async () => {
  for (const email of [
    'ines@example.org\r\nBcc: all@example.org',
    'ines@example.org,all@example.org',
    'ines@example.org all@example.org',
    '<all@example.org>',
    'Ines <all@example.org>',
  ]) {
    const browser = newBrowser()
    const form = await browser.open('/api/login?prompt=create')
    expect((await browser.submit(form, { ...randomAccount(), email })).status).toBe(400)
  }
  const transport = createSmtpTransport({
    smtpUrl: site.mailServer.url,
    from: 'Site <site@localhost>',
  })
  const message = {
    to: 'header@example.org',
    subject: 'Removed: Night\r\nBcc: all@example.org\r\n\r\nA body of its own',
    paragraphs: ['.\r\nQUIT\r\n<script>alert(1)</script>'],
  }
  await transport.send(composeMail(message, { brandName: 'Site', publicUrl: 'http://localhost' }))
  transport.close()
  const mail = await site.mailServer.waitFor('header@example.org')
  expect(mail.recipients).toEqual(['header@example.org'])
  const [headers] = mail.raw.split('\r\n\r\n')
  expect(headers).toContain('Subject: Removed: Night Bcc: all@example.org  A body of its own')
  expect(headers).not.toMatch(/^Bcc:/im)
  expect(mail.raw).toContain('&lt;script&gt;')
  expect(mail.text).toContain('QUIT')
})

/** A user with a password, without the forms and their limits. */
async function makeLocalUser({ postgres, as }: TestApp) {
  const { email, password, displayName } = randomAccount()
  const passwordHash = await createPasswordHasher({ log2N: 8, r: 8, p: 1 }).hash(password)
  const [account] = await postgres.db
    .insert(accounts)
    .values({ email, passwordHash, displayName })
    .returning()
  const call = await as(
    await makeUser(postgres.db, { issuer: 'built-in', subject: account?.id ?? '', email }),
  )
  return {
    change: (to: string) => call('PUT', '/api/account/email', { body: { email: to, password } }),
  }
}

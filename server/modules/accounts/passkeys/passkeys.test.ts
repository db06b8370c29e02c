import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { CurrentUser } from '#contract/auth.ts'
import { limits } from '#contract/limits.ts'
import type { Passkey } from '#contract/passkeys.ts'
import { accounts, passkeyChallenges, passkeys, sessions, users } from '#server/database/schema.ts'
import { type Account, createAccount, randomAccount } from '#server/testing/accounts.ts'
import { startTestApp } from '#server/testing/app.ts'
import { createAuthenticator } from '#server/testing/authenticator.ts'
import { type Browser, createBrowser, type Page } from '#server/testing/browser.ts'
import { makeUser } from '#server/testing/factories.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'

const site = setUpTestApp()

const db = () => site.postgres.db
const newBrowser = (url = site.config.publicUrl) => createBrowser(url)
const newAuthenticator = () => createAuthenticator(site.config.publicUrl)
type Authenticator = ReturnType<typeof createAuthenticator>
type Options = { challenge: string; user: { id: string; name: string }; rp: { id: string } }

const path = '/api/account/passkeys'
const failed = 'This passkey could not be used. Please try again, or use your password.'
const notAdded = { message: 'This passkey could not be added. Please try again.' }
const start = async (browser: Browser) =>
  (await browser.call<Options>('POST', `${path}/options`)).body
const list = async (browser: Browser) => (await browser.call<Passkey[]>('GET', path)).body
const add = (
  browser: Browser,
  response: ReturnType<Authenticator['create']>,
  name = 'Phone',
): Promise<{ status: number; body: Passkey }> => browser.call('POST', path, { name, response })

type Owner = { account: Account; browser: Browser; authenticator: Authenticator; userId: string }

/** A user with one passkey. */
async function newOwner(): Promise<Owner & { passkey: Passkey }> {
  const account = randomAccount()
  const browser = await createAccount(newBrowser(), account)
  const authenticator = newAuthenticator()
  const { challenge, user } = await start(browser)
  const { status, body: passkey } = await add(browser, authenticator.create({ challenge }))
  expect(status).toBe(201)
  return { account, browser, authenticator, userId: user.id, passkey }
}

/** What the script of the sign-in form reads. */
function readPasskeyButton({ text, url }: Page) {
  const read = (name: string) =>
    (new RegExp(`data-${name}="([^"]*)"`).exec(text)?.[1] ?? '').replaceAll('&quot;', '"')
  const options = JSON.parse(read('options')) as { challenge: string; userVerification: string }
  return { action: new URL(read('action'), url), options }
}

/** Opens the sign-in form in a new browser and submits what `respond` makes of its challenge. */
async function signInWith(
  respond: (challenge: string) => unknown,
  browser = newBrowser(),
): Promise<{ browser: Browser; page: Page; isSignedIn: boolean }> {
  const { action, options } = readPasskeyButton(await browser.open('/api/login'))
  const body = new URLSearchParams({ response: JSON.stringify(respond(options.challenge)) })
  const page = await browser.follow(await browser.request(action, { method: 'POST', body }))
  const isSignedIn = (await browser.call('GET', '/api/auth/user')).status === 200
  return { browser, page, isSignedIn }
}

test('passkeys: one is added, renamed and deleted by its owner alone', async () => {
  const { browser, passkey } = await newOwner()
  expect(passkey).toMatchObject({ name: 'Phone', lastUsedAt: null })
  expect(await list(browser)).toEqual([passkey])

  const other = await newOwner()
  const one = `${path}/${passkey.id}`
  expect((await other.browser.call('PUT', one, { name: 'Mine' })).status).toBe(404)
  expect((await other.browser.call('DELETE', one)).status).toBe(404)

  const renamed = await browser.call<Passkey>('PUT', one, { name: ' Old phone ' })
  expect(renamed.body.name).toBe('Old phone')
  expect((await browser.call('DELETE', one)).status).toBe(204)
  expect(await list(browser)).toEqual([])
  expect(await list(other.browser)).toHaveLength(1)
})

test('passkeys: adding one needs a sign-in within the last ten minutes', async () => {
  const { browser } = await newOwner()
  const signedInBefore = (minutes: number) => {
    const startedAt = new Date(Date.now() - minutes * 60_000).toISOString()
    return db()
      .update(sessions)
      .set({
        sess: sql`jsonb_set(${sessions.sess}::jsonb, '{startedAt}', to_jsonb(${startedAt}::text))::json`,
      })
  }
  await signedInBefore(9)
  expect((await browser.call('POST', `${path}/options`)).status).toBe(200)
  await signedInBefore(11)
  expect(await browser.call('POST', `${path}/options`)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('within the last ten minutes') },
  })
})

test('passkeys: the challenge of another session, a used, expired or replaced one adds nothing', async () => {
  const browser = await createAccount(newBrowser(), randomAccount())
  const other = await createAccount(newBrowser(), randomAccount())
  const authenticator = newAuthenticator()
  const expectRefusal = async (challenge: string) =>
    expect(await add(browser, authenticator.create({ challenge }))).toEqual({
      status: 400,
      body: notAdded,
    })

  const foreign = await start(other)
  await start(browser)
  await expectRefusal(foreign.challenge)
  // The refused request has consumed the challenge of its session.
  const replaced = await start(browser)
  await start(browser)
  await expectRefusal(replaced.challenge)
  const expired = await start(browser)
  await db()
    .update(passkeyChallenges)
    .set({ expiresAt: new Date(0) })
  await expectRefusal(expired.challenge)

  const { challenge } = await start(browser)
  expect((await add(browser, authenticator.create({ challenge }))).status).toBe(201)
  await expectRefusal(challenge)
  expect(await list(browser)).toHaveLength(1)
  expect(await list(other)).toHaveLength(0)
})

test('passkeys: a response for another origin or site, or without user verification, adds nothing', async () => {
  const browser = await createAccount(newBrowser(), randomAccount())
  for (const pretended of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { isVerified: false },
  ]) {
    const { challenge } = await start(browser)
    const response = newAuthenticator().create({ challenge, ...pretended })
    expect(await add(browser, response)).toEqual({ status: 400, body: notAdded })
  }
  expect(await list(browser)).toEqual([])
})

test.each(['android-key', 'android-safetynet', 'apple', 'fido-u2f', 'packed', 'tpm'])(
  'passkeys: the attestation statement of the format %s is ignored',
  async (format) => {
    const browser = await createAccount(newBrowser(), randomAccount())
    const { challenge } = await start(browser)
    const statement = { format, certificates: [new Uint8Array([1, 2, 3])] }
    const response = newAuthenticator().create({ challenge, statement })
    expect((await add(browser, response)).status).toBe(201)
  },
)

test('passkeys: an attestation object that is too long or no CBOR adds nothing', async () => {
  const browser = await createAccount(newBrowser(), randomAccount())
  for (const attestationObject of ['A'.repeat(4001), 'AAAA', '_____w']) {
    const { challenge } = await start(browser)
    const { response, ...rest } = newAuthenticator().create({ challenge })
    const sent = { ...rest, response: { ...response, attestationObject } }
    expect((await add(browser, sent)).status).toBe(400)
  }
  expect(await list(browser)).toEqual([])
})

test('passkeys: the same one cannot be added twice, and an account has at most twenty', async () => {
  const { browser, authenticator, account } = await newOwner()
  const other = await createAccount(newBrowser(), randomAccount())
  const { challenge } = await start(other)
  expect((await add(other, authenticator.create({ challenge }))).status).toBe(409)

  const [row] = await db().select().from(accounts).where(eq(accounts.email, account.email))
  const pending = await start(browser)
  await db()
    .insert(passkeys)
    .values(
      Array.from({ length: limits.maxPasskeys - 1 }, (_, index) => ({
        accountId: row?.id ?? '',
        name: `Key ${index}`,
        credentialId: `${account.email} ${index}`,
        publicKey: '',
        counter: 0,
        transports: [],
      })),
    )
  expect((await browser.call('POST', `${path}/options`)).status).toBe(409)
  const late = newAuthenticator().create({ challenge: pending.challenge })
  expect((await add(browser, late)).status).toBe(409)
})

test('passkeys: a user of an external provider has none here', async () => {
  const call = await site.as(await makeUser(db()))
  expect(await (await call('GET', path)).json()).toEqual([])
  expect((await call('POST', `${path}/options`)).status).toBe(404)
})

test('signing in with a passkey: it starts a session of its owner, and is recorded', async () => {
  const { authenticator, userId, account, browser: first } = await newOwner()
  const { isSignedIn, browser } = await signInWith((challenge) =>
    authenticator.get({ challenge, userId, counter: 1 }),
  )
  expect(isSignedIn).toBe(true)
  const { body } = await browser.call<CurrentUser>('GET', '/api/auth/user')
  expect(body.email).toBe(account.email)
  expect((await list(first))[0]?.lastUsedAt).not.toBeNull()
})

test('signing in with a passkey: the form works without the script, which shows the button', async () => {
  const page = await newBrowser().open('/api/login')
  expect(page.text).toMatch(/<button[^>]* id="passkey"[^>]* hidden>Sign in with a passkey</)
  expect(page.text).toContain('autocomplete="email webauthn"')
  expect(page.text).toContain('<script type="module" src="/assets/auth-pages/passkeys.ts">')
  expect(readPasskeyButton(page).options.userVerification).toBe('required')
})

test('signing in with a passkey: the challenge of another form, a used or an expired one is refused', async () => {
  const { authenticator, userId } = await newOwner()
  const elsewhere = readPasskeyButton(await newBrowser().open('/api/login')).options.challenge
  const foreign = await signInWith(() => authenticator.get({ challenge: elsewhere, userId }))
  expect(foreign.isSignedIn).toBe(false)
  expect(foreign.page.status).toBe(400)
  expect(foreign.page.text).toContain(failed)

  let sent: unknown
  const first = await signInWith((challenge) => {
    sent = authenticator.get({ challenge, userId })
    return sent
  })
  expect(first.isSignedIn).toBe(true)
  expect((await signInWith(() => sent)).isSignedIn).toBe(false)

  const browser = newBrowser()
  const form = readPasskeyButton(await browser.open('/api/login'))
  await db()
    .update(passkeyChallenges)
    .set({ expiresAt: new Date(0) })
  const { challenge } = form.options
  const body = new URLSearchParams({
    response: JSON.stringify(authenticator.get({ challenge, userId })),
  })
  const expired = await browser.request(form.action, { method: 'POST', body })
  expect(expired.status).toBe(400)
  // The form is rendered again with a new challenge.
  const next = readPasskeyButton(expired).options.challenge
  const again = new URLSearchParams({
    response: JSON.stringify(authenticator.get({ challenge: next, userId })),
  })
  expect((await browser.request(form.action, { method: 'POST', body: again })).status).toBe(303)
})

test('signing in with a passkey: another origin, site, user or key, or no user verification is refused', async () => {
  const { authenticator, userId } = await newOwner()
  const other = await newOwner()
  const refused: ((challenge: string) => unknown)[] = [
    (challenge) => authenticator.get({ challenge, userId, origin: 'https://evil.example' }),
    (challenge) => authenticator.get({ challenge, userId, rpId: 'evil.example' }),
    (challenge) => authenticator.get({ challenge, userId, isVerified: false }),
    (challenge) => authenticator.get({ challenge, userId: other.userId }),
    (challenge) => newAuthenticator().get({ challenge, userId }),
    (challenge) => {
      const own = authenticator.get({ challenge, userId })
      const { signature } = other.authenticator.get({ challenge, userId }).response
      return { ...own, response: { ...own.response, signature } }
    },
    () => null,
    () => 'text',
    () => ({ id: '\0' }),
  ]
  for (const respond of refused) {
    const { isSignedIn, page } = await signInWith(respond)
    expect(isSignedIn).toBe(false)
    expect(page.status).toBe(400)
  }
})

test('signing in with a passkey: a counter that does not grow, as that of a copied key, is refused', async () => {
  const { authenticator, userId } = await newOwner()
  const signIn = async (counter: number) =>
    (await signInWith((challenge) => authenticator.get({ challenge, userId, counter }))).isSignedIn
  expect(await signIn(5)).toBe(true)
  expect(await signIn(5)).toBe(false)
  expect(await signIn(4)).toBe(false)
  expect(await signIn(6)).toBe(true)
})

test('signing in with a passkey: a deleted one, and those of a deleted account, no longer work', async () => {
  const { authenticator, userId, browser, passkey } = await newOwner()
  const get = (challenge: string) => authenticator.get({ challenge, userId })
  await browser.call('DELETE', `${path}/${passkey.id}`)
  expect((await signInWith(get)).isSignedIn).toBe(false)

  const leaving = await newOwner()
  const { username } = (await leaving.browser.call<CurrentUser>('GET', '/api/auth/user')).body
  const { password } = leaving.account
  await leaving.browser.call('DELETE', '/api/account', { username, password })
  expect(
    await db().select().from(passkeys).where(eq(passkeys.id, leaving.passkey.id)),
  ).toHaveLength(0)
})

test('signing in with a passkey: that an account is suspended is shown after a valid response only', async () => {
  const { authenticator, userId, account } = await newOwner()
  await db().update(users).set({ suspendedAt: new Date() }).where(eq(users.email, account.email))
  const refused = await signInWith((challenge) => authenticator.get({ challenge, userId }))
  expect(refused.isSignedIn).toBe(false)
  expect(refused.page.text).toContain('This account is suspended.')
  const forged = await signInWith((challenge) => newAuthenticator().get({ challenge, userId }))
  expect(forged.page.text).not.toContain('suspended')
})

test('signing in with a passkey: attempts count against the limit of sign-ins', async () => {
  const limited = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
  try {
    const browser = newBrowser(limited.config.publicUrl)
    const { action } = readPasskeyButton(await browser.open('/api/login'))
    const body = new URLSearchParams({ response: '{}' })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 16; attempt++)
      statuses.push((await browser.request(action, { method: 'POST', body })).status)
    expect(statuses.slice(0, 15)).toEqual(Array(15).fill(400))
    expect(statuses[15]).toBe(429)
  } finally {
    await limited.close()
  }
})

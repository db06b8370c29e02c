import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CurrentUser } from '#contract/auth.ts'
import { connect } from '#server/platform/postgres/open.ts'
import { createAccount, randomAccount, signIn } from '#server/testing/accounts.ts'
import { startAuthServer, startAuthServerWithDatabase } from '#server/testing/auth-server.ts'
import type { Browser } from '#server/testing/browser.ts'
import { createLocalAccounts } from './local-accounts.ts'
import { createPasswordHasher } from './passwords.ts'

const incorrectCredentials = 'Incorrect email or password.'
let server: Awaited<ReturnType<typeof startAuthServerWithDatabase>>
beforeAll(async () => {
  server = await startAuthServerWithDatabase()
})
afterAll(() => server.close())

const currentUser = (browser: Browser) => browser.call<CurrentUser>('GET', '/api/auth/user')

async function signedInUser() {
  const account = randomAccount()
  return { account, browser: await createAccount(server.browser(), account) }
}

test('create account: a new account is signed in', async () => {
  const account = randomAccount({ email: 'Ines.Calder@Example.org' })
  const browser = await createAccount(server.browser(), account)
  const { status, body } = await currentUser(browser)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    email: 'ines.calder@example.org',
    username: expect.stringMatching(/^Ines-Calder(-\d+)?$/),
    displayName: 'Ines Calder',
    isAdmin: false,
  })
})

test.each([
  [{ displayName: ' ' }, 'Display name is required'],
  [{ displayName: 'x'.repeat(101) }, 'Display name must be less than 100 characters'],
  [{ email: 'ines' }, 'Please enter a valid email address.'],
  [{ password: 'seven77' }, 'Password must be at least 8 characters'],
  [{ password: 'x'.repeat(201) }, 'Password must be less than 200 characters'],
  [{ password: 'Password1' }, 'This password is too common.'],
])('create account: %j shows an error and keeps the submitted values', async (wrong, sentence) => {
  const browser = server.browser()
  const account = randomAccount(wrong)
  const response = await browser.submit(await browser.open('/api/login?prompt=create'), account)
  expect(response.status).toBe(400)
  expect(response.text).toContain(sentence)
  expect(response.text).toContain(`value="${account.email}"`)
  expect(response.text).not.toContain(account.password)
  expect((await currentUser(browser)).status).toBe(401)
})

test('create account: a taken email with another password shows an error and changes nothing', async () => {
  const { account } = await signedInUser()
  const browser = server.browser()
  const taken = randomAccount({
    email: account.email.toUpperCase(),
    password: 'another password',
  })
  const response = await browser.submit(await browser.open('/api/login?prompt=create'), taken)
  expect(response.status).toBe(400)
  expect(response.text).toContain("We couldn't create this account. Already have one?")
  expect((await currentUser(browser)).status).toBe(401)
  await signIn(server.browser(), account)
})

test('create account: a taken email with its password signs in to that account', async () => {
  const { account, browser } = await signedInUser()
  const again = await createAccount(server.browser(), { ...account, displayName: 'Forgetful' })
  expect((await currentUser(again)).body).toEqual((await currentUser(browser)).body)
})

test('sign in: a wrong password and an unknown email get the same page', async () => {
  const { account } = await signedInUser()
  const responseTo = async (email: string) => {
    const browser = server.browser()
    const form = await browser.open('/api/login')
    const response = await browser.submit(form, { email, password: 'not the password' })
    expect((await currentUser(browser)).status).toBe(401)
    return { status: response.status, text: neutral(response.text, email) }
  }
  const wrong = await responseTo(account.email)
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain(incorrectCredentials)
  expect(wrong.text).toContain('value="EMAIL"')
  expect(await responseTo('unknown@example.org')).toEqual(wrong)
})

test('sign in: an account from before passwords were checked can still sign in with a common one', async () => {
  const account = randomAccount({ password: 'password' })
  const passwordHasher = createPasswordHasher()
  await createLocalAccounts({
    db: server.db,
    passwordHasher,
    reservedEmails: [],
  } as never).create(account)
  const browser = await signIn(server.browser(), account)
  expect((await currentUser(browser)).body.email).toBe(account.email)
})

test('sign in: submitted values are escaped in the form', async () => {
  const browser = server.browser()
  const form = await browser.open('/api/login')
  const email = '"><script>alert(1)</script>'
  const response = await browser.submit(form, { email, password: 'whatever else' })
  expect(response.text).not.toContain('<script>alert')
  expect(response.text).toContain('&quot;&gt;&lt;script&gt;')
})

test('sign in: the user returns to the page in returnTo', async () => {
  const { account } = await signedInUser()
  const browser = server.browser()
  const form = await browser.open('/api/login?returnTo=%2Ftrack%2Fblue-hour%3Ft%3D9')
  const landed = await browser.submit(form, account)
  expect(landed.url.href).toBe(`${server.url}/track/blue-hour?t=9`)
})

test('sign in: another host name redirects to PUBLIC_URL first', async () => {
  const { account } = await signedInUser()
  const browser = server.browser('http://other-name')
  const form = await browser.open('/api/login?returnTo=/discover')
  const landed = await browser.submit(form, account)
  expect(landed.url.href).toBe(`${server.url}/discover`)
})

test('sign in: two tabs of one browser can sign in at the same time', async () => {
  const { account } = await signedInUser()
  const browser = server.browser()
  const first = await browser.open('/api/login?returnTo=/first')
  const second = await browser.open('/api/login?returnTo=/second')
  expect((await browser.submit(first, account)).url.pathname).toBe('/first')
  expect((await browser.submit(second, account)).url.pathname).toBe('/second')
})

test('sign in: the two forms link to each other', async () => {
  const browser = server.browser()
  const signInForm = await browser.open('/api/login')
  expect(signInForm.text).toContain('<h1>Sign in</h1>')
  const createForm = await browser.open(linkTo('Create account', signInForm.text))
  expect(createForm.text).toContain('<h1>Create account</h1>')
  expect((await browser.open(linkTo('Sign in', createForm.text))).text).toContain(
    '<h1>Sign in</h1>',
  )
})

test('sign in: signing in as another user replaces the session', async () => {
  const { browser, account } = await signedInUser()
  const other = randomAccount()
  await createAccount(browser, other)
  expect((await currentUser(browser)).body.email).toBe(other.email)
  expect(other.email).not.toBe(account.email)
})

test('sign in: the form uses the theme chosen on the site', async () => {
  const browser = server.browser()
  expect((await browser.open('/api/login')).text).not.toContain('data-theme')
  browser.setCookie('theme', 'light')
  expect((await browser.open('/api/login')).text).toContain('<html lang="en" data-theme="light">')
  browser.setCookie('theme', '"><script>')
  expect((await browser.open('/api/login')).text).not.toContain('data-theme')
})

test('sign in: a form that was already submitted shows an error page', async () => {
  const { account } = await signedInUser()
  const browser = server.browser()
  const form = await browser.open('/api/login')
  await browser.submit(form, account)
  const again = await browser.submit(form, account)
  expect(again.status).toBe(400)
  expect(again.text).toContain('This sign-in has expired or was already completed.')
  expect(again.text).toContain(' href="/api/login">Try again</a>')
  expect(again.text).toContain(' href="/">Back to Home</a>')
})

test('logout: the session ends here and at the provider', async () => {
  const { browser, account } = await signedInUser()
  const left = await browser.open('/api/logout')
  expect(left.url.href).toBe(`${server.url}/`)
  expect((await currentUser(browser)).status).toBe(401)
  expect((await browser.open('/api/login')).text).toContain('<h1>Sign in</h1>')
  await signIn(browser, account)
  expect((await currentUser(browser)).status).toBe(200)
})

test('logout: without a session it redirects to the home page', async () => {
  expect((await server.browser().open('/api/logout')).url.href).toBe(`${server.url}/`)
})

test.each([
  ['a link on another site', { 'sec-fetch-site': 'cross-site' }],
  ['a link on a sibling host', { 'sec-fetch-site': 'same-site' }],
  ['a link on another site, over http', { referer: 'http://evil.example/page' }],
  ['a link on another site that hides it, over http', { accept: 'text/html,*/*;q=0.8' }],
  ['an invalid referrer', { referer: 'about:client' }],
])('logout: %s gets a confirmation page', async (_what, headers) => {
  const { browser } = await signedInUser()
  const question = await browser.request('/api/logout', { headers })
  expect(question.status).toBe(403)
  expect(question.text).toContain('You are about to log out.')
  expect(question.headers.get('cache-control')).toContain('no-store')
  expect(question.headers.getSetCookie()).toEqual([])
  expect((await currentUser(browser)).status).toBe(200)

  const guessed = await browser.request('/api/logout?confirm=yes', { headers })
  expect(guessed.status).toBe(403)
  const left = await browser.follow(
    await browser.request(linkTo('Log out', question.text), { headers }),
  )
  expect(left.url.href).toBe(`${server.url}/`)
  expect((await currentUser(browser)).status).toBe(401)
})

test.each([
  ['a link on this site', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
  ['a typed address', { 'sec-fetch-site': 'none', accept: 'text/html' }],
  ['a program', { accept: '*/*' }],
])('logout: %s ends the session at once', async (_what, headers) => {
  const { browser } = await signedInUser()
  const left = await browser.follow(await browser.request('/api/logout', { headers }))
  expect(left.url.href).toBe(`${server.url}/`)
  expect((await currentUser(browser)).status).toBe(401)
})

test('logout: a link on this site ends the session at once, over http', async () => {
  const { browser } = await signedInUser()
  const headers = { referer: `${server.url}/discover`, accept: 'text/html' }
  const left = await browser.follow(await browser.request('/api/logout', { headers }))
  expect(left.url.href).toBe(`${server.url}/`)
  expect((await currentUser(browser)).status).toBe(401)
})

test('logout: a request to the provider from another site asks for confirmation', async () => {
  const { browser } = await signedInUser()
  const question = await browser.open('/oidc/session/end')
  expect(question.text).toContain('You are about to log out.')
  expect((await browser.open('/api/login')).url.pathname).toBe('/')
  const left = await browser.submit(question, { logout: 'yes' })
  expect(left.url.href).toBe(`${server.url}/`)
  expect((await browser.open('/api/login')).text).toContain('<h1>Sign in</h1>')
})

test.each(['/api/login', '/api/logout', '/api/callback'])(
  'sign in: HEAD %s changes nothing',
  async (path) => {
    const { browser } = await signedInUser()
    const response = await browser.request(path, { method: 'HEAD' })
    expect(response.status).toBe(302)
    expect(response.headers.getSetCookie()).toEqual([])
    expect((await currentUser(browser)).status).toBe(200)
  },
)

test('sign in: no response of the flow is cacheable', async () => {
  const browser = server.browser()
  const start = await browser.request('/api/login')
  const form = await browser.follow(start)
  for (const page of [start, form, await browser.request('/api/logout')])
    expect(page.headers.get('cache-control')).toContain('no-store')
})

test('built-in provider: other origins may not read its responses', async () => {
  const response = await server.browser().request('/oidc/.well-known/openid-configuration', {
    headers: { origin: 'https://evil.example' },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

test('sign in: a database outage shows a page', async () => {
  const down = connect(
    'postgres://none:none@127.0.0.1:1/none',
    () => {},
    async () => {},
  )
  const identity = { kind: 'external', clientId: 'web', clientSecret: 's' } as const
  const isolated = await startAuthServer({
    db: down.db,
    identity: { ...identity, issuer: 'http://localhost:1' },
  })
  const browser = isolated.browser()
  browser.setCookie('sid', 'any')
  const page = await browser.open('/api/login')
  expect(page.status).toBe(503)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.text).toContain('The database is not available right now.')
  await isolated.close()
  await down.close()
})

/** The page without what differs between requests. */
const neutral = (text: string, email: string) =>
  text
    .replaceAll(/interaction\/[\w-]+/g, 'interaction/UID')
    .replace(/(challenge&quot;:&quot;)[\w-]+/, '$1CHALLENGE')
    .replaceAll(email, 'EMAIL')

function linkTo(label: string, text: string): string {
  return new RegExp(`href="([^"]+)">${label}<`).exec(text)?.[1] ?? ''
}

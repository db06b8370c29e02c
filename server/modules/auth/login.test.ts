import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#contract/auth.ts'
import { connect } from '#server/platform/postgres/open.ts'
import { createAccount, randomAccount, signIn } from '#server/testing/accounts.ts'
import { type AuthServer, startAuthServer } from '#server/testing/auth-server.ts'
import type { Browser } from '#server/testing/browser.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'

const noMatch = 'This email and password do not go together.'
let database: TestDatabase
let server: AuthServer

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startAuthServer({ db: database.postgres.db })
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const currentUser = (browser: Browser) => browser.call<CurrentUser>('GET', '/api/auth/user')

async function someoneSignedIn() {
  const person = randomAccount()
  return { person, browser: await createAccount(server.browser(), person) }
}

describe('creating an account', () => {
  test('signs the person in', async () => {
    const person = randomAccount({ email: 'Ines.Calder@Example.org' })
    const browser = await createAccount(server.browser(), person)
    const { status, body } = await currentUser(browser)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      email: 'ines.calder@example.org',
      username: 'ines.calder',
      displayName: 'Ines Calder',
      isAdmin: false,
    })
  })

  test.each([
    [{ displayName: ' ' }, 'Display name is required'],
    [{ displayName: 'x'.repeat(101) }, 'Display name must be less than 100 characters'],
    [{ email: 'ines' }, 'Please enter an email address, such as ines@example.org.'],
    [{ password: 'seven77' }, 'Password must be at least 8 characters'],
    [{ password: 'x'.repeat(201) }, 'Password must be less than 200 characters'],
  ])('with %j says what is wrong and keeps what was typed', async (wrong, sentence) => {
    const browser = server.browser()
    const person = randomAccount(wrong)
    const answer = await browser.submit(await browser.open('/api/login?prompt=create'), person)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(sentence)
    expect(answer.text).toContain(`value="${person.email}"`)
    expect(answer.text).not.toContain(person.password)
    expect((await currentUser(browser)).status).toBe(401)
  })

  test('with a taken e-mail says no more than a wrong sign-in, and changes nothing', async () => {
    const { person } = await someoneSignedIn()
    const browser = server.browser()
    const taken = randomAccount({ email: person.email.toUpperCase(), password: 'another password' })
    const answer = await browser.submit(await browser.open('/api/login?prompt=create'), taken)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(noMatch)
    expect((await currentUser(browser)).status).toBe(401)
    await signIn(server.browser(), person)
  })

  test('with a taken e-mail and its password signs in to that account', async () => {
    const { person, browser } = await someoneSignedIn()
    const again = await createAccount(server.browser(), { ...person, displayName: 'Forgetful' })
    expect((await currentUser(again)).body).toEqual((await currentUser(browser)).body)
  })
})

describe('signing in', () => {
  test('a wrong password and an unknown e-mail get the same page', async () => {
    const { person } = await someoneSignedIn()
    const answerTo = async (email: string) => {
      const browser = server.browser()
      const form = await browser.open('/api/login')
      const answer = await browser.submit(form, { email, password: 'not the password' })
      expect((await currentUser(browser)).status).toBe(401)
      return { status: answer.status, text: neutral(answer.text, email) }
    }
    const wrong = await answerTo(person.email)
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain(noMatch)
    expect(wrong.text).toContain('value="EMAIL"')
    expect(await answerTo('nobody@example.org')).toEqual(wrong)
  })

  test('what was typed comes back inert', async () => {
    const browser = server.browser()
    const form = await browser.open('/api/login')
    const email = '"><script>alert(1)</script>'
    const answer = await browser.submit(form, { email, password: 'whatever else' })
    expect(answer.text).not.toContain('<script>alert')
    expect(answer.text).toContain('&quot;&gt;&lt;script&gt;')
  })

  test('leads back to the page that the person came from', async () => {
    const { person } = await someoneSignedIn()
    const browser = server.browser()
    const form = await browser.open('/api/login?returnTo=%2Ftrack%2Fblue-hour%3Ft%3D9')
    const landed = await browser.submit(form, person)
    expect(landed.url.href).toBe(`${server.url}/track/blue-hour?t=9`)
  })

  test('under another name of the server moves to the proper one first', async () => {
    const { person } = await someoneSignedIn()
    const browser = server.browser('http://other.name')
    const form = await browser.open('/api/login?returnTo=/discover')
    const landed = await browser.submit(form, person)
    expect(landed.url.href).toBe(`${server.url}/discover`)
  })

  test('in two tabs at once works in both', async () => {
    const { person } = await someoneSignedIn()
    const browser = server.browser()
    const first = await browser.open('/api/login?returnTo=/first')
    const second = await browser.open('/api/login?returnTo=/second')
    expect((await browser.submit(first, person)).url.pathname).toBe('/first')
    expect((await browser.submit(second, person)).url.pathname).toBe('/second')
  })

  test('the two forms lead to each other', async () => {
    const browser = server.browser()
    const signInForm = await browser.open('/api/login')
    expect(signInForm.text).toContain('<h1>Sign in</h1>')
    const createForm = await browser.open(linkTo('Create account', signInForm.text))
    expect(createForm.text).toContain('<h1>Create account</h1>')
    expect((await browser.open(linkTo('Sign in', createForm.text))).text).toContain(
      '<h1>Sign in</h1>',
    )
  })

  test('as somebody else replaces the first one', async () => {
    const { browser, person } = await someoneSignedIn()
    const other = randomAccount()
    await createAccount(browser, other)
    expect((await currentUser(browser)).body.email).toBe(other.email)
    expect(other.email).not.toBe(person.email)
  })

  test('shows the theme that was chosen on the site', async () => {
    const browser = server.browser()
    expect((await browser.open('/api/login')).text).not.toContain('data-theme')
    browser.setCookie('theme', 'light')
    expect((await browser.open('/api/login')).text).toContain('<html lang="en" data-theme="light">')
    browser.setCookie('theme', '"><script>')
    expect((await browser.open('/api/login')).text).not.toContain('data-theme')
  })

  test('a form that is finished or too old says so', async () => {
    const { person } = await someoneSignedIn()
    const browser = server.browser()
    const form = await browser.open('/api/login')
    await browser.submit(form, person)
    const again = await browser.submit(form, person)
    expect(again.status).toBe(400)
    expect(again.text).toContain('This sign-in took too long or is finished already.')
    expect(again.text).toContain('<a class="button" href="/api/login">Try again</a>')
    expect(again.text).toContain('<a class="link" href="/">Back to Home</a>')
  })
})

describe('logging out', () => {
  test('ends the session here and at the provider', async () => {
    const { browser, person } = await someoneSignedIn()
    const left = await browser.open('/api/logout')
    expect(left.url.href).toBe(`${server.url}/`)
    expect((await currentUser(browser)).status).toBe(401)
    expect((await browser.open('/api/login')).text).toContain('<h1>Sign in</h1>')
    await signIn(browser, person)
    expect((await currentUser(browser)).status).toBe(200)
  })

  test('when nobody is signed in leads home', async () => {
    expect((await server.browser().open('/api/logout')).url.href).toBe(`${server.url}/`)
  })

  test('at the behest of another site asks first', async () => {
    const { browser } = await someoneSignedIn()
    const question = await browser.open('/oidc/session/end')
    expect(question.text).toContain('You are about to log out.')
    expect((await browser.open('/api/login')).url.pathname).toBe('/')
    const left = await browser.submit(question, { logout: 'yes' })
    expect(left.url.href).toBe(`${server.url}/`)
    expect((await browser.open('/api/login')).text).toContain('<h1>Sign in</h1>')
  })
})

test.each(['/api/login', '/api/logout', '/api/callback'])(
  'looking at %s without opening it does nothing',
  async (path) => {
    const { browser } = await someoneSignedIn()
    const looked = await browser.request(path, { method: 'HEAD' })
    expect(looked.status).toBe(302)
    expect(looked.headers.getSetCookie()).toEqual([])
    expect((await currentUser(browser)).status).toBe(200)
  },
)

test('nothing on the way is kept by a cache', async () => {
  const browser = server.browser()
  const start = await browser.request('/api/login')
  const form = await browser.follow(start)
  for (const page of [start, form, await browser.request('/api/logout')])
    expect(page.headers.get('cache-control')).toContain('no-store')
})

test('no other site may read what the provider answers', async () => {
  const answer = await server.browser().request('/oidc/.well-known/openid-configuration', {
    headers: { origin: 'https://evil.example' },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test('a database that is down is told on a page', async () => {
  const down = connect(
    'postgres://nobody:nothing@127.0.0.1:1/none',
    () => {},
    async () => {},
  )
  const identity = { kind: 'external', clientId: 'web', clientSecret: 's' } as const
  const lonely = await startAuthServer({
    db: down.db,
    identity: { ...identity, issuer: 'http://localhost:1' },
  })
  const browser = lonely.browser()
  browser.setCookie('sid', 'any')
  const page = await browser.open('/api/login')
  expect(page.status).toBe(503)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.text).toContain('The database does not answer right now.')
  await lonely.close()
  await down.close()
})

/** The page without what differs from one try to the next. */
const neutral = (text: string, email: string) =>
  text.replaceAll(/interaction\/[\w-]+/g, 'interaction/UID').replaceAll(email, 'EMAIL')

function linkTo(label: string, text: string): string {
  return new RegExp(`href="([^"]+)">${label}<`).exec(text)?.[1] ?? ''
}

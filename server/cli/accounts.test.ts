import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount, randomAccount, signIn } from '#server/testing/accounts.ts'
import { type AuthServer, startAuthServer } from '#server/testing/auth-server.ts'
import type { Browser } from '#server/testing/browser.ts'
import { startMisbehavingProvider } from '#server/testing/misbehaving-provider.ts'
import { runInProcess, runScript } from '#server/testing/run-script.ts'
import { dataFolder } from '#server/testing/server-process.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { accounts } from './accounts.ts'

const database = setUpTestDatabase()
let server: AuthServer
const db = () => database.postgres.db
const status = async (browser: Browser) => (await browser.call('GET', '/api/auth/user')).status

beforeAll(async () => {
  server = await startAuthServer({ db: db() })
})
afterAll(() => server.close())

const settings = () => ({ DATA_DIR: dataFolder(), DATABASE_URL: database.url })
const run = (args: string[], env: Record<string, string> = {}) =>
  runInProcess(accounts, args, { ...settings(), ...env })

async function signedInUser() {
  const account = randomAccount()
  return { account, browser: await createAccount(server.browser(), account) }
}

/** Neither a session here nor one at the provider. */
async function expectSignedOut(browser: Browser) {
  expect(await status(browser)).toBe(401)
  expect((await browser.open('/api/login')).text).toContain('<h1>Sign in</h1>')
}

test('accounts: sign-out ends the sessions of one email address, here and at the provider', async () => {
  const [one, other] = [await signedInUser(), await signedInUser()]
  const second = await signIn(server.browser(), one.account)
  const args = ['sign-out', one.account.email.toUpperCase()]
  expect(await runScript('accounts', args, settings())).toEqual({
    code: 0,
    output: `${one.account.email.toUpperCase()} is signed out: 2 sessions ended.`,
  })
  await expectSignedOut(one.browser)
  await expectSignedOut(second)
  expect(await status(other.browser)).toBe(200)
})

test('accounts: sign-out --all ends the sessions of all users', async () => {
  const users = [await signedInUser(), await signedInUser()]
  const { code, output } = await run(['sign-out', '--all'])
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringMatching(/^All users are signed out: \d+ sessions ended\.$/),
  })
  for (const { browser } of users) await expectSignedOut(browser)
})

test('accounts: reset-password prints a new password and ends the sessions of the old one', async () => {
  const { account, browser } = await signedInUser()
  const { code, output } = await run(['reset-password', account.email])
  expect(code).toBe(0)
  const password = /^\S+ is signed out everywhere and has the new password (\S+)$/.exec(output)?.[1]
  await expectSignedOut(browser)
  const form = await browser.open('/api/login')
  expect((await browser.submit(form, account)).text).toContain('Incorrect email or password.')
  expect(
    await status(await signIn(server.browser(), { ...account, password: password ?? '' })),
  ).toBe(200)
})

test('accounts: with an external provider sign-out ends our session, and reset-password is refused', async () => {
  const provider = await startMisbehavingProvider()
  const { issuer } = provider
  const site = await startAuthServer({
    db: db(),
    identity: { kind: 'external', issuer, clientId: 'soundpost', clientSecret: 'secret' },
  })
  provider.misbehave({ userInfo: { email: 'maya@example.org' } })
  const browser = site.browser()
  await browser.open('/api/login')
  expect(await status(browser)).toBe(200)
  const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'soundpost' }
  expect(await run(['reset-password', 'maya@example.org'], env)).toEqual({
    code: 1,
    output: `Nothing was changed: the passwords of this site are those of the identity provider ${issuer}: reset them there.`,
  })
  const { code, output } = await run(['sign-out', 'maya@example.org'], env)
  expect([code, output.split('\n')]).toEqual([
    0,
    [
      'maya@example.org is signed out: 1 session ended.',
      expect.stringContaining(`The identity provider ${issuer} has sessions of its own`),
    ],
  ])
  expect(await status(browser)).toBe(401)
  await site.close()
  await provider.close()
})

test.each(['sign-out', 'reset-password'])(
  'accounts: %s of an unknown email address is refused with one sentence',
  async (command) => {
    expect(await run([command, 'unknown@example.org'])).toEqual({
      code: 1,
      output:
        'Nothing was changed: there is no account with the email address unknown@example.org.',
    })
  },
)

test.each([[['sign-out', '--all', 'ines@example.org']], [['delete', 'ines@example.org']]])(
  'accounts: %j is refused with the commands that there are',
  async (args) => {
    const { code, output } = await run(args)
    expect(code).toBe(1)
    expect(output).toMatch(
      /^Nothing was changed: name a command: npm run accounts -- sign-out --all, /,
    )
  },
)

test('accounts: a folder without a site is not made into one', async () => {
  const { code, output } = await run(['sign-out', '--all'], { DATABASE_URL: '' })
  expect(code).toBe(1)
  expect(output).toMatch(/^Nothing was changed: there is no site in /)
})

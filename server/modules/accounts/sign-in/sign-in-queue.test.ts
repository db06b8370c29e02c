import http from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { QueuedJob } from '#server/platform/batching/fair-queue.ts'
import { deriveKey } from '#server/platform/secrets/secrets.ts'
import { createAccount, randomAccount } from '#server/testing/accounts.ts'
import { startAuthServer } from '#server/testing/auth-server.ts'
import type { Browser, Page } from '#server/testing/browser.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { findAccountByEmail } from '../repository.ts'
import { createDevices } from './devices.ts'
import { createHashQueue, createPasswordHasher, type PasswordHasher } from './passwords.ts'

const database = setUpTestDatabase()

const sessionSecret = 'a secret of thirty-two letters or more'

/** The cookie of another browser in which the account has signed in. */
async function newDevice(url: string, { email }: { email: string }) {
  const { db } = database.postgres
  const account = await findAccountByEmail(db, email)
  if (!account) throw new Error('no account')
  const devices = createDevices(db, deriveKey(sessionSecret, 'device cookies'), url)
  let cookie = ''
  const setCookie = (_name: string, value: string) => {
    cookie = value
  }
  devices.setCookie({ request: { cookies: {} }, setCookie }, account)
  return cookie
}

/** A server whose passwords are verified only once the test opens the gate. */
async function startGatedServer() {
  const quick = createPasswordHasher({ log2N: 8, r: 8, p: 1 })
  const queue = createHashQueue()
  const gate = Promise.withResolvers<void>()
  const verified: string[] = []
  const jobs: QueuedJob[] = []
  const passwordHasher: PasswordHasher = {
    hash: quick.hash,
    verify(password, stored, job = { keys: [] }) {
      jobs.push(job)
      return queue(job, async () => {
        verified.push(password)
        await gate.promise
        return quick.verify(password, stored)
      })
    },
  }
  const { db } = database.postgres
  const server = await startAuthServer({ db, passwordHasher, sessionSecret })
  onTestFinished(() => server.close())
  return { server, open: () => gate.resolve(), verified, jobs }
}

const actionOf = (form: Page) =>
  new URL(/<form\b[^>]*action="([^"]+)"/.exec(form.text)?.[1] ?? '', form.url)
const submit = (browser: Browser, form: Page, fields: Record<string, string>) =>
  browser.request(actionOf(form), { method: 'POST', body: new URLSearchParams(fields) })

test('sign in: a valid sign-in does not wait behind sixty wrong ones, most of which get 503', async () => {
  const { server, open, verified } = await startGatedServer()
  const legitimate = randomAccount()
  await createAccount(server.browser(), legitimate)
  const [flooding, home] = [server.browser(), server.browser()]
  const floodForm = await flooding.open('/api/login')
  const homeForm = await home.open('/api/login')

  const refusals: Page[] = []
  const flood = Array.from({ length: 60 }, async (_, i) => {
    const page = await submit(flooding, floodForm, {
      email: 'a@example.org',
      password: `wrong ${i}`,
    })
    if (page.status === 503) refusals.push(page)
    return page
  })
  await expect.poll(() => refusals.length).toBe(42)
  const signingIn = submit(home, homeForm, legitimate)
  await expect.poll(() => refusals.length).toBe(43)
  open()
  expect((await signingIn).status).toBe(303)
  expect(verified[2]).toBe(legitimate.password)
  expect((await Promise.all(flood)).filter(({ status }) => status === 400)).toHaveLength(17)
  for (const { headers, text } of refusals) {
    expect(headers.get('retry-after')).toBe('2')
    expect(text).toContain(
      'Too many people are signing in right now. Please try again in a moment.',
    )
  }
  expect(server.loggedErrors).toEqual([])
})

test('sign in: the password of a connection that has closed is not hashed', async () => {
  const { server, open, verified, jobs } = await startGatedServer()
  const browser = server.browser()
  const form = await browser.open('/api/login')
  const email = 'a@example.org'
  const waiting = [1, 2].map((i) => submit(browser, form, { email, password: `wrong ${i}` }))
  await expect.poll(() => verified.length).toBe(2)

  const cookie = ['provider_form', 'provider_form.sig']
    .map((name) => `${name}=${browser.cookie(name)}`)
    .join('; ')
  const leaving = http.request(actionOf(form), {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
  })
  leaving.on('error', () => {})
  leaving.end(new URLSearchParams({ email, password: 'of nobody' }).toString())
  await expect.poll(() => jobs.length).toBe(3)
  leaving.destroy()
  await expect.poll(() => jobs[2]?.signal?.aborted).toBe(true)
  open()
  for (const page of await Promise.all(waiting)) expect(page.status).toBe(400)
  expect((await submit(browser, form, { email, password: 'the last' })).status).toBe(400)
  // The first two are sent concurrently.
  expect(verified.toSorted()).toEqual(['the last', 'wrong 1', 'wrong 2'])
})

test('sign in: many known devices of one account do not keep others from signing in', async () => {
  const { server, open, verified, jobs } = await startGatedServer()
  const [attacker, legitimate] = [randomAccount(), randomAccount()]
  await createAccount(server.browser(), legitimate)
  await createAccount(server.browser(), attacker)
  const home = server.browser()
  const homeForm = await home.open('/api/login')
  const devices = await Promise.all(
    Array.from({ length: 24 }, async () => {
      const browser = server.browser()
      browser.setCookie('device', await newDevice(server.url, attacker))
      return { browser, form: await browser.open('/api/login') }
    }),
  )
  let refused = 0
  const flood = devices.map(async ({ browser, form }) => {
    if ((await submit(browser, form, { ...attacker, password: 'wrong' })).status === 503) refused++
  })
  await expect.poll(() => refused).toBe(6)
  expect(new Set(jobs.flatMap(({ keys }) => keys))).toEqual(
    new Set([`devices of ${attacker.email}`]),
  )
  const signingIn = submit(home, homeForm, legitimate)
  await expect.poll(() => refused).toBe(7)
  open()
  expect((await signingIn).status).toBe(303)
  expect(verified[2]).toBe(legitimate.password)
  await Promise.all(flood)
})

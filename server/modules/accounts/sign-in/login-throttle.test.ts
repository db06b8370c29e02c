import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { rateLimits } from '#server/database/schema.ts'
import { RateLimitError } from '#server/errors.ts'
import { createRateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import { type AuthServer, startAuthServer } from '#server/testing/auth-server.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { createLoginThrottle } from './login-throttle.ts'

const database = setUpTestDatabase()
const db = () => database.postgres.db
beforeEach(() => db().delete(rateLimits))

function createThrottle(scale: number) {
  const limiter = createRateLimiter({ db: db(), scale })
  onTestFinished(limiter.close)
  return createLoginThrottle(limiter)
}

async function countAllowed(attempts: Promise<void>[]) {
  const results = await Promise.allSettled(attempts)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(RateLimitError)
  return results.filter((result) => result.status === 'fulfilled').length
}
const times = <T>(count: number, work: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => work(i))

test('login throttle: one address may make fifteen concurrent attempts', async () => {
  const { recordPassword } = createThrottle(1)
  expect(
    await countAllowed(times(40, (i) => recordPassword('192.0.2.7', `${i}@example.org`))),
  ).toBe(15)
  expect(await countAllowed([recordPassword('192.0.2.8', 'else@example.org')])).toBe(1)
})

test('login throttle: one account gets thirty attempts from all addresses together', async () => {
  const { recordPassword } = createThrottle(1)
  const attempts = times(40, (i) => recordPassword(`192.0.2.${i}`, 'ines@example.org'))
  expect(await countAllowed(attempts)).toBe(30)
  await expect(recordPassword('192.0.2.99', 'INES@example.org')).rejects.toThrow(RateLimitError)
})

test('login throttle: a correct password resets the attempts of the account', async () => {
  const { recordPassword, reset } = createThrottle(1)
  await countAllowed(times(30, (i) => recordPassword(`192.0.2.${i}`, 'ines@example.org')))
  await reset('Ines@example.org')
  expect(await countAllowed([recordPassword('192.0.2.99', 'ines@example.org')])).toBe(1)
})

test('login throttle: all addresses of an IPv6 subnet count as one', async () => {
  const { recordStart } = createThrottle(1)
  expect(await countAllowed(times(20, (i) => recordStart(`2001:db8::${i}`)))).toBe(15)
  expect(await countAllowed([recordStart('2001:db8:0:1::1')])).toBe(1)
})

test('login throttle: the subnets of an IPv6 network together may make sixty attempts', async () => {
  const { recordPassword, recordStart } = createThrottle(1)
  const subnets = times(80, (i) => `2001:db8:5:${i}::1`)
  const passwords = subnets.map((address, i) => recordPassword(address, `${i}@example.org`))
  expect(await countAllowed(passwords)).toBe(60)
  expect(await countAllowed(subnets.map((address) => recordStart(address)))).toBe(60)
  expect(await countAllowed([recordPassword('2001:db8:6::1', 'else@example.org')])).toBe(1)
})

test('login throttle: RATE_LIMIT_SCALE scales the limits', async () => {
  const { recordStart } = createThrottle(2)
  expect(await countAllowed(times(40, () => recordStart('192.0.2.7')))).toBe(30)
})

test('login throttle: the count starts again after five minutes', async () => {
  const { recordStart } = createThrottle(1)
  await countAllowed(times(16, () => recordStart('192.0.2.7')))
  await expect(recordStart('192.0.2.7')).rejects.toThrow(
    'Too many attempts. Try again in 5 minutes.',
  )
  await db()
    .update(rateLimits)
    .set({ expiresAt: new Date(Date.now() - 1) })
  expect(await countAllowed(times(16, () => recordStart('192.0.2.7')))).toBe(15)
})

test('login throttle: all known devices of an account together have thirty attempts', async () => {
  const { recordPassword, recordStart } = createThrottle(1)
  // The address has used up its own attempts.
  await countAllowed(times(16, (i) => recordPassword('192.0.2.7', `${i}@example.org`)))
  await countAllowed(times(16, () => recordStart('192.0.2.7')))
  const devices = times(24, (i) => ({ id: `device ${i}`, accountId: 'ines' }))
  const attempts = devices.flatMap((device) =>
    times(2, () => recordPassword('192.0.2.7', 'ines@example.org', device)),
  )
  expect(await countAllowed(attempts)).toBe(30)
  expect(await countAllowed(devices.map((device) => recordStart('192.0.2.7', device)))).toBe(24)
  const other = { id: 'phone', accountId: 'maya' }
  expect(await countAllowed([recordPassword('192.0.2.7', 'maya@example.org', other)])).toBe(1)
})

describe('login throttle', () => {
  let server: AuthServer
  beforeAll(async () => {
    server = await startAuthServer({ db: db(), rateLimitScale: 1 })
  })
  afterAll(() => server.close())

  test('login throttle: guessing passwords ends with status 429 and a page', async () => {
    const browser = server.browser()
    const form = await browser.open('/api/login')
    const guess = () => browser.submit(form, { email: 'ines@example.org', password: 'a guess' })
    for (let i = 0; i < 15; i++) expect((await guess()).status).toBe(400)
    const stopped = await guess()
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(200)
    expect(stopped.headers.get('content-type')).toContain('text/html')
    expect(stopped.text).toContain('Too many attempts. Try again in 5 minutes.')
  })

  test('login throttle: starting many sign-ins ends with status 429', async () => {
    const browser = server.browser()
    for (let i = 0; i < 15; i++) expect((await browser.request('/api/login')).status).toBe(302)
    const stopped = await browser.request('/api/login')
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(200)
  })
})

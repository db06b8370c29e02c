import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { providerRecords } from '#server/database/schema.ts'
import { RateLimitError } from '#server/errors.ts'
import { type AuthServer, startAuthServer } from '#server/testing/auth-server.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { createLoginThrottle } from './login-throttle.ts'

let database: TestDatabase
const db = () => database.postgres.db
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => db().delete(providerRecords))

async function allowedOf(tries: Promise<void>[]) {
  const answers = await Promise.allSettled(tries)
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(RateLimitError)
  return answers.filter((answer) => answer.status === 'fulfilled').length
}
const times = <T>(count: number, work: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => work(i))

test('of many at once from one address, fifteen are allowed', async () => {
  const { recordPassword } = createLoginThrottle(db(), 1)
  expect(await allowedOf(times(40, (i) => recordPassword('192.0.2.7', `${i}@example.org`)))).toBe(
    15,
  )
  await recordPassword('192.0.2.8', 'else@example.org')
})

test('many addresses together get thirty tries at one account', async () => {
  const { recordPassword } = createLoginThrottle(db(), 1)
  const tries = times(40, (i) => recordPassword(`192.0.2.${i}`, 'ines@example.org'))
  expect(await allowedOf(tries)).toBe(30)
  await expect(recordPassword('192.0.2.99', 'INES@example.org')).rejects.toThrow(RateLimitError)
})

test('the right password wipes the slips before it', async () => {
  const { recordPassword, reset } = createLoginThrottle(db(), 1)
  await allowedOf(times(30, (i) => recordPassword(`192.0.2.${i}`, 'ines@example.org')))
  await reset('Ines@example.org')
  await recordPassword('192.0.2.99', 'ines@example.org')
})

test('one household is one address, however many it has', async () => {
  const { recordStart } = createLoginThrottle(db(), 1)
  expect(await allowedOf(times(20, (i) => recordStart(`2001:db8::${i}`)))).toBe(15)
  await recordStart('2001:db8:0:1::1')
})

test('the limit grows with the setting', async () => {
  const { recordStart } = createLoginThrottle(db(), 2)
  expect(await allowedOf(times(40, () => recordStart('192.0.2.7')))).toBe(30)
})

test('after five minutes the count begins anew', async () => {
  const { recordStart } = createLoginThrottle(db(), 1)
  await allowedOf(times(16, () => recordStart('192.0.2.7')))
  await expect(recordStart('192.0.2.7')).rejects.toThrow(
    'That was tried too often. Please wait 5 minutes and try again.',
  )
  await db()
    .update(providerRecords)
    .set({ expiresAt: new Date(Date.now() - 1) })
  expect(await allowedOf(times(16, () => recordStart('192.0.2.7')))).toBe(15)
})

describe('a person', () => {
  let server: AuthServer
  beforeAll(async () => {
    server = await startAuthServer({ db: db(), rateLimitScale: 1 })
  })
  afterAll(() => server.close())

  test('who guesses passwords is told to wait', async () => {
    const browser = server.browser()
    const form = await browser.open('/api/login')
    const guess = () => browser.submit(form, { email: 'ines@example.org', password: 'a guess' })
    for (let i = 0; i < 15; i++) expect((await guess()).status).toBe(400)
    const stopped = await guess()
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(200)
    expect(stopped.headers.get('content-type')).toContain('text/html')
    expect(stopped.text).toContain('That was tried too often. Please wait 5 minutes and try again.')
  })

  test('who opens the sign-in again and again is told to wait', async () => {
    const browser = server.browser()
    for (let i = 0; i < 15; i++) expect((await browser.request('/api/login')).status).toBe(302)
    const stopped = await browser.request('/api/login')
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(200)
  })
})

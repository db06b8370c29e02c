import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { sessions, users } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { type AuthServer, startAuthServer } from '#server/testing/auth-server.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { type Fault, type FaultProxy, startFaultProxy } from '#server/testing/fault-proxy.ts'
import { startMisbehavingProvider } from '#server/testing/misbehaving-provider.ts'
import { repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'

const rounds = repetitions(12, 4)

test(`sign-ins fail cleanly and recover when the provider is down ${rounds} times (seed ${seed})`, async () => {
  const random = seededRandom('identity outage')
  const { server, proxy, db, arrive } = await startBehindProxy()
  const member = server.browser()
  await member.open('/api/login')
  const known = ['anybody']
  for (const [round, fault] of faultsFor(rounds).entries()) {
    const newcomer = `newcomer ${round}`
    arrive(newcomer)
    const browser = server.browser()
    const start = await browser.request('/api/login')
    const back = await browser.follow(start, (next) => next.pathname === '/api/callback')
    await delay(random.between(0, 50))
    await proxy.inject(fault)
    const page = await browser.request(back.headers.get('location') ?? '')
    expect(page.status, JSON.stringify(fault)).toBe(503)
    expect(page.text).toContain('Sign-in is not available right now.')
    expect(await isSignedIn(browser)).toBe(false)
    expect(await sessionsOf(db), JSON.stringify(fault)).toEqual(known)
    // Signed-in users are not affected.
    expect(await isSignedIn(member)).toBe(true)
    await proxy.restore()
    // A connection from before the outage may still be found broken.
    await expect.poll(() => signsIn(browser)).toBe(true)
    known.push(newcomer)
    expect(await sessionsOf(db)).toEqual(known)
  }
}, 600_000)

/** The users of the site, each once per session. No user exists without a session, and no session without a user. */
async function sessionsOf(db: Db): Promise<(string | null)[]> {
  const rows = await db
    .select({ subject: users.subject })
    .from(users)
    .fullJoin(sessions, sql`${sessions.sess} ->> 'userId' = ${users.id}::text`)
    .orderBy(users.createdAt)
  expect(await db.$count(sessions)).toBe(rows.length)
  return rows.map(({ subject }) => subject)
}

async function startBehindProxy() {
  const proxies: FaultProxy[] = []
  const provider = await startMisbehavingProvider({
    async proxy(own) {
      const proxy = await startFaultProxy(own)
      proxies.push(proxy)
      return new URL(proxy.url).origin
    },
  })
  const [proxy] = proxies
  if (!proxy) throw new Error('There is no proxy.')
  const database = await createTestDatabase()
  const server = await startAuthServer({
    db: database.postgres.db,
    identity: {
      kind: 'external',
      issuer: provider.issuer,
      clientId: 'soundpost',
      clientSecret: 'secret',
    },
  })
  onTestFinished(async () => {
    await server.close()
    await proxy.close()
    await provider.close()
    await database.drop()
  })
  const arrive = (sub: string) => provider.misbehave({ idToken: { sub }, userInfo: { sub } })
  return { server, proxy, db: database.postgres.db, arrive }
}

function faultsFor(count: number): Fault[] {
  const random = seededRandom('kinds of identity outage')
  const kinds = (): Fault[] => [
    { kind: 'hangs' },
    { kind: 'refuses' },
    { kind: 'disconnects', afterBytes: random.between(0, 100) },
    { kind: 'responds', text: 'HTTP/1.1 502 No\r\ncontent-length: 0\r\n\r\n' },
  ]
  const sequence = Array.from({ length: Math.ceil(count / 4) }, () => random.shuffled(kinds()))
  return sequence.flat().slice(0, count)
}

async function signsIn(browser: ReturnType<AuthServer['browser']>): Promise<boolean> {
  await browser.open('/api/login')
  return isSignedIn(browser)
}

async function isSignedIn(browser: ReturnType<AuthServer['browser']>): Promise<boolean> {
  return (await browser.call('GET', '/api/auth/user')).status === 200
}

import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { playlists } from '#server/database/schema.ts'
import { type Fault, type FaultProxy, startFaultProxy } from '#server/testing/fault-proxy.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'
import { makeSite, type Site } from '../site.ts'
import { clientCount, startLoad } from './load-generator.ts'
import { timeResponse } from './timed-response.ts'

const rounds = repetitions(12, 3)

test(`a database that hangs, refuses or disconnects ${rounds} times: requests fail fast and recover (seed ${seed})`, async () => {
  const chance = seededRandom('database outage')
  const { site, proxy } = await startBehindProxy()
  const busy = await startLoad(site)
  await busy.untilWell()
  for (const fault of faultsFor(rounds)) {
    await delay(chance.between(0, 300))
    await proxy.inject(fault)
    await busy.untilTold()
    await expectSignInPage(site)
    await delay(chance.between(0, repetitions(3000, 300)))
    await proxy.restore()
    await busy.untilWell()
  }
  await expectAllWell(site, busy)
}, 600_000)

const slowRounds = repetitions(8, 2)

test(`a database that is slow ${slowRounds} times: requests succeed or fail fast, and recover (seed ${seed})`, async () => {
  const chance = seededRandom('slow database')
  const { site, proxy } = await startBehindProxy()
  const busy = await startLoad(site)
  await busy.untilWell()
  for (let round = 0; round < slowRounds; round++) {
    // From a delay that a call with several queries just tolerates to one that no call does.
    await proxy.inject({ kind: 'slow', ms: chance.between(200, 2500) })
    await busy.untilAnswered()
    await expectSignInPage(site)
    await proxy.restore()
    await busy.untilWell()
  }
  await expectAllWell(site, busy)
}, 600_000)

type BusyPeople = Awaited<ReturnType<typeof startLoad>>

async function expectAllWell(site: Site, busy: BusyPeople): Promise<void> {
  await busy.stop()
  expect(busy.wrong).toEqual([])
  const kept = new Set((await site.db.select().from(playlists)).map(({ title }) => title))
  expect(busy.acknowledged.filter((title) => !kept.has(title))).toEqual([])
  expect(busy.acknowledged.length).toBeGreaterThan(clientCount)
  await expectIntegrity(site)
}

function faultsFor(count: number): Fault[] {
  const chance = seededRandom('kinds of database outage')
  const kinds = (): Fault[] => [
    { kind: 'hangs' },
    { kind: 'refuses' },
    { kind: 'cuts', afterBytes: chance.between(0, 3000) },
  ]
  const turns = Array.from({ length: Math.ceil(count / 3) }, () => chance.shuffled(kinds()))
  return turns.flat().slice(0, count)
}

async function startBehindProxy(): Promise<{ site: Site; proxy: FaultProxy }> {
  const proxies: FaultProxy[] = []
  const site = await makeSite({
    databaseThrough: async (url) => {
      const proxy = await startFaultProxy(new URL(url))
      onTestFinished(proxy.close)
      proxies.push(proxy)
      return proxy.url
    },
  })
  await site.start()
  const [proxy] = proxies
  if (!proxy) throw new Error('There is no proxy.')
  return { site, proxy }
}

/** HTML in any case: an error page, or a redirect to the form. */
async function expectSignInPage({ visitor }: Site): Promise<void> {
  const page = await timeResponse('sign in', visitor('GET', '/api/login'))
  expect([302, 503]).toContain(page.status)
  if (page.status === 503) expect(page.type).toContain('text/html')
}

import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { playlists } from '#server/database/schema.ts'
import type { Fault } from '#server/testing/fault-proxy.ts'
import { batchSteps, expectUploadedOnce } from '../batch-upload.ts'
import { type Deployment, makeDeploymentBehindProxy } from '../deployment.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'
import { shareBetweenTests } from '../share-between-tests.ts'
import { clientCount, startLoad } from './load-generator.ts'
import { timeResponse } from './timed-response.ts'

const startBehindProxy = shareBetweenTests(makeDeploymentBehindProxy)

const rounds = repetitions(12, 3)

test(`a database that hangs or refuses, ${rounds} times: requests fail fast, recover (seed ${seed})`, async () => {
  const random = seededRandom('database outage')
  const { deployment, proxy } = await startBehindProxy()
  const load = await startLoad(deployment)
  await load.untilSucceeded()
  for (const fault of faultsFor(rounds)) {
    await delay(random.between(0, 300))
    await proxy.inject(fault)
    await load.untilUnavailable()
    await expectSignInPage(deployment)
    await delay(random.between(0, repetitions(3000, 300)))
    await proxy.restore()
    await load.untilSucceeded()
  }
  await expectRecovered(deployment, load)
}, 600_000)

const slowRounds = repetitions(8, 2)

test(`a slow database, ${slowRounds} times: requests succeed or fail fast, and recover (seed ${seed})`, async () => {
  const random = seededRandom('slow database')
  const { deployment, proxy } = await startBehindProxy()
  const load = await startLoad(deployment, { isSlow: true })
  await load.untilSucceeded()
  for (let round = 0; round < slowRounds; round++) {
    // From a delay that a call with several queries just tolerates to one that no call does.
    await proxy.inject({ kind: 'slow', ms: random.between(200, 2500) })
    await load.untilResponded()
    await expectSignInPage(deployment)
    await proxy.restore()
    await load.untilSucceeded()
  }
  await expectRecovered(deployment, load)
}, 600_000)

test(`a batch and its release are there once after a database that is lost in any step (seed ${seed})`, async () => {
  const random = seededRandom('database outage in a batch')
  const { deployment, proxy } = await startBehindProxy()
  const { call } = await deployment.createUser()
  const faults = faultsFor(batchSteps.length * repetitions(6, 1))
  for (const [round, fault] of faults.entries())
    await expectUploadedOnce(call, random, {
      step: batchSteps[round % batchSteps.length] ?? 'files',
      isAnswered: fault.kind !== 'hangs',
      begin: () => proxy.inject(fault),
      end: proxy.restore,
    })
  await expectIntegrity(deployment)
}, 600_000)

type Load = Awaited<ReturnType<typeof startLoad>>

async function expectRecovered(deployment: Deployment, load: Load): Promise<void> {
  await expect.poll(() => load.acknowledged.length).toBeGreaterThan(clientCount)
  await load.stop()
  expect(load.failures).toEqual([])
  const stored = new Set((await deployment.db.select().from(playlists)).map(({ title }) => title))
  expect(load.acknowledged.filter((title) => !stored.has(title))).toEqual([])
  await expectIntegrity(deployment)
}

function faultsFor(count: number): Fault[] {
  const random = seededRandom('kinds of database outage')
  const kinds = (): Fault[] => [
    { kind: 'hangs' },
    { kind: 'refuses' },
    { kind: 'disconnects', afterBytes: random.between(0, 3000) },
  ]
  const sequence = Array.from({ length: Math.ceil(count / 3) }, () => random.shuffled(kinds()))
  return sequence.flat().slice(0, count)
}

/** HTML in any case: an error page, or a redirect to the form. */
async function expectSignInPage({ visitor }: Deployment): Promise<void> {
  const page = await timeResponse('sign in', visitor('GET', '/api/login'))
  expect([302, 503]).toContain(page.status)
  if (page.status === 503) expect(page.type).toContain('text/html')
}

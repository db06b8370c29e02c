import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { type Db, openPostgres } from '#server/platform/postgres/open.ts'
import { administrator as adminAccount, signIn } from '#server/testing/accounts.ts'
import { makeUser } from '#server/testing/factories.ts'
import { prepareCluster } from '#server/testing/prepared-cluster.ts'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import { dataFolder, startServerProcess } from '#server/testing/server-process.ts'
import { startTestSession, testSessionSecret } from '#server/testing/sessions.ts'
import { expectFolderIntegrity } from '../integrity.ts'
import { isLong, seed } from '../scale.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import { certainGrowth } from './growth.ts'
import { countResponses, type ResponseCounter } from './http-client.ts'
import { openInspector } from './inspector.ts'
import { reportOf, type Sample } from './report.ts'
import {
  type ResourceMetrics,
  type Resources,
  readInFlight,
  readResourceMetrics,
  type Target,
} from './resource-metrics.ts'
import {
  administrator,
  createTrack,
  type Fixtures,
  listener,
  newcomer,
  type Scenario,
  uploader,
  visitor,
} from './scenarios.ts'

/** The first rounds fill caches and pools and compile code; they are not compared. */
const { rounds, warmUp, roundMs } = isLong('soak')
  ? { rounds: 24, warmUp: 3, roundMs: 25_000 }
  : { rounds: 4, warmUp: 1, roundMs: 250 }
const MB = 1024 * 1024
/** The permitted growth: a leak of a hundred bytes per call exceeds it. */
const allowedGrowth: Record<keyof Resources, number> = isLong('soak')
  ? {
      heap: 3 * MB,
      external: 3 * MB,
      resident: 40 * MB,
      handles: 2,
      storeFiles: 10,
      connections: 2,
    }
  : {
      heap: 8 * MB,
      external: 8 * MB,
      resident: 100 * MB,
      // Some aborted connections may still be closing.
      handles: 16,
      storeFiles: 20,
      // The pool may still be filling.
      connections: 20,
    }

const trackCount = isLong('soak') ? 5 : 2

/** Clients pause between requests for about this long: a soak is not a load test. */
const pauseMs = 50

type User = { role: Scenario; cookie: string; iterations: number; random: SeededRandom }

async function createFixtures(responses: ResponseCounter, url: string, db: Db) {
  // Without a password, whose hash takes 0.3 s of CPU time.
  const createUser = async () => `sid=${await startTestSession(db, (await makeUser(db)).id)}`
  const artistCookie = await createUser()
  const client = responses.client(artistCookie)
  const files = { sound: fixture('tone.mp3'), image: await createImage() }
  const tracks: Fixtures['tracks'] = []
  for (let number = 0; number < trackCount; number++)
    tracks.push(await createTrack(files, client, `Soak number ${number}`))
  const { id: artistId } = (await client.send('GET', '/api/auth/user')).json<{ id: string }>()
  const fixtures: Fixtures = { url, ...files, tracks, artistId, reported: [] }
  const adminCookie = `sid=${(await signIn(url, adminAccount)).cookie('sid')}`
  let number = 0
  const user = (role: Scenario, cookie = ''): User => {
    const random = seededRandom(`soak ${number++}`)
    return { role, cookie, iterations: 0, random }
  }
  const users = [
    user(visitor),
    user(visitor),
    user(listener, await createUser()),
    user(uploader, artistCookie),
    user(administrator, adminCookie),
    user(newcomer),
  ]
  if (isLong('soak'))
    users.push(
      user(visitor),
      user(visitor),
      user(listener, await createUser()),
      user(uploader, await createUser()),
    )
  return { fixtures, users }
}

async function runScenarios(
  ms: number,
  fixtures: Fixtures,
  users: User[],
  responses: ResponseCounter,
) {
  const end = Date.now() + ms
  await Promise.all(
    users.map(async (user) => {
      const client = responses.client(user.cookie)
      const { role, random } = user
      const runOnce = () => role(fixtures, client, { number: user.iterations++, random })
      // At least once, however slow the machine is.
      do {
        await runOnce().catch((error) => responses.failures.push(inspect(error)))
        await delay(random.between(0, 2 * pauseMs))
      } while (Date.now() < end)
    }),
  )
  responses.close()
}

/**
 * One sample of a server without requests in flight: aborted connections may still be closing,
 * and plays are written shortly after the response. A transaction that stays open fails here.
 */
async function whenIdle(target: Target): Promise<ResourceMetrics> {
  await expect
    .poll(() => readInFlight(target), { timeout: 15_000, interval: 200 })
    .toEqual({ inTransaction: 0, temporaryFiles: 0 })
  return readResourceMetrics(target)
}

test(`soak: ${(rounds * roundMs) / 1000} s of use give expected responses, no growth (seed ${seed})`, async () => {
  const dataDir = dataFolder()
  const directory = path.join(dataDir, 'postgres')
  await prepareCluster(directory)
  const server = await startServerProcess(
    dataDir,
    { ADMIN_PASSWORD: adminAccount.password, SESSION_SECRET: testSessionSecret },
    {
      nodeOptions: ['--inspect=127.0.0.1:0'],
    },
  )
  await server.ready()
  const inspector = await openInspector(server.output())
  onTestFinished(() => inspector.close())
  const postgres = await openPostgres(
    { kind: 'embedded', directory },
    { exclusive: false, log() {} },
  )
  onTestFinished(() => postgres.close())
  const responses = countResponses(server.url)
  const { fixtures, users } = await createFixtures(responses, server.url, postgres.db)

  const samples: Sample[] = []
  for (let round = 0; round < rounds; round++) {
    await runScenarios(roundMs, fixtures, users, responses)
    expect(responses.failures, server.output()).toEqual([])
    const metrics = await whenIdle({ pid: server.pid, dataDir, postgres, inspector })
    samples.push({
      ...metrics,
      expectedCount: responses.expectedCount(),
      slowest: responses.slowest(),
    })
  }

  console.log(reportOf(samples, { warmUp, roundMs }))
  const compared = samples.slice(warmUp)
  for (const [metric, limit] of Object.entries(allowedGrowth)) {
    const values = compared.map((metrics) => metrics[metric as keyof Resources])
    expect(certainGrowth(values), `${metric}: ${values.join(', ')}`).toBeLessThanOrEqual(limit)
  }
  expect(server.output()).not.toMatch(/"level":(40|50|60)|Error/)
  await expectFolderIntegrity(dataDir)
}, 1_200_000)

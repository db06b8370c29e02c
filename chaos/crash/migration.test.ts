import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'
import { makeSite } from '../site.ts'
import {
  holderOf,
  loseConnection,
  openClient,
  startOver,
  tablesOf,
  untilNobodyMigrates,
} from './tables.ts'

const deaths = repetitions(16, 3)

test(`migrations of a new database complete after the server was killed ${deaths} times during them (seed ${seed})`, async () => {
  const chance = seededRandom('kill migrations')
  const site = await makeSite()
  const client = await openClient(site)
  const whole = await tablesOf(client)
  for (let death = 0; death < deaths; death++) {
    if ((await tablesOf(client)).length > 0) await client.query(startOver)
    const server = await startServerProcess(site.dataDir, { DATABASE_URL: site.databaseUrl })
    await expect.poll(() => holderOf(client), { timeout: 60_000, interval: 2 }).toBeDefined()
    await delay(chance.between(0, 250))
    if (death % 2 === 0) server.signal('SIGKILL')
    else await loseConnection(client)
    if ((await endOrReadiness(server)) === 1)
      expect(server.output().trim()).toMatch(/^Soundpost did not start: [^\n]+$/)
    server.signal('SIGKILL')
    await server.exitCode()
    await untilNobodyMigrates(client)
    // A partially migrated schema would be worse than none.
    expect([[], whole]).toContainEqual(await tablesOf(client))
  }
  await site.start()
  expect(await tablesOf(client)).toEqual(whole)
  const { call } = await site.person()
  expect((await call('POST', '/api/playlists', { body: { title: 'Here we go' } })).status).toBe(201)
  await expectIntegrity(site)
}, 600_000)

/** The exit code; or 'ready' if the migrations were done before the kill. */
async function endOrReadiness(server: ServerProcess): Promise<number | null | 'ready'> {
  let outcome: number | null | 'ready' | undefined
  void server.exitCode().then((code) => {
    outcome = code
  })
  const isKnown = async () => {
    const answer = await fetch(`${server.url}/readyz`).catch(() => undefined)
    if (answer?.status === 200) outcome ??= 'ready'
    return outcome !== undefined
  }
  await expect.poll(isKnown, { timeout: 60_000, interval: 50 }).toBe(true)
  return outcome ?? null
}

import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts'
import { testSessionSecret } from '#server/testing/sessions.ts'
import { makeDeployment } from '../deployment.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'
import {
  holdMigrations,
  loseConnection,
  openClient,
  resetSchema,
  tablesOf,
  untilMigrationEnds,
} from './migration-state.ts'

const crashes = repetitions(16, 3)

test(`migrations: a new database is complete after ${crashes} crashes during them (seed ${seed})`, async () => {
  const random = seededRandom('kill migrations')
  const deployment = await makeDeployment()
  const client = await openClient(deployment)
  const complete = await tablesOf(client)
  for (let crash = 0; crash < crashes; crash++) {
    if ((await tablesOf(client)).length > 0) await client.query(resetSchema)
    const migrations = await holdMigrations(client)
    const server = await startServerProcess(deployment.dataDir, {
      DATABASE_URL: deployment.databaseUrl,
      SESSION_SECRET: testSessionSecret,
    })
    await expect.poll(migrations.serverWaits, { timeout: 60_000, interval: 50 }).toBe(true)
    await migrations.start()
    await delay(random.between(0, 250))
    if (crash % 2 === 0) server.signal('SIGKILL')
    else await loseConnection(client)
    if ((await exitCodeOrReady(server)) === 1)
      expect(server.output().trim()).toMatch(/^Soundpost did not start: [^\n]+$/)
    server.signal('SIGKILL')
    await server.exitCode()
    await untilMigrationEnds(client)
    // A partially migrated schema would be worse than none.
    expect([[], complete]).toContainEqual(await tablesOf(client))
  }
  await deployment.start()
  expect(await tablesOf(client)).toEqual(complete)
  const { call } = await deployment.createUser()
  expect((await call('POST', '/api/playlists', { body: { title: 'Here we go' } })).status).toBe(201)
  await expectIntegrity(deployment)
}, 600_000)

/** The exit code; or 'ready' if the migrations were done before the kill. */
async function exitCodeOrReady(server: ServerProcess): Promise<number | null | 'ready'> {
  let outcome: number | null | 'ready' | undefined
  void server.exitCode().then((code) => {
    outcome = code
  })
  const hasOutcome = async () => {
    const response = await fetch(`${server.url}/readyz`).catch(() => undefined)
    if (response?.status === 200) outcome ??= 'ready'
    return outcome !== undefined
  }
  await expect.poll(hasOutcome, { timeout: 60_000, interval: 50 }).toBe(true)
  return outcome ?? null
}

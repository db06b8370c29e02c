import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { playlists } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import { register, requestUploadUrl } from '#server/testing/upload-client.ts'
import { makeDeployment, temporaryFolder } from '../deployment.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'
import { startClients } from './concurrent-clients.ts'
import { startStreaming, startUpload } from './in-flight.ts'

const restarts = repetitions(15, 2)
/** Larger than all buffers between the server and the client. */
const longFile = wavOfSize(20_000_000)

test(`SIGTERM under load, ${restarts} times: requests complete, sessions stay valid (seed ${seed})`, async () => {
  const random = seededRandom('stop')
  const deployment = await makeDeployment()
  const user = await deployment.createUser()
  const track = await deployment.track(user.id, {}, longFile)
  const acknowledged: string[] = []
  const inFlight: string[] = []
  for (let restart = 0; restart < restarts; restart++) {
    const server = await deployment.start()
    // The same session as before the restart.
    expect((await user.call('GET', '/api/auth/user')).status).toBe(200)
    await expectRegistered(user.call, inFlight.splice(0))
    const clients = startClients(deployment, user.sid, acknowledged)
    const uploadUrl = await requestUploadUrl(user.call)
    const file = wavOfSize(random.between(2000, 500_000))
    const upload = startUpload(uploadUrl, file)
    const listener = await startStreaming(`${deployment.url}/api/tracks/${track.id}/audio`)
    await expect.poll(() => readdirSync(temporaryFolder(deployment)).length, pollOptions).toBe(1)
    await expect.poll(() => clients.responses(), pollOptions).toBeGreaterThan(20)
    await delay(random.between(0, 200))
    await clients.whileBusy(() => server.signal('SIGTERM'))
    await delay(random.between(0, 200))
    const [sent, received] = await Promise.all([upload.finish(), listener.finish()])
    expect(sent).toBe(200)
    expect(received.equals(longFile)).toBe(true)
    expect(await server.exitCode(), server.output()).toBe(0)
    await clients.ended
    expect(clients.failures).toEqual([])
    inFlight.push(uploadUrl)
  }
  await deployment.start()
  await expectRegistered(user.call, inFlight)
  const stored = new Set((await deployment.db.select().from(playlists)).map(({ title }) => title))
  expect(acknowledged.filter((title) => !stored.has(title))).toEqual([])
  await expectIntegrity(deployment)
}, 600_000)

const pollOptions = { timeout: 60_000, interval: 5 }

/** A file that was in flight at SIGTERM is a valid upload. */
async function expectRegistered(call: Caller, urls: string[]): Promise<void> {
  for (const uploadUrl of urls) expect((await register(call, 'audio', uploadUrl)).status).toBe(200)
}

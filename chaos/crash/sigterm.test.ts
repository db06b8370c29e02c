import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { playlists } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import { register, requestUploadUrl } from '#server/testing/upload-client.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'
import { makeSite, temporaryFolder } from '../site.ts'
import { startClients } from './crowd.ts'
import { startStreaming, startUpload } from './in-flight.ts'

const stops = repetitions(15, 2)
/** Larger than all buffers between the server and the client. */
const longSound = wavOfSize(20_000_000)

test(`SIGTERM under load: started requests complete and the session survives, ${stops} times (seed ${seed})`, async () => {
  const chance = seededRandom('stop')
  const site = await makeSite()
  const person = await site.person()
  const track = await site.track(person.id, {}, longSound)
  const acknowledged: string[] = []
  const inFlight: string[] = []
  for (let stop = 0; stop < stops; stop++) {
    const server = await site.start()
    // The same session as before the restart.
    expect((await person.call('GET', '/api/auth/user')).status).toBe(200)
    await expectRegistered(person.call, inFlight.splice(0))
    const crowd = startClients(site, person.sid, acknowledged)
    const address = await requestUploadUrl(person.call)
    const sound = wavOfSize(chance.between(2000, 500_000))
    const upload = startUpload(address, sound)
    const listener = await startStreaming(`${site.url}/api/tracks/${track.id}/audio`)
    await expect.poll(() => readdirSync(temporaryFolder(site)).length, patient).toBe(1)
    await expect.poll(() => crowd.answers(), patient).toBeGreaterThan(20)
    await delay(chance.between(0, 200))
    await crowd.whileBusy(() => server.signal('SIGTERM'))
    await delay(chance.between(0, 200))
    const [sent, heard] = await Promise.all([upload.finish(), listener.finish()])
    expect(sent).toBe(200)
    expect(heard.equals(longSound)).toBe(true)
    expect(await server.exitCode(), server.output()).toBe(0)
    await crowd.ended
    expect(crowd.wrong).toEqual([])
    inFlight.push(address)
  }
  await site.start()
  await expectRegistered(person.call, inFlight)
  const kept = new Set((await site.db.select().from(playlists)).map(({ title }) => title))
  expect(acknowledged.filter((title) => !kept.has(title))).toEqual([])
  await expectIntegrity(site)
}, 600_000)

const patient = { timeout: 60_000, interval: 5 }

/** A file that was in flight at SIGTERM is a valid upload. */
async function expectRegistered(call: Caller, addresses: string[]): Promise<void> {
  for (const address of addresses) expect((await register(call, 'audio', address)).status).toBe(200)
}

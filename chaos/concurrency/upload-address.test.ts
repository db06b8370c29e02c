import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSite, type TestSite } from '#server/testing/test-site.ts'
import { putTo, register, requestUploadUrl } from '#server/testing/upload-client.ts'
import { randomAudio } from '../crash/uploader.ts'
import { expectIntegrity, expectOrphansSwept } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'

const races = repetitions(200, 20)
let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())

test(`uploads: ${races} races between sending a file again and registering it leave one intact file (seed ${seed})`, async () => {
  for (let race = 0; race < races; race++) await runRace(`race ${race}`)
  await expectIntegrity({ databaseUrl: site.postgres.url, store: site.store })
  await expectOrphansSwept(site)
}, 600_000)

/** Whichever file is registered is complete, and later bytes never replace it. */
async function runRace(name: string): Promise<void> {
  const chance = seededRandom(name)
  const call = site.asOwner
  const sounds = [randomAudio(chance), randomAudio(chance), randomAudio(chance)] as const
  const address = await requestUploadUrl(call)
  expect((await putTo(address, sounds[0])).status).toBe(200)
  const [again, registered] = await Promise.all([
    after(chance.between(0, 20), () => putTo(address, sounds[1])),
    after(chance.between(0, 20), () => register(call, 'audio', address)),
  ])
  expect([200, 409], name).toContain(again.status)
  expect(registered.status, name).toBe(200)
  const { objectPath } = (await registered.json()) as { objectPath: string }
  const body = { title: name, audioUrl: objectPath }
  const { id } = (await (await call('POST', '/api/tracks', { body })).json()) as { id: string }
  const before = await soundOf(id)
  expect(
    sounds.slice(0, 2).some((sound) => sound.equals(before)),
    name,
  ).toBe(true)
  expect((await putTo(address, sounds[2])).status, name).toBe(409)
  expect((await soundOf(id)).equals(before), name).toBe(true)
}

async function after<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  await delay(milliseconds)
  return work()
}

async function soundOf(trackId: string): Promise<Buffer> {
  const audio = await site.visitor('GET', `/api/tracks/${trackId}/audio`)
  return Buffer.from(await audio.arrayBuffer())
}

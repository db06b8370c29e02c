import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { putTo, register, requestUploadUrl } from '#server/testing/upload-client.ts'
import { randomAudio } from '../crash/uploader.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'

const races = repetitions(200, 20)
const site = setUpTestSite()

test(`uploads: in ${races} races with sending it again a registered file never changes (seed ${seed})`, async () => {
  for (let race = 0; race < races; race++) await runRace(`race ${race}`)
  await expectIntegrity({ databaseUrl: site.postgres.url, store: site.store })
}, 600_000)

/** Whichever file is registered is complete, and later bytes never replace it. */
async function runRace(name: string): Promise<void> {
  const random = seededRandom(name)
  const call = site.asOwner
  const files = [randomAudio(random), randomAudio(random), randomAudio(random)] as const
  const uploadUrl = await requestUploadUrl(call)
  expect((await putTo(uploadUrl, files[0])).status).toBe(200)
  const [again, registered] = await Promise.all([
    after(random.between(0, 20), () => putTo(uploadUrl, files[1])),
    after(random.between(0, 20), () => register(call, 'audio', uploadUrl)),
  ])
  expect([200, 409], name).toContain(again.status)
  expect(registered.status, name).toBe(200)
  const { objectPath } = (await registered.json()) as { objectPath: string }
  const body = { title: name, audioUrl: objectPath }
  const { id } = (await (await call('POST', '/api/tracks', { body })).json()) as { id: string }
  const before = await audioOf(id)
  expect(
    files.slice(0, 2).some((file) => file.equals(before)),
    name,
  ).toBe(true)
  expect((await putTo(uploadUrl, files[2])).status, name).toBe(409)
  expect((await audioOf(id)).equals(before), name).toBe(true)
}

async function after<T>(milliseconds: number, action: () => Promise<T>): Promise<T> {
  await delay(milliseconds)
  return action()
}

async function audioOf(trackId: string): Promise<Buffer> {
  const audio = await site.visitor('GET', `/api/tracks/${trackId}/audio`)
  return Buffer.from(await audio.arrayBuffer())
}

import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cast, startWithCast } from '#server/testing/cast.ts'
import { putTo, register, requestAddress } from '#server/testing/uploading.ts'
import { chances } from '../chances.ts'
import { newSound } from '../death/uploader.ts'
import { often, seed } from '../scale.ts'
import { expectOrphansSwept, expectSound } from '../soundness.ts'

const races = often(200, 20)
let cast: Cast
beforeAll(async () => {
  cast = await startWithCast()
})
afterAll(() => cast.close())

test(`${races} races between sending a file again and registering it (seed ${seed})`, async () => {
  for (let race = 0; race < races; race++) await runRace(`race ${race}`)
  await expectSound({ databaseUrl: cast.postgres.url, store: cast.store })
  await expectOrphansSwept(cast)
}, 600_000)

/** Whichever of the files is kept, it is whole, and what is sent afterwards never replaces it. */
async function runRace(name: string): Promise<void> {
  const chance = chances(name)
  const call = cast.asOwner
  const sounds = [newSound(chance), newSound(chance), newSound(chance)] as const
  const address = await requestAddress(call)
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
  const audio = await cast.visitor('GET', `/api/tracks/${trackId}/audio`)
  return Buffer.from(await audio.arrayBuffer())
}

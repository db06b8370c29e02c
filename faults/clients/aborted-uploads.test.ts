import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Caller } from '#server/testing/app.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import { requestAddress } from '#server/testing/uploading.ts'
import { chances } from '../chances.ts'
import { beginUpload } from '../death/in-flight.ts'
import { often, seed } from '../scale.ts'
import { makeSite, temporaryFolder } from '../site.ts'
import { expectOrphansSwept, expectSound } from '../soundness.ts'
import { grownSince, openLook } from './looking.ts'

const aborted = often(1000, 150)
const atOnce = 50

test(`${aborted} aborted uploads, and senders who are slow (seed ${seed})`, async () => {
  const chance = chances('aborted uploads')
  const site = await makeSite({ nodeOptions: ['--inspect=127.0.0.1:0'] })
  const server = await site.start()
  const look = await openLook(site, server)
  const { call } = await site.person()
  const slow = beginUpload(await requestAddress(call), wavOfSize(300_000))
  const temporaryFiles = () => readdirSync(temporaryFolder(site)).length
  // All asked for beforehand: the connections that this test keeps open are none that the server forgot.
  const addresses = await requestMany(call, aborted + atOnce)
  const abortSome = async () => {
    const uploads = addresses
      .splice(0, atOnce)
      .map((address) => beginUpload(address, wavOfSize(chance.between(1000, 500_000))))
    await expect.poll(temporaryFiles, patient).toBeGreaterThan(1)
    for (const upload of chance.shuffled(uploads)) upload.breakOff()
    await expect.poll(temporaryFiles, patient).toBe(1)
  }
  // The first ones fill pools and compile code.
  await abortSome()
  const before = await look()
  for (let done = 0; done < aborted; done += atOnce) await abortSome()
  await expect.poll(async () => grownSince(before, await look()), patient).toEqual([])
  expect(await slow.finish()).toBe(200)
  await expectSound(site)
  await expectOrphansSwept(site)
}, 600_000)

const patient = { timeout: 60_000, interval: 50 }

async function requestMany(call: Caller, count: number): Promise<string[]> {
  const addresses: string[] = []
  while (addresses.length < count) addresses.push(await requestAddress(call))
  return addresses
}

import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Caller } from '#server/testing/app.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import { requestUploadUrl } from '#server/testing/upload-client.ts'
import { startUpload } from '../crash/in-flight.ts'
import { expectIntegrity, expectOrphansSwept } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'
import { makeSite, temporaryFolder } from '../site.ts'
import { grownSince, openMetrics } from './looking.ts'

const aborted = repetitions(1000, 150)
const atOnce = 50

test(`${aborted} aborted uploads and slow senders leave no files, connections or memory behind (seed ${seed})`, async () => {
  const chance = seededRandom('aborted uploads')
  const site = await makeSite({ nodeOptions: ['--inspect=127.0.0.1:0'] })
  const server = await site.start()
  const look = await openMetrics(site, server)
  const { call } = await site.person()
  const slow = startUpload(await requestUploadUrl(call), wavOfSize(300_000))
  const temporaryFiles = () => readdirSync(temporaryFolder(site)).length
  // All URLs are requested first, so that open connections of this test do not count as leaked.
  const addresses = await requestMany(call, aborted + atOnce)
  const abortSome = async () => {
    const uploads = addresses
      .splice(0, atOnce)
      .map((address) => startUpload(address, wavOfSize(chance.between(1000, 500_000))))
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
  await expectIntegrity(site)
  await expectOrphansSwept(site)
}, 600_000)

const patient = { timeout: 60_000, interval: 50 }

async function requestMany(call: Caller, count: number): Promise<string[]> {
  const addresses: string[] = []
  while (addresses.length < count) addresses.push(await requestUploadUrl(call))
  return addresses
}

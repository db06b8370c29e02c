import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Caller } from '#server/testing/app.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import { requestUploadUrl } from '#server/testing/upload-client.ts'
import { startUpload } from '../crash/in-flight.ts'
import { temporaryFolder } from '../deployment.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'
import { grownSince, openMetrics, type StartServer } from './resource-growth.ts'

const uploadCount = repetitions(1000, 50)
const concurrency = 50

export const testAbortedUploads = (startServer: StartServer) =>
  test(`${uploadCount} aborted uploads and slow senders leave no files, connections or memory behind (seed ${seed})`, async () => {
    const random = seededRandom('aborted uploads')
    const { deployment, server } = await startServer()
    const readMetrics = await openMetrics(deployment, server)
    const { call } = await deployment.createUser()
    const slowUpload = startUpload(await requestUploadUrl(call), wavOfSize(300_000))
    const temporaryFiles = () => readdirSync(temporaryFolder(deployment)).length
    // All URLs are requested first, so that open connections of this test do not count as leaked.
    const urls = await requestMany(call, uploadCount + concurrency)
    const abortSome = async () => {
      const uploads = urls
        .splice(0, concurrency)
        .map((uploadUrl) => startUpload(uploadUrl, wavOfSize(random.between(1000, 500_000))))
      await expect.poll(temporaryFiles, pollOptions).toBeGreaterThan(1)
      for (const upload of random.shuffled(uploads)) upload.abort()
      await expect.poll(temporaryFiles, pollOptions).toBe(1)
    }
    // The first ones fill pools and compile code.
    await abortSome()
    const before = await readMetrics()
    for (let done = 0; done < uploadCount; done += concurrency) await abortSome()
    await expect.poll(async () => grownSince(before, await readMetrics()), pollOptions).toEqual([])
    expect(await slowUpload.finish()).toBe(200)
    await expectIntegrity(deployment)
  }, 600_000)

const pollOptions = { timeout: 60_000, interval: 50 }

async function requestMany(call: Caller, count: number): Promise<string[]> {
  const urls: string[] = []
  while (urls.length < count) urls.push(await requestUploadUrl(call))
  return urls
}

import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { TrackDetail } from '#contract/tracks.ts'
import type { ObjectsConfig } from '#server/config.ts'
import { audioAnalyses } from '#server/database/schema.ts'
import { processNext } from '#server/modules/processing/worker.ts'
import { removeReleasedFiles } from '#server/modules/uploads/cleanup-service.ts'
import {
  type AudioProcessor,
  createAudioProcessor,
} from '#server/platform/media/audio-processor.ts'
import { type Fault, startFaultProxy } from '#server/testing/fault-proxy.ts'
import { startTestS3, withS3 } from '#server/testing/s3.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { makeSmallDisk, withSmallDisk } from '#server/testing/small-disk.ts'
import { startTestSite } from '#server/testing/test-site.ts'
import { upload } from '#server/testing/upload-client.ts'

/** A server that is killed in the middle of a job: server/cli/process.test.ts. */

const s3 = await startTestS3()
// Its own default, a new process for each file, is tested in audio-analysis.test.ts.
const processor = createAudioProcessor({ niceness: 0, concurrency: 1, maxJobsPerProcess: 50 })
afterAll(() => processor.close())

/** Breaks the store after a rendition is encoded and before it is stored, and repairs it. */
type Outage = { begin(): Promise<void> | void; end(): Promise<void> | void }

async function expectNothingHalfMade(objects: ObjectsConfig, outage: Outage) {
  const site = await startTestSite({ objects })
  onTestFinished(() => site.close())
  const audioUrl = await upload(site.asOwner, 'audio', fixture('tone.flac'))
  const body = { title: 'Rosin', audioUrl }
  const created = await site.asOwner('POST', '/api/tracks', { body })
  const { id, slug } = (await created.json()) as TrackDetail
  const detail = async () =>
    (await (await site.asOwner('GET', `/api/tracks/slug/${slug}`)).json()) as TrackDetail
  const formats = async () => (await detail()).formats.map(({ format }) => format)
  const stored = async () => {
    const keys: string[] = []
    for await (const { key } of site.store.list('audio/')) if (key.endsWith('.mp4')) keys.push(key)
    return keys.length
  }
  // Other tests use the same bucket.
  const others = await stored()
  const run = (processor: AudioProcessor) => {
    const { db, store } = site
    return processNext({ db, store, processor, renditions: true, hasFreeSpace: () => true })
  }
  const breaking: AudioProcessor = {
    ...processor,
    async render(...args) {
      const result = await processor.render(...args)
      await outage.begin()
      return result
    },
  }
  await expect(run(breaking)).rejects.toThrow()
  expect(await detail()).toMatchObject({ processing: 'pending', loudness: expect.any(Number) })
  expect(await formats()).toEqual(['original'])
  expect((await site.visitor('GET', `/api/tracks/${id}/audio?format=opus`)).status).toBe(404)
  const [job] = await site.db.select().from(audioAnalyses)
  expect(job).toMatchObject({ state: 'pending', attempts: 0, lease: null })

  await outage.end()
  await removeReleasedFiles(site)
  expect(await stored()).toBe(others)
  await site.db.update(audioAnalyses).set({ retryAt: null })
  await run(processor)
  expect(await detail()).toMatchObject({ processing: 'ready' })
  expect(await formats()).toEqual(['original', 'opus', 'aac'])
  await removeReleasedFiles(site)
  expect(await stored()).toBe(others + 2)
}

const faults: [string, Fault][] = [
  ['refuses', { kind: 'refuses' }],
  ['disconnects in the middle of the upload', { kind: 'disconnects', afterBytes: 2000 }],
]
test.each(faults)(
  'renditions: an S3 store that %s meanwhile leaves nothing half-made, and the job continues later',
  withS3(s3),
  async (_, fault) => {
    if (!s3) return
    const proxy = await startFaultProxy(new URL(s3.config.endpoint ?? ''))
    onTestFinished(proxy.close)
    await expectNothingHalfMade(
      { ...s3.config, endpoint: proxy.url },
      { begin: () => proxy.inject(fault), end: proxy.restore },
    )
  },
)

test(
  'a disk that is full while a rendition is made leaves nothing half-made, and the job continues later',
  withSmallDisk(),
  async () => {
    const disk = makeSmallDisk(2_000_000)
    if (!disk) throw new Error('No disk was mounted.')
    onTestFinished(disk.remove)
    const filler = path.join(disk.folder, 'filler')
    await expectNothingHalfMade(
      { kind: 'disk', directory: path.join(disk.folder, 'objects') },
      { begin: () => fill(filler), end: () => rmSync(filler) },
    )
  },
)

/** Leaves less than a block. */
function fill(filler: string) {
  try {
    for (;;) writeFileSync(filler, Buffer.alloc(4096), { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Track, TrackDetail } from '#contract/tracks.ts'
import { audioAnalyses, tracks } from '#server/database/schema.ts'
import {
  type AudioAnalysis,
  type AudioProcessor,
  createAudioProcessor,
} from '#server/platform/media/audio-processor.ts'
import { withoutTags } from '#server/platform/media/decode/without-tags.ts'
import { TaskFailed } from '#server/platform/media/sandbox/job.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { upload } from '#server/testing/upload-client.ts'
import { countPending, queueTracks } from './queue-repository.ts'
import type { ProcessingDeps } from './renditions.ts'
import { leaseNext } from './repository.ts'
import { processNext, startProcessing } from './worker.ts'

const site = setUpTestSite()
// Its own default, a new process for each file, is tested in audio-analysis.test.ts.
const processor = createAudioProcessor({ niceness: 0, concurrency: 1, maxJobsPerProcess: 50 })
afterAll(() => processor.close())
beforeEach(async () => {
  await site.db.delete(tracks)
})

const deps = (use: AudioProcessor = processor): ProcessingDeps => ({
  db: site.db,
  store: site.store,
  processor: use,
  renditions: true,
  hasFreeSpace: () => true,
})
/** An analyzer without a process, for what only depends on its outcome. */
const fake = (analyze: () => Promise<AudioAnalysis>): AudioProcessor => ({
  analyze,
  render: () => Promise.reject(new Error('not expected')),
  close: async () => {},
})
const analysis: AudioAnalysis = {
  frames: 441_000,
  sampleRate: 44_100,
  channels: 2,
  isLossless: false,
  loudness: -9.5,
  truePeak: 0.1,
  audioBytes: 160_000,
  waveform: { samplesPerBin: 128, peaks: new Int8Array([-64, 64, -128, 127]) },
}

async function publish(name: string): Promise<TrackDetail> {
  const audioUrl = await upload(site.asOwner, 'audio', fixture(name))
  const response = await site.asOwner('POST', '/api/tracks', { body: { title: 'Rosin', audioUrl } })
  expect(response.status).toBe(201)
  return (await response.json()) as TrackDetail
}
const detail = async ({ slug }: { slug: string }, caller = site.visitor) =>
  (await (await caller('GET', `/api/tracks/slug/${slug}`)).json()) as TrackDetail
/** A track whose file exists, in the queue. */
async function queued(userId = site.owner.id) {
  const track = await makeTrack(site.db, userId)
  const key = track.audioPath.replace('/objects/', '')
  await site.store.write(key, fixture('tone.mp3'), { contentType: 'audio/mpeg' })
  await site.db.insert(audioAnalyses).values({ trackId: track.id })
  return track
}
const stateOf = async (trackId: string) =>
  (await site.db.select().from(audioAnalyses).where(eq(audioAnalyses.trackId, trackId)))[0]

test('processing: a new track is playable at once, and has loudness, waveform and format once analyzed', async () => {
  const file = fixture('tone.mp3')
  const { length: bytes } = file
  const read = async (start: number, end: number) => file.subarray(start, end)
  const { size: bytesWithoutTags } = await withoutTags({ size: bytes, read })
  expect(bytesWithoutTags).toBeLessThan(bytes)
  const created = await publish('tone.mp3')
  expect(created).toMatchObject({ processing: 'pending', loudness: null, waveform: null })
  const original = { format: 'original', contentType: 'audio/mpeg', bytes }
  expect(created.formats).toMatchObject([original])
  const path = `/api/tracks/${created.id}`
  expect((await site.visitor('GET', `${path}/audio`)).status).toBe(200)
  expect((await site.visitor('GET', `${path}/waveform`)).status).toBe(404)

  expect(await processNext(deps())).toBe(created.id)
  expect(await processNext(deps())).toBeUndefined()
  expect(await detail(created)).toMatchObject({
    processing: 'ready',
    duration: 2,
    loudness: -22.22,
    formats: [{ ...original, bitrate: bytesWithoutTags * 4 }],
  })
  const { waveform = [] } = await detail(created)
  expect(waveform).toHaveLength(200)
  expect(Math.max(...(waveform ?? []))).toBeGreaterThan(0.1)

  const response = await site.visitor('GET', `${path}/waveform`)
  expect(await response.json()).toMatchObject({ version: 2, sample_rate: 22_050, bits: 8 })
  const etag = response.headers.get('etag') ?? ''
  expect(response.headers.get('cache-control')).toBe('private, no-cache')
  const again = await site.visitor('GET', `${path}/waveform`, {
    headers: { 'if-none-match': etag },
  })
  expect(again.status).toBe(304)
  const [listed] = (await (await site.visitor('GET', '/api/tracks')).json()) as Track[]
  const { processing, loudness, formats } = await detail(created)
  expect(listed).toMatchObject({ id: created.id, processing, loudness, formats })
  expect(listed).not.toHaveProperty('waveform')
})

test('processing: a file that cannot be decoded has failed, and its original is still played', async () => {
  const created = await publish('tone.m4a')
  const processingError = 'The codec AAC is not supported.'
  await processNext(deps(fake(() => Promise.reject(new TaskFailed(processingError)))))
  expect(await detail(created)).toMatchObject({ processing: 'failed', waveform: null })
  expect(await detail(created)).toMatchObject({ processingError: null })
  expect(await detail(created, site.asOwner)).toMatchObject({ processingError })
  expect((await site.visitor('GET', `/api/tracks/${created.id}/audio`)).status).toBe(200)
})

test('processing: an analysis that is killed is retried once', async () => {
  const { id } = await queued()
  const killing = deps(fake(() => Promise.reject(new TaskFailed('killed', 'memory'))))
  await processNext(killing)
  expect(await stateOf(id)).toMatchObject({ state: 'pending', attempts: 1, lease: null })
  expect(await processNext(killing)).toBeUndefined()
  await site.db.update(audioAnalyses).set({ retryAt: null })
  await processNext(killing)
  expect(await stateOf(id)).toMatchObject({ state: 'failed', attempts: 2 })
})

test('processing: a failure of the store does not count as an attempt, and a missing file has failed', async () => {
  const { id, audioPath } = await queued()
  const failing = deps(fake(() => Promise.reject(new Error('the store is down'))))
  await expect(processNext(failing)).rejects.toThrow('the store is down')
  expect(await stateOf(id)).toMatchObject({ state: 'pending', attempts: 0, lease: null })
  await site.db.update(audioAnalyses).set({ retryAt: null })
  await site.store.remove(audioPath.replace('/objects/', ''))
  await processNext(deps())
  expect(await stateOf(id)).toMatchObject({ state: 'failed', reason: 'The file is missing.' })
})

test('processing: a large file with hardly any audio is analyzed, without a bitrate', async () => {
  const { id, audioPath } = await queued()
  const key = audioPath.replace('/objects/', '')
  await site.store.write(key, Buffer.alloc(200_000), { contentType: 'audio/wav' })
  const short = fake(async () => ({ ...analysis, frames: 1 }))
  await processNext({ ...deps(short), renditions: false })
  expect(await stateOf(id)).toMatchObject({ state: 'ready', frames: 1 })
})

test('processing: a result that cannot be stored has failed, and does not stop the queue', async () => {
  const { id } = await queued()
  await processNext(deps(fake(async () => ({ ...analysis, sampleRate: 2 ** 40 }))))
  expect(await stateOf(id)).toMatchObject({ state: 'failed', lease: null })
})

test('processing: a track whose file gets a new key during its analysis is analyzed again', async () => {
  const { id, audioPath } = await queued()
  const newUrl = `/objects/audio/${randomUUID()}.mp3`
  const moving: AudioProcessor = {
    async analyze({ read }) {
      await site.db.update(tracks).set({ audioPath: newUrl }).where(eq(tracks.id, id))
      await site.store.remove(audioPath.replace('/objects/', ''))
      await read(0, 1)
      return analysis
    },
    render: () => Promise.reject(new Error('not expected')),
    close: async () => {},
  }
  expect(await processNext(deps(moving))).toBe(id)
  expect(await stateOf(id)).toMatchObject({ state: 'pending', attempts: 0, lease: null })
})

test('processing: an analysis that is interrupted again and again has failed', async () => {
  const { id } = await queued()
  for (let i = 0; i < 5; i++) {
    expect((await leaseNext(site.db))?.id).toBe(id)
    await site.db.update(audioAnalyses).set({ leasedAt: sql`now() - interval '1 hour'` })
  }
  await processNext(deps(fake(async () => analysis)))
  expect(await stateOf(id)).toMatchObject({ state: 'failed' })
})

test('processing: users take turns, and each has one analysis at a time', async () => {
  const other = await makeUser(site.db)
  const own = [await queued(), await queued(), await queued()]
  const others = [await queued(other.id)]
  const instant = deps(fake(async () => analysis))
  const order = [own[0], others[0], own[1], own[2]].map((track) => track?.id)
  for (const id of order) expect(await processNext(instant)).toBe(id)
  await queueTracks(site.db, 'all', { renditions: true })
  await site.db.update(audioAnalyses).set({ priority: 1, leasedAt: null })
  const leased = [await leaseNext(site.db), await leaseNext(site.db)]
  expect(leased.map((each) => each?.userId).toSorted()).toEqual(
    [site.owner.id, other.id].toSorted(),
  )
  expect(await leaseNext(site.db)).toBeUndefined()
})

test('processing: an analysis whose server was killed runs again elsewhere, and the old result is ignored', async () => {
  const { id } = await queued()
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<AudioAnalysis>()
  const slow = processNext(
    deps(
      fake(() => {
        started.resolve()
        return finish.promise
      }),
    ),
  )
  await started.promise
  expect(await leaseNext(site.db)).toBeUndefined()
  const past = sql`now() - interval '1 minute'`
  await site.db.update(audioAnalyses).set({ leasedAt: past })
  const second = await leaseNext(site.db)
  expect(second?.id).toBe(id)
  finish.resolve(analysis)
  await slow
  expect(await stateOf(id)).toMatchObject({ state: 'pending', lease: second?.lease, peaks: null })
})

test('processing: a track that is deleted during its analysis leaves nothing', async () => {
  const { id } = await queued()
  const deleting = fake(async () => {
    expect((await site.asOwner('DELETE', `/api/tracks/${id}`)).status).toBe(204)
    return analysis
  })
  await processNext(deps(deleting))
  expect(await stateOf(id)).toBeUndefined()
})

test('processing: a server that stops returns its analyses to the queue', async () => {
  const { id } = await queued()
  const stop = Promise.withResolvers<AudioAnalysis>()
  const started = Promise.withResolvers<void>()
  const failures: unknown[] = []
  const worker = startProcessing(
    deps({
      analyze: () => {
        started.resolve()
        return stop.promise
      },
      render: () => stop.promise.then(() => ({ headerBytes: 0 })),
      close: async () => stop.reject(new Error('closed')),
    }),
    { concurrency: 2, pollMs: 10, onFailure: (error) => failures.push(error) },
  )
  await started.promise
  await worker.stop()
  expect(await stateOf(id)).toMatchObject({ state: 'pending', attempts: 0, lease: null })
  expect(failures).toEqual([])
})

test('processing: the command queues tracks without an analysis, all, or one', async () => {
  const [first, second] = [await queued(), await makeTrack(site.db, site.owner.id)]
  await site.db.update(audioAnalyses).set({ state: 'ready' })
  expect(await queueTracks(site.db, 'missing', { renditions: true })).toBe(1)
  expect(await countPending(site.db)).toBe(1)
  expect(await stateOf(second.id)).toMatchObject({ state: 'pending', priority: 0 })
  expect(await queueTracks(site.db, { trackId: first.id }, { renditions: true })).toBe(1)
  expect(await countPending(site.db)).toBe(2)
  await site.db.update(audioAnalyses).set({ state: 'failed' })
  expect(await queueTracks(site.db, 'all', { renditions: true })).toBe(2)
  expect(await countPending(site.db)).toBe(2)
})

import { eq, like } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TrackDetail } from '#contract/tracks.ts'
import { audioAnalyses, tracks, uploads } from '#server/database/schema.ts'
import { removeReleasedFiles } from '#server/modules/uploads/cleanup-service.ts'
import {
  type AudioProcessor,
  createAudioProcessor,
  hasFfmpeg,
} from '#server/platform/media/audio-processor.ts'
import { TaskFailed } from '#server/platform/media/sandbox/job.ts'
import { NoSpaceLeft, StoreUnavailable } from '#server/platform/objects/object-store.ts'
import { runDoctor } from '#server/testing/doctor-fixtures.ts'
import { makeTrack } from '#server/testing/factories.ts'
import { diskAnd, startTestS3 } from '#server/testing/s3.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { upload } from '#server/testing/upload-client.ts'
import {
  countPending,
  findMissingRenditions,
  queueNeedingFfmpeg,
  queueTracks,
} from './queue-repository.ts'
import type { ProcessingDeps } from './renditions.ts'
import { processNext } from './worker.ts'

const s3 = await startTestS3()
// Its own default, a new process for each file, is tested in audio-analysis.test.ts.
const processor = createAudioProcessor({ niceness: 0, concurrency: 1, maxJobsPerProcess: 50 })
afterAll(() => processor.close())

describe.each(diskAnd(s3))('renditions (%s)', (kind) => {
  const site = setUpTestSite({ objects: kind === 's3' ? s3?.config : undefined })
  beforeEach(async () => {
    await site.db.delete(tracks)
    await site.db.update(uploads).set({ state: 'released' })
    await removeReleasedFiles(site)
  })

  const deps = (overrides: Partial<ProcessingDeps> = {}): ProcessingDeps => ({
    db: site.db,
    store: site.store,
    processor,
    renditions: true,
    hasFreeSpace: () => true,
    ...overrides,
  })
  /** An encoder without a process, for what only depends on its outcome. */
  const instant = (render: () => Promise<void> = async () => {}): AudioProcessor => ({
    ...processor,
    async render(_file, _options, write) {
      await write(Buffer.from('bodyhead'))
      await render()
      return { headerBytes: 4 }
    },
  })
  async function publish(name: string): Promise<TrackDetail> {
    const audioUrl = await upload(site.asOwner, 'audio', fixture(name))
    const body = { title: 'Rosin', audioUrl }
    return (await (await site.asOwner('POST', '/api/tracks', { body })).json()) as TrackDetail
  }
  const detail = async ({ slug }: { slug: string }) =>
    (await (await site.asOwner('GET', `/api/tracks/slug/${slug}`)).json()) as TrackDetail
  const formatsOf = async (track: { slug: string }) =>
    (await detail(track)).formats.map(({ format }) => format)
  const rowOf = async ({ id }: { id: string }) =>
    (await site.db.select().from(tracks).where(eq(tracks.id, id)))[0]
  const storedRenditions = async () => {
    const keys: string[] = []
    for await (const { key } of site.store.list('audio/')) if (key.endsWith('.mp4')) keys.push(key)
    return keys
  }
  const audio = async ({ id }: { id: string }, format: string, headers = {}) => {
    const response = await site.visitor('GET', `/api/tracks/${id}/audio?format=${format}`, {
      headers,
    })
    const location = response.headers.get('location')
    return location ? fetch(location, { headers }) : response
  }
  const expectNothingLeft = async () => {
    await removeReleasedFiles(site)
    expect(await storedRenditions()).toEqual([])
    expect(await site.db.select().from(uploads).where(like(uploads.objectPath, '%.mp4'))).toEqual(
      [],
    )
  }

  test.each([
    ['tone.flac', 'audio/flac', '\0\0\0"'],
    ['tone-alac.m4a', 'audio/mp4', 'ftyp'],
  ])(
    'renditions: of %s both are made, which are sent in ranges and deleted with the track',
    async (name, type, signature) => {
      const track = await publish(name)
      await processNext(deps())
      const { processing, formats, waveform } = await detail(track)
      expect([processing, waveform?.length]).toEqual(['ready', 200])
      expect(formats).toMatchObject([
        { format: 'original', contentType: type },
        { format: 'opus', contentType: 'audio/mp4; codecs="opus"' },
        { format: 'aac', contentType: 'audio/mp4; codecs="mp4a.40.2"' },
      ])
      for (const { format, contentType, bytes } of formats) {
        const part = await audio(track, format, { range: 'bytes=4-7' })
        expect([part.status, part.headers.get('content-type')]).toEqual([206, contentType])
        expect(part.headers.get('content-range')).toBe(`bytes 4-7/${bytes}`)
        expect(await part.text()).toBe(format === 'original' ? signature : 'ftyp')
      }
      expect((await runDoctor(site)).output).toEqual([])
      expect((await site.asOwner('DELETE', `/api/tracks/${track.id}`)).status).toBe(204)
      await expectNothingLeft()
    },
  )

  test.each([
    ['wav', false, 16_000, true],
    ['flac', false, 16_000, true],
    ['ogg', false, 16_000, true],
    ['ogg', false, 15_999, false],
    ['flac', true, 500, false],
    ['mp3', false, 196_000, false],
    ['mp3', false, 256_000, true],
    ['m4a', false, 196_000, false],
    ['m4a', true, 196_000, true],
  ])(
    'renditions: whether %s (lossless: %s) with %i bits a second needs them is %s',
    async (extension, isLossless, audioBitrate, expected) => {
      const audioPath = `/objects/audio/${crypto.randomUUID()}.${extension}`
      const { id } = await makeTrack(site.db, site.owner.id, { audioPath, audioBitrate })
      await site.db.insert(audioAnalyses).values({ trackId: id, isLossless })
      const formats = await findMissingRenditions(site.db, id, { all: false })
      expect(formats).toEqual(expected ? ['opus', 'aac'] : [])
    },
  )

  test('renditions: a track that becomes private gets new keys for them, and hides them at once', async () => {
    const track = await publish('tone.flac')
    await processNext(deps({ processor: instant() }))
    const before = await rowOf(track)
    const update = { body: { privacy: 'private' } }
    expect((await site.asOwner('PUT', `/api/tracks/${track.id}`, update)).status).toBe(200)
    expect((await audio(track, 'opus')).status).toBe(404)
    // The response does not wait for a slow store.
    for (const column of ['audioPath', 'opusPath', 'aacPath'] as const)
      await expect.poll(async () => (await rowOf(track))?.[column]).not.toBe(before?.[column])
    const own = await site.asOwner('GET', `/api/tracks/${track.id}/audio?format=aac`)
    expect([200, 302]).toContain(own.status)
  })

  // The others do not depend on the store.
  if (kind === 's3') return

  test('renditions: Opus is playable while AAC is encoded, and a job that was interrupted continues there', async () => {
    const track = await publish('tone.flac')
    let renders = 0
    const dying = instant(async () => {
      renders += 1
      if (renders === 2) throw new StoreUnavailable(undefined)
    })
    await expect(processNext(deps({ processor: dying }))).rejects.toThrow(StoreUnavailable)
    expect(await detail(track)).toMatchObject({ processing: 'pending' })
    expect(await formatsOf(track)).toEqual(['original', 'opus'])
    expect(await (await audio(track, 'opus')).text()).toBe('headbody')
    expect((await audio(track, 'aac')).status).toBe(404)
    await site.db.update(audioAnalyses).set({ retryAt: null })
    await processNext(deps({ processor: instant(async () => void renders++) }))
    expect([renders, await formatsOf(track)]).toEqual([3, ['original', 'opus', 'aac']])
    await site.asOwner('DELETE', `/api/tracks/${track.id}`)
    await expectNothingLeft()
  })

  test('renditions: small lossy files get none, and RENDITIONS=off makes none until it is turned on', async () => {
    const mp3 = await publish('tone.mp3')
    const flac = await publish('tone.flac')
    const off = deps({ renditions: false })
    for (const _ of [mp3, flac]) await processNext(off)
    for (const track of [mp3, flac])
      expect(await detail(track)).toMatchObject({ processing: 'ready', formats: { length: 1 } })
    expect(await queueTracks(site.db, 'missing', { renditions: false })).toBe(0)
    expect(await queueTracks(site.db, 'missing', { renditions: true })).toBe(1)
    expect(await detail(flac)).toMatchObject({ processing: 'ready' })
    expect(await processNext(deps({ processor: instant() }))).toBe(flac.id)
    expect(await formatsOf(flac)).toEqual(['original', 'opus', 'aac'])
    expect(await queueTracks(site.db, 'missing', { renditions: true })).toBe(0)
  })

  test('renditions: without free space none is made, the original plays, and no attempt is counted', async () => {
    const track = await publish('tone.flac')
    const full = deps({ hasFreeSpace: () => false })
    await expect(processNext(full)).rejects.toThrow(NoSpaceLeft)
    const store = { ...site.store, write: () => Promise.reject(new NoSpaceLeft(undefined)) }
    await site.db.update(audioAnalyses).set({ retryAt: null })
    await expect(processNext(deps({ processor: instant(), store }))).rejects.toThrow(NoSpaceLeft)
    expect(await detail(track)).toMatchObject({ processing: 'pending', formats: { length: 1 } })
    const [job] = await site.db.select().from(audioAnalyses)
    expect(job).toMatchObject({ state: 'pending', attempts: 0, lease: null })
    expect((await audio(track, 'original')).status).toBe(200)
    await site.db.update(audioAnalyses).set({ retryAt: null })
    await processNext(deps({ processor: instant() }))
    expect(await formatsOf(track)).toEqual(['original', 'opus', 'aac'])
    await site.asOwner('DELETE', `/api/tracks/${track.id}`)
    await expectNothingLeft()
  })

  test('renditions: a track that is deleted or replaced meanwhile leaves nothing', async () => {
    const deleted = await publish('tone.flac')
    const deleting = instant(async () => {
      await site.asOwner('DELETE', `/api/tracks/${deleted.id}`)
    })
    await processNext(deps({ processor: deleting }))
    await expectNothingLeft()
    const replaced = await publish('tone.flac')
    const audioPath = await upload(site.asOwner, 'audio', fixture('tone.wav'))
    const replacing = instant(async () => {
      await site.db.update(tracks).set({ audioPath }).where(eq(tracks.id, replaced.id))
    })
    await processNext(deps({ processor: replacing }))
    await expectNothingLeft()
    await processNext(deps({ processor: instant() }))
    expect(await formatsOf(replaced)).toEqual(['original', 'opus', 'aac'])
  })

  test('renditions: an encoder that rejects the file has failed, and what the analysis found stays', async () => {
    const track = await publish('tone.flac')
    const rejecting = instant(() => Promise.reject(new TaskFailed('The channels change.')))
    await processNext(deps({ processor: rejecting }))
    expect(await detail(track)).toMatchObject({
      processing: 'failed',
      processingError: 'The channels change.',
      loudness: expect.any(Number),
    })
    await expectNothingLeft()
  })

  test('processing: a track that failed for lack of ffmpeg is tried again once that is installed', async () => {
    await publish('tone.m4a')
    const analyze = () => Promise.reject(new TaskFailed('The file is damaged.'))
    await processNext(deps({ processor: { ...instant(), analyze } }))
    const [failed] = await site.db.select().from(audioAnalyses)
    expect(failed).toMatchObject({ state: 'failed', needsFfmpeg: !hasFfmpeg() })
    await queueNeedingFfmpeg(site.db)
    expect(await countPending(site.db)).toBe(0)
    const renditions = true
    for (const queue of [
      queueNeedingFfmpeg,
      () => queueTracks(site.db, 'missing', { renditions }),
    ]) {
      await site.db.update(audioAnalyses).set({ state: 'failed', needsFfmpeg: true })
      expect(await queue(site.db)).toBe(hasFfmpeg() ? 1 : 0)
      expect(await countPending(site.db)).toBe(hasFfmpeg() ? 1 : 0)
    }
  })

  test('renditions: the command replaces those of all tracks', async () => {
    const track = await publish('tone.flac')
    await processNext(deps({ processor: instant() }))
    const before = await rowOf(track)
    expect(await queueTracks(site.db, 'all', { renditions: true })).toBe(1)
    expect(await formatsOf(track)).toEqual(['original', 'opus', 'aac'])
    await processNext(deps({ processor: instant() }))
    const after = await rowOf(track)
    expect(after?.opusPath).not.toBe(before?.opusPath)
    await removeReleasedFiles(site)
    expect(await storedRenditions()).toHaveLength(2)
  })

  test('renditions: the doctor removes references to missing ones', async () => {
    const track = await publish('tone.flac')
    await processNext(deps({ processor: instant() }))
    await site.store.remove((await rowOf(track))?.opusPath?.replace('/objects/', '') ?? '')
    expect((await runDoctor(site, true)).output.join()).toContain('Opus rendition')
    expect(await formatsOf(track)).toEqual(['original', 'aac'])
    expect(await queueTracks(site.db, 'missing', { renditions: true })).toBe(1)
  })
})

import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { tracks, uploads } from '#server/database/schema.ts'
import { processNext } from '#server/modules/processing/worker.ts'
import { removeReleasedFiles, rotateExposedKeys } from '#server/modules/uploads/cleanup-service.ts'
import { createAudioProcessor } from '#server/platform/media/audio-processor.ts'
import { diskAnd, startTestS3 } from '#server/testing/s3.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { createVersionClient, tone } from '#server/testing/version-client.ts'
import { endOldUrls } from './service.ts'

const s3 = await startTestS3()
const processor = createAudioProcessor({ niceness: 0, concurrency: 1, maxJobsPerProcess: 50 })
afterAll(() => processor.close())

describe.each(diskAnd(s3))('files of versions (%s)', (kind) => {
  const site = setUpTestSite({ objects: kind === 's3' ? s3?.config : undefined })
  beforeEach(async () => {
    await site.db.delete(tracks)
    await site.db.update(uploads).set({ state: 'released' })
    await removeReleasedFiles(site)
  })
  const {
    deps,
    uploaded,
    publish,
    call,
    replace,
    versionsOf,
    restore,
    detail,
    read,
    heardAt,
    audioOf,
    fileName,
  } = createVersionClient(site, processor)

  test('replacing: a listener who began with the old file finishes it, for twelve hours', async () => {
    const track = await publish(tone('old'))
    await replace(track, await uploaded(tone('new')))
    const begun = `${audioOf(track)}?v=${fileName(track.audioUrl)}`
    const { bytes } = await read(site.visitor, begun, { range: 'bytes=100-199' })
    expect(bytes).toEqual(tone('old').subarray(100, 200))
    await endOldUrls(site.db, new Date(Date.now() + 13 * 3600_000))
    expect(await heardAt(begun)).toEqual(tone('new'))
  })

  test('replacing: feeds, caches and lists have the new file at once, under the same guid', async () => {
    const track = await publish(fixture('tone.flac'))
    const ask = (path: string, etag = '') =>
      site.visitor('GET', path, { headers: { 'if-none-match': etag } })
    const paths = [`/profile/${site.owner.id}/feed.xml`, `/api/users/${site.owner.id}/tracks`]
    const before = await Promise.all(paths.map((path) => ask(path)))
    const etags = before.map(({ headers }) => headers.get('etag') ?? '')
    const { audioUrl } = (await replace(track, await uploaded(tone('new')))).body
    const after = await Promise.all(paths.map((path, index) => ask(path, etags[index])))
    expect(after.map(({ status }) => status)).toEqual([200, 200])
    const [feed = '', list = ''] = await Promise.all(after.map((response) => response.text()))
    expect(feed).toContain(`<guid isPermaLink="false">${track.id}</guid>`)
    expect(feed).toContain(`length="${tone('new').length}" type="audio/mpeg"`)
    expect(JSON.parse(list)).toMatchObject([{ id: track.id, audioUrl }])
    const heard = await read(site.visitor, `${audioOf(track)}?source=feed`)
    expect(heard.bytes).toEqual(tone('new'))
  })

  test('replacing: former audio gets new keys once nobody finishes it, and stays restorable', async () => {
    const track = await publish(tone('old'))
    await replace(track, await uploaded(tone('new')))
    await endOldUrls(site.db, new Date(Date.now() + 13 * 3600_000))
    await rotateExposedKeys(site)
    await removeReleasedFiles(site)
    expect(await site.store.stat(track.audioUrl.slice('/objects/'.length))).toBeUndefined()
    const [version] = (await versionsOf(track)).former
    await restore(track, version?.id ?? '')
    expect(await heardAt(audioOf(track))).toEqual(tone('old'))
  })

  test('replacing: a version of a track that becomes private is the file of nobody else', async () => {
    const track = await publish(tone('old'))
    await replace(track, await uploaded(tone('new')))
    await call(site.asOwner, 'PUT', `/api/tracks/${track.id}`, { privacy: 'private' })
    await rotateExposedKeys(site)
    await removeReleasedFiles(site)
    expect(await site.store.stat(track.audioUrl.slice('/objects/'.length))).toBeUndefined()
    const begun = `${audioOf(track)}?v=${fileName(track.audioUrl)}`
    expect((await read(site.visitor, begun)).status).toBe(404)
    expect(await heardAt(begun, site.asOwner)).toEqual(tone('old'))
  })

  test('restoring: the former audio is back at once with analysis and renditions', async () => {
    const track = await publish(fixture('tone.flac'))
    await processNext(deps(), track.id)
    const before = await detail(track)
    await replace(track, await uploaded(tone('new')))
    const [version] = (await versionsOf(track)).former
    const { status, body } = await restore(track, version?.id ?? '')
    expect(status).toBe(200)
    const { audioUrl, formats, loudness, waveform, duration } = before
    expect(body).toMatchObject({ audioUrl, formats, loudness, waveform, duration })
    expect((await versionsOf(track)).former).toHaveLength(1)
    expect((await read(site.visitor, `${audioOf(track)}?format=opus`)).status).toBe(200)
  })
})

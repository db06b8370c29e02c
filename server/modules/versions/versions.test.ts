import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { TrackDetail } from '#contract/tracks.ts'
import { playlists, removedFiles, tracks, uploads } from '#server/database/schema.ts'
import { processNextUpload } from '#server/modules/processing/upload-analyses.ts'
import { processNext } from '#server/modules/processing/worker.ts'
import { removeReleasedFiles } from '#server/modules/uploads/cleanup-service.ts'
import { storedBytes } from '#server/modules/uploads/repository.ts'
import { createAudioProcessor } from '#server/platform/media/audio-processor.ts'
import { runDoctor } from '#server/testing/doctor-fixtures.ts'
import { like, makePlaylist } from '#server/testing/factories.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { putTo, requestUploadUrl } from '#server/testing/upload-client.ts'
import { createVersionClient, tone } from '#server/testing/version-client.ts'

const processor = createAudioProcessor({ niceness: 0, concurrency: 1, maxJobsPerProcess: 50 })
afterAll(() => processor.close())

const site = setUpTestSite()
beforeEach(async () => {
  await site.db.delete(playlists)
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
} = createVersionClient(site, processor)

test('replacing: page, likes, playlists and creation stay, and new requests get the new audio', async () => {
  const track = await publish(tone('old'))
  await like(site.db, site.otherUser.id, track.id)
  const playlist = await makePlaylist(site.db, site.otherUser.id, [track.id])
  const audioUrl = await uploaded(tone('new'))
  const { status, body } = await replace(track, audioUrl)
  expect(status).toBe(200)
  const { id, slug, title, createdAt } = track
  expect(body).toMatchObject({ id, slug, title, createdAt, likeCount: 1, audioUrl })
  expect(await heardAt(audioOf(track))).toEqual(tone('new'))
  const { body: list } = await call(site.visitor, 'GET', `/api/playlists/${playlist.id}`)
  expect(list).toMatchObject({ playlistTracks: [{ track: { id, audioUrl } }] })
})

test('replacing: a private and a scheduled track are replaced like a public one', async () => {
  const publishAt = new Date(Date.now() + 86_400_000).toISOString()
  for (const fields of [{ privacy: 'private' }, { privacy: 'public', publishAt }]) {
    const track = await publish(tone('old'), fields)
    const { body } = await replace(track, await uploaded(tone('new')))
    expect(body.privacy).toBe('private')
    expect(body.publishAt).toBe(track.publishAt)
    expect(await heardAt(audioOf(track), site.asOwner)).toEqual(tone('new'))
  }
})

test("replacing: another user's upload and one that is in use are refused, and nothing changes", async () => {
  const track = await publish(tone('old'))
  const foreign = await uploaded(tone('foreign'), site.asOtherUser)
  expect(await replace(track, foreign)).toMatchObject({ status: 404 })
  const other = await publish(tone('other'))
  expect(await replace(track, other.audioUrl)).toMatchObject({ status: 409 })
  expect((await detail(track)).audioUrl).toBe(track.audioUrl)
  expect((await versionsOf(track)).former).toEqual([])
})

test('replacing: the same upload twice replaces once', async () => {
  const track = await publish(tone('old'))
  const audioUrl = await uploaded(tone('new'))
  const results = await Promise.all([replace(track, audioUrl), replace(track, audioUrl)])
  expect(results.map(({ status }) => status)).toEqual([200, 200])
  expect((await versionsOf(track)).former).toHaveLength(1)
})

test('replacing: of two replacements at once one is the audio and the other a version', async () => {
  const track = await publish(tone('old'))
  const [first, second] = [await uploaded(tone('first')), await uploaded(tone('second'))]
  await Promise.all([replace(track, first), replace(track, second)])
  const { audioUrl } = await detail(track)
  expect([first, second]).toContain(audioUrl)
  expect((await versionsOf(track)).former).toHaveLength(2)
  expect((await runDoctor(site)).output).toEqual([])
})

test('replacing: the sixth version deletes the oldest with its file', async () => {
  const track = await publish(tone('0'))
  for (const name of ['1', '2', '3', '4', '5', '6'])
    await replace(track, await uploaded(tone(name)))
  const { former } = await versionsOf(track)
  expect(former).toHaveLength(5)
  await removeReleasedFiles(site)
  expect(await site.store.stat(track.audioUrl.slice('/objects/'.length))).toBeUndefined()
  const oldest = `/api/tracks/${track.id}/versions/${former.at(-1)?.id}/audio`
  expect(await heardAt(oldest, site.asOwner)).toEqual(tone('1'))
})

test('replacing: an analysis that was running for the old file does not become that of the new', async () => {
  const track = await publish(fixture('tone.mp3'))
  const replaced = {
    ...processor,
    async analyze(...args: Parameters<typeof processor.analyze>) {
      const result = await processor.analyze(...args)
      await replace(track, await uploaded(fixture('tone.flac')))
      return result
    },
  }
  await processNext({ ...deps(), processor: replaced }, track.id)
  expect(await detail(track)).toMatchObject({ processing: 'pending', waveform: null })
  await processNext(deps(), track.id)
  const { formats, processing } = await detail(track)
  expect(processing).toBe('ready')
  expect(formats.map(({ format }) => format)).toEqual(['original', 'opus', 'aac'])
})

test('analysis: an upload is measured before the track has it, and the result comes along', async () => {
  const track = await publish(fixture('tone.mp3'))
  await processNext(deps(), track.id)
  const audioUrl = await uploaded(fixture('tone.flac'))
  const ask = () => call(site.asOwner, 'POST', '/api/tracks/audio/analysis', { audioUrl })
  expect((await ask()).body).toMatchObject({ state: 'pending', waveform: null, loudness: null })
  await processNextUpload(deps())
  const { body } = await ask()
  expect(body).toMatchObject({ state: 'ready', contentType: 'audio/flac' })
  expect(body.waveform).toHaveLength(200)
  expect((await detail(track)).audioUrl).toBe(track.audioUrl)
  const replaced: TrackDetail = (await replace(track, audioUrl)).body
  expect(replaced).toMatchObject({ processing: 'ready', loudness: body.loudness })
  expect(replaced.waveform).toEqual(body.waveform)
  expect(replaced.formats.map(({ format }) => format)).toEqual(['original'])
  await processNext(deps(), track.id)
  expect((await detail(track)).formats).toHaveLength(3)
})

test('analysis: a server that was killed is replaced by the next, and a broken file has failed', async () => {
  const audioUrl = await uploaded(tone('killed'))
  const ask = () => call(site.asOwner, 'POST', '/api/tracks/audio/analysis', { audioUrl })
  await ask()
  const killed = { ...processor, analyze: () => Promise.reject(new Error('The server stops.')) }
  await expect(processNextUpload({ ...deps(), processor: killed })).rejects.toThrow()
  await site.db.execute(`update upload_analyses set leased_at = now() - interval '1 minute'`)
  await processNextUpload(deps())
  expect((await ask()).body.state).toBe('ready')
})

test('restoring: a version of another track does not exist, nor does one that was restored', async () => {
  const [track, other] = [await publish(tone('a')), await publish(tone('b'))]
  await replace(other, await uploaded(tone('c')))
  const id = (await versionsOf(other)).former[0]?.id ?? ''
  expect((await restore(track, id)).status).toBe(404)
  expect((await read(site.asOwner, `/api/tracks/${track.id}/versions/${id}/audio`)).status).toBe(
    404,
  )
  expect((await restore(other, id)).status).toBe(200)
  expect((await restore(other, id)).status).toBe(404)
})

test('versions: they have date, file name, format, length and loudness', async () => {
  const file = { contentType: 'audio/mpeg', fileName: 'Mix 3 final.mp3' }
  const { length: size } = fixture('tone.mp3')
  const audioURL = await requestUploadUrl(site.asOwner, { ...file, size })
  await putTo(audioURL, fixture('tone.mp3'), file.contentType)
  const registered = await call(site.asOwner, 'PUT', '/api/tracks/audio', { audioURL })
  const body = { title: 'Rosin', audioUrl: registered.body.objectPath }
  const { body: track } = await call(site.asOwner, 'POST', '/api/tracks', body)
  await processNext(deps(), track.id)
  await replace(track, await uploaded(tone('new')))
  const { former, current } = await versionsOf(track)
  expect(former).toMatchObject([
    { fileName: 'Mix 3 final.mp3', contentType: 'audio/mpeg', duration: 2 },
  ])
  expect(former[0]?.loudness).toBeLessThan(-10)
  expect(former[0]?.waveform).toHaveLength(200)
  expect(current).toMatchObject({ fileName: null, bytes: tone('new').length })
})

test('versions: they and their renditions count toward the quota until they are deleted', async () => {
  const track = await publish(fixture('tone.flac'))
  await processNext(deps(), track.id)
  const before = await storedBytes(site.db, site.owner.id)
  await replace(track, await uploaded(tone('new')))
  expect(await storedBytes(site.db, site.owner.id)).toBe(before + tone('new').length)
  const id = (await versionsOf(track)).former[0]?.id
  expect(
    (await call(site.asOwner, 'DELETE', `/api/tracks/${track.id}/versions/${id}`)).status,
  ).toBe(204)
  await removeReleasedFiles(site)
  expect(await site.store.stat(track.audioUrl.slice('/objects/'.length))).toBeUndefined()
  const stored = and(eq(uploads.userId, site.owner.id), eq(uploads.state, 'used'))
  expect(await site.db.$count(uploads, stored)).toBe(1)
})

test('versions: a moderator hears them, and the hash of none can be uploaded or restored again', async () => {
  const track = await publish(tone('stolen'))
  const copy = await publish(tone('stolen'))
  await replace(track, await uploaded(tone('innocent')))
  await replace(copy, await uploaded(tone('other')))
  const [version] = (await versionsOf(track, site.asAdministrator)).former
  const path = `/api/tracks/${track.id}/versions/${version?.id}/audio`
  expect(await heardAt(path, site.asAdministrator)).toEqual(tone('stolen'))
  const late = await uploaded(tone('stolen'))
  const report = { kind: 'track', id: track.id, reason: 'copyright' }
  await call(site.asOtherUser, 'POST', '/api/reports', report)
  const { body: items } = await call(site.asAdministrator, 'GET', '/api/admin/reports')
  const decision = { decision: 'remove', reason: 'It is not theirs.' }
  await call(site.asAdministrator, 'POST', `/api/admin/reports/${items[0].id}/decision`, decision)
  expect(await site.db.$count(removedFiles, eq(removedFiles.trackId, track.id))).toBe(2)
  await expect(uploaded(tone('stolen'))).rejects.toThrow('422')
  expect((await replace(copy, late)).status).toBe(422)
  expect((await restore(copy, (await versionsOf(copy)).former[0]?.id ?? '')).status).toBe(422)
  expect(await heardAt(audioOf(copy))).toEqual(tone('other'))
})

test('versions: deleting the track deletes their files, and the doctor finds nothing to repair', async () => {
  const track = await publish(tone('old'))
  await replace(track, await uploaded(tone('new')))
  expect((await runDoctor(site)).output).toEqual([])
  await call(site.asOwner, 'DELETE', `/api/tracks/${track.id}`)
  await removeReleasedFiles(site)
  const left = and(isNotNull(uploads.objectPath), eq(uploads.state, 'used'))
  expect(await site.db.$count(uploads, left)).toBe(0)
  expect(await site.store.stat(track.audioUrl.slice('/objects/'.length))).toBeUndefined()
})

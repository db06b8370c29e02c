import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pendingPlays, tracks } from '#server/database/schema.ts'
import { makeTrack } from '#server/testing/factories.ts'
import { startTestS3, withS3 } from '#server/testing/s3.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { type App, startApp } from '#server/testing/subsonic.ts'
import { startTestSite, type TestSite } from '#server/testing/test-site.ts'

const original = fixture('tone.flac')
const rendition = Buffer.from('the AAC rendition')
const s3 = await startTestS3()

/** A track of a thousand kilobits per second that has a rendition. */
async function publish({ db, store, owner }: TestSite) {
  const { id, audioPath } = await makeTrack(db, owner.id, {
    audioBitrate: 1_000_000,
    audioBytes: original.length,
  })
  const aacPath = audioPath.replace('.mp3', '.m4a')
  await db.update(tracks).set({ aacPath, aacBytes: rendition.length }).where(eq(tracks.id, id))
  const write = (path: string, bytes: Buffer, contentType: string) =>
    store.write(path.replace('/objects/', ''), bytes, { contentType })
  await write(audioPath, original, 'audio/mpeg')
  await write(aacPath, rendition, 'audio/mp4')
  return id
}

async function read(response: Response) {
  return {
    type: response.headers.get('content-type'),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

describe('stream from disk', () => {
  let site: TestSite
  let app: App
  let id: string
  beforeAll(async () => {
    site = await startTestSite()
    app = await startApp(site)
    id = await publish(site)
  })
  afterAll(() => site.close())
  const stream = (parameters: Record<string, string | number>) =>
    app.fetchMethod('stream', { id: `tr-${id}`, ...parameters })

  test.each<Record<string, string | number>>([
    {},
    { format: 'raw' },
    { format: 'raw', maxBitRate: 64 },
    { maxBitRate: 0 },
    { maxBitRate: 1000 },
  ])('stream: %o sends the original', async (parameters) => {
    expect(await read(await stream(parameters))).toEqual({ type: 'audio/mpeg', bytes: original })
  })

  test.each<Record<string, string | number>>([
    { maxBitRate: 320 },
    { format: 'aac' },
    { format: 'm4a' },
    { format: 'mp3' },
    { format: 'MP3', maxBitRate: 0 },
  ])('stream: %o sends AAC, and says so', async (parameters) => {
    expect(await read(await stream(parameters))).toEqual({ type: 'audio/mp4', bytes: rendition })
  })

  test('stream: a track without renditions is sent as it is', async () => {
    const { id: other, audioPath } = await makeTrack(site.db, site.owner.id)
    await site.store.write(audioPath.replace('/objects/', ''), original, {
      contentType: 'audio/mpeg',
    })
    const response = await app.fetchMethod('stream', { id: `tr-${other}`, format: 'aac' })
    expect(await read(response)).toEqual({ type: 'audio/mpeg', bytes: original })
  })

  test('stream: the parameters can be in a form', async () => {
    const url = new URL(app.url('stream', { id: `tr-${id}`, format: 'aac' }), site.url)
    const response = await fetch(url.origin + url.pathname, {
      method: 'POST',
      body: url.searchParams,
    })
    expect((await read(response)).bytes).toEqual(rendition)
  })

  test('stream: it counts no play, however often it is read to the end', async () => {
    for (let time = 0; time < 3; time += 1) await (await stream({})).arrayBuffer()
    expect(await site.db.$count(pendingPlays, eq(pendingPlays.trackId, id))).toBe(0)
  })
})

describe('stream from S3', withS3(s3), () => {
  async function start(env: Record<string, string>) {
    const site = await startTestSite({ objects: s3?.config, env })
    const app = await startApp(site)
    const id = `tr-${await publish(site)}`
    return { site, app, id }
  }

  test('stream from S3: apps are redirected to the store, and HEAD has the length', async () => {
    const { site, app, id } = await start({})
    try {
      const url = app.url('stream', { id })
      const response = await site.visitor('GET', url, { redirect: 'manual' })
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
        302,
        '*',
      ])
      const location = response.headers.get('location') ?? ''
      expect(new URL(location).origin).toBe(new URL(s3?.config.endpoint ?? '').origin)
      const headers = { range: 'bytes=10-19' }
      expect((await read(await fetch(location, { headers }))).bytes).toEqual(
        original.subarray(10, 20),
      )
      const head = await site.visitor('HEAD', url)
      expect(head.headers.get('content-length')).toBe(String(original.length))
    } finally {
      await site.close()
    }
  })

  test('stream from S3: with SUBSONIC_PROXY=true the server sends the bytes, also ranges', async () => {
    const { site, app, id } = await start({ SUBSONIC_PROXY: 'true' })
    try {
      const get = (headers: Record<string, string> = {}) =>
        site.visitor('GET', app.url('stream', { id }), { headers, redirect: 'manual' })
      const whole = await get()
      expect(whole.status).toBe(200)
      expect(await read(whole)).toEqual({ type: 'audio/mpeg', bytes: original })
      const part = await get({ range: 'bytes=10-19' })
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes 10-19/${original.length}`,
      ])
      expect((await read(part)).bytes).toEqual(original.subarray(10, 20))
      const aac = await app.fetchMethod('stream', { id, format: 'aac' })
      expect(await read(aac)).toEqual({ type: 'audio/mp4', bytes: rendition })
    } finally {
      await site.close()
    }
  })
})

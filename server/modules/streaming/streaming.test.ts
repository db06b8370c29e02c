import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tracks, uploads } from '#server/database/schema.ts'
import { rotateExposedKeys } from '#server/modules/uploads/cleanup-service.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { startTestS3, withS3 } from '#server/testing/s3.ts'
import { fixture, wavOfSize } from '#server/testing/sample-files.ts'
import { startTestSite, type TestSite } from '#server/testing/test-site.ts'
import { upload } from '#server/testing/upload-client.ts'

const s3 = await startTestS3()

const flac = fixture('tone.flac')
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

type Published = { site: TestSite; path: string; setPrivacy(privacy: Privacy): Promise<void> }
type Privacy = 'public' | 'unlisted' | 'private'

async function publish(site: TestSite): Promise<Published> {
  const audioPath = await upload(site.asOwner, 'audio', flac)
  const { id } = await makeTrack(site.db, site.owner.id, { audioPath })
  return {
    site,
    path: `/api/tracks/${id}/audio`,
    setPrivacy: async (privacy) => {
      await site.db.update(tracks).set({ privacy }).where(eq(tracks.id, id))
    },
  }
}

async function expectHiddenWhenPrivate({ site, path, setPrivacy }: Published, open: number) {
  const { visitor, asOtherUser, asOwner, asAdministrator } = site
  for (const privacy of ['public', 'unlisted', 'private'] as const) {
    await setPrivacy(privacy)
    for (const caller of [visitor, asOtherUser]) {
      const response = await caller('GET', path, { headers: { 'if-none-match': '*' } })
      expect(response.status, privacy).toBe(privacy === 'private' ? 404 : open)
    }
    for (const caller of [asOwner, asAdministrator])
      expect((await caller('GET', path, { headers: { 'if-none-match': '*' } })).status).toBe(open)
  }
  await setPrivacy('private')
  const hidden = await asOtherUser('GET', path)
  const missing = await asOtherUser('GET', '/api/tracks/00000000-0000-4000-8000-000000000000/audio')
  expect(await hidden.text()).toBe(await missing.text())
  await setPrivacy('public')
}

test('streaming through a proxy: X-Accel-Redirect is only sent to viewers who can play the track', async () => {
  const published = await publish(await startTestSite({ env: { X_ACCEL_REDIRECT: '/files/' } }))
  const { site, path, setPrivacy } = published
  const open = await site.visitor('GET', path, { headers: { range: 'bytes=0-9' } })
  expect(open.status).toBe(200)
  expect(await open.text()).toBe('')
  expect(Object.fromEntries(open.headers)).toMatchObject({
    'content-type': 'audio/flac',
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-accel-redirect': expect.stringMatching(/^\/files\/audio\/[0-9a-f]{3}\/[0-9a-f-]{36}\.flac$/),
  })
  await setPrivacy('private')
  const hidden = await site.visitor('GET', path)
  expect(hidden.status).toBe(404)
  expect(hidden.headers.get('x-accel-redirect')).toBeNull()
  await site.close()
})

describe('streaming from disk', () => {
  let published: Published
  beforeAll(async () => {
    published = await publish(await startTestSite())
  })
  afterAll(() => published.site.close())
  const requestAudio = (headers: Record<string, string> = {}, method = 'GET') =>
    published.site.visitor(method, published.path, { headers })

  test('streaming from disk: the whole file is sent with its content type and sandbox headers', async () => {
    const response = await requestAudio()
    expect(response.status).toBe(200)
    expect(await bytesOf(response)).toEqual(flac)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/flac',
      'content-length': String(flac.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/./),
    })
    expect(response.headers.get('etag')).toMatch(/^"[^"]+"$/)
  })

  test('streaming from disk: the original is a format, and one that the track does not have returns 404', async () => {
    const { site, path, setPrivacy } = published
    const original = await site.visitor('GET', `${path}?format=original`)
    expect([original.status, await bytesOf(original)]).toEqual([200, flac])
    for (const format of ['opus', 'aac', 'mp3', '']) {
      const missing = await site.visitor('GET', `${path}?format=${format}`)
      expect([missing.status, await missing.json()]).toEqual([
        404,
        { message: 'This format is not available.' },
      ])
    }
    await setPrivacy('private')
    const hidden = await site.visitor('GET', `${path}?format=opus`)
    expect([hidden.status, await hidden.json()]).toEqual([404, { message: 'Track not found' }])
    await setPrivacy('public')
  })

  test('streaming from disk: HEAD returns the same headers without a body', async () => {
    const response = await requestAudio({}, 'HEAD')
    expect([response.status, (await bytesOf(response)).length]).toEqual([200, 0])
    expect(response.headers.get('content-length')).toBe(String(flac.length))
    const part = await requestAudio({ range: 'bytes=0-9' }, 'HEAD')
    expect([part.status, part.headers.get('content-length')]).toEqual([206, '10'])
  })

  test.each([
    ['bytes=10-19', 10, 20],
    ['bytes=-100', flac.length - 100, flac.length],
    ['bytes=100-', 100, flac.length],
  ])('streaming from disk: the range %s is served', async (range, start, end) => {
    const response = await requestAudio({ range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${flac.length}`)
    expect(await bytesOf(response)).toEqual(flac.subarray(start, end))
  })

  test('streaming from disk: a range past the end and a thousand ranges are handled', async () => {
    const past = await requestAudio({ range: `bytes=${flac.length}-` })
    expect([past.status, past.headers.get('content-range')]).toEqual([
      416,
      `bytes */${flac.length}`,
    ])
    expect(await past.json()).toEqual({ message: 'The requested range is outside the file.' })
    const many = Array.from({ length: 1000 }, (_, i) => `${i}-${i}`).join(',')
    const whole = await requestAudio({ range: `bytes=${many}` })
    expect([whole.status, (await bytesOf(whole)).length]).toEqual([200, flac.length])
  })

  test('streaming from disk: a matching ETag returns 304', async () => {
    const etag = (await requestAudio()).headers.get('etag') ?? ''
    const again = await requestAudio({ 'if-none-match': etag })
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
    expect((await requestAudio({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
    expect((await requestAudio({ range: 'bytes=0-9', 'if-range': '"old"' })).status).toBe(200)
  })

  test('streaming from disk: a track that becomes private returns 404 to others at once', () =>
    expectHiddenWhenPrivate(published, 304))

  test('streaming from disk: clients that disconnect in the middle do not affect the next one', async () => {
    const { site } = published
    const long = wavOfSize(8 * 1024 * 1024)
    const { id, audioPath } = await makeTrack(site.db, site.owner.id)
    await site.store.write(audioPath.replace('/objects/', ''), long, { contentType: 'audio/wav' })
    const url = `${site.url}/api/tracks/${id}/audio`
    for (let i = 0; i < 20; i++) {
      const [response] = (await once(get(url), 'response')) as [IncomingMessage]
      await once(response, 'data')
      response.destroy()
    }
    expect((await bytesOf(await fetch(url))).equals(long)).toBe(true)
  })

  test('streaming from disk: a track whose file is missing returns 404', async () => {
    const { site } = published
    const { id } = await makeTrack(site.db, site.owner.id)
    const response = await site.visitor('GET', `/api/tracks/${id}/audio`)
    expect([response.status, await response.json()]).toEqual([404, { message: 'Track not found' }])
  })
})

describe('streaming from S3', withS3(s3), () => {
  let published: Published
  beforeAll(async () => {
    published = await publish(await startTestSite({ objects: s3?.config }))
  })
  afterAll(() => published.site.close())

  test('streaming from S3: the browser is redirected to the store, which sends the right content type', async () => {
    const { site, path } = published
    const response = await site.visitor('GET', path)
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      302,
      'private, no-cache',
    ])
    const location = response.headers.get('location') ?? ''
    const part = await fetch(location, { headers: { range: 'bytes=10-19' } })
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'audio/flac'])
    expect(await bytesOf(part)).toEqual(flac.subarray(10, 20))
    expect((await fetch(location.replace(/Signature=.{4}/, 'Signature=0000'))).status).toBe(403)
  })

  test('streaming from S3: the URL of the store expires within a minute, and access is checked again', async () => {
    const { site, path } = published
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 61_000 })
    const early = await site.visitor('GET', path)
    vi.useRealTimers()
    expect((await fetch(early.headers.get('location') ?? '')).status).toBe(403)
    const again = await site.visitor('GET', path, { redirect: 'follow' })
    expect([again.status, await bytesOf(again)]).toEqual([200, flac])
  })

  test('streaming from S3: the URL of a suspended uploader has nothing once the keys have changed', async () => {
    const { site } = published
    const uploader = await makeUser(site.db)
    const audioPath = await upload(await site.as(uploader), 'audio', flac)
    const { id } = await makeTrack(site.db, uploader.id, { audioPath })
    await site.db.update(uploads).set({ state: 'used' }).where(eq(uploads.objectPath, audioPath))
    const { headers } = await site.visitor('GET', `/api/tracks/${id}/audio`)
    const body = { reason: 'Spam.' }
    await site.asAdministrator('POST', `/api/admin/users/${uploader.id}/suspension`, { body })
    await rotateExposedKeys(site)
    expect((await fetch(headers.get('location') ?? '')).status).toBe(404)
    expect((await site.visitor('GET', `/api/tracks/${id}/audio`)).status).toBe(404)
  })

  test('streaming from S3: a track that becomes private returns 404 to others at once', () =>
    expectHiddenWhenPrivate(published, 302))
})

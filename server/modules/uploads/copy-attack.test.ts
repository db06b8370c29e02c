import { PutObjectCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runDoctor } from '#server/testing/doctor-fixtures.ts'
import { startLaxS3 } from '#server/testing/lax-s3.ts'
import { startTestS3, startWriteOnlyKey, waitForDirectUploads, withS3 } from '#server/testing/s3.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { startTestSite, type TestSite } from '#server/testing/test-site.ts'
import {
  register,
  requestParts,
  requestPartUrl,
  requestUploadUrl,
  upload,
} from '#server/testing/upload-client.ts'

const secretSong = fixture('tone.mp3')
const ownSong = fixture('tone.wav')
const declared = { size: ownSong.length, contentType: 'audio/wav' }

/** PUTs the attacker's own file as declared, with additional headers. */
function put(url: string, headers: Record<string, string> = {}, bytes = ownSong) {
  const body = new Uint8Array(bytes)
  return fetch(url, { method: 'PUT', body, headers: { 'content-type': 'audio/wav', ...headers } })
}

/** The owner's private track, and the key of its audio, which was in every response while it was public. */
async function publishThenHide(site: TestSite): Promise<string> {
  const audioUrl = await upload(site.asOwner, 'audio', secretSong)
  const body = { title: 'Secret', audioUrl, privacy: 'private' }
  expect((await site.asOwner('POST', '/api/tracks', { body })).status).toBe(201)
  return audioUrl.replace('/objects/', '')
}

const copySourceOf = (site: { bucket: string }, key: string) => `/${site.bucket}/${key}`

async function expectOwnBytes(site: TestSite, url: string) {
  const response = await register(site.asOtherUser, 'audio', url)
  expect(response.status).toBe(200)
  const { objectPath } = (await response.json()) as { objectPath: string }
  expect((await site.store.stat(objectPath.replace('/objects/', '')))?.size).toBe(ownSong.length)
}

const s3 = await startTestS3()
const lax = await startLaxS3()
const laxOnParts = await startLaxS3({ copiesOnlyParts: true })
afterAll(() => {
  lax.stop()
  laxOnParts.stop()
})

describe('a simulated store that honors unsigned headers', () => {
  let key: string
  const site = setUpTestSite({ objects: lax.config })
  beforeAll(async () => {
    key = await publishThenHide(site)
  })

  test('the simulated store copies a private file through a URL that signs only the host', async () => {
    const client = new S3Client(lax.config as S3ClientConfig)
    const target = { Bucket: lax.config.bucket, Key: 'uploads/attack' }
    const url = await getSignedUrl(client, new PutObjectCommand(target), { expiresIn: 60 })
    expect((await put(url, { 'x-amz-copy-source': copySourceOf(lax.config, key) })).status).toBe(
      200,
    )
    expect(lax.objects.get('uploads/attack')?.bytes).toEqual(secretSong)
    client.destroy()
    lax.objects.delete('uploads/attack')
  })

  test.each([['declared', declared] as const, ['undeclared', undefined] as const])(
    'copying through an upload URL: without a second key this server receives the upload itself (%s)',
    async (_, file) => {
      const url = await requestUploadUrl(site.asOtherUser, file)
      expect(url).toContain(`${site.config.publicUrl}/api/objects/upload/uploads/`)
      const copySource = copySourceOf(lax.config, key)
      expect((await put(url, { 'x-amz-copy-source': copySource })).status).toBe(200)
      await expectOwnBytes(site, url)
    },
  )

  test('doctor: a store that honors unsigned headers is reported, and the probe leaves nothing', async () => {
    expect((await runDoctor(site)).output).toEqual([
      expect.stringMatching(/^The object store accepts headers that are not signed/),
    ])
    expect([...lax.objects.keys()].filter((stored) => stored.includes('probe'))).toEqual([])
  })
})

describe('a simulated store that honors unsigned headers, with a key that may only write uploads/*', () => {
  let key: string
  const site = setUpTestSite({ objects: lax.configWithUploadKey })
  beforeAll(async () => {
    key = await publishThenHide(site)
  })

  test('copying through an upload URL: the second key cannot read, so the copy fails', async () => {
    const url = await requestUploadUrl(site.asOtherUser, declared)
    expect(url).toContain(lax.config.endpoint)
    expect(new URL(url).searchParams.get('X-Amz-Credential')).toMatch(/^upload\//)
    const copySource = copySourceOf(lax.config, key)
    expect((await put(url, { 'x-amz-copy-source': copySource })).status).toBe(403)
    expect((await register(site.asOtherUser, 'audio', url)).status).toBe(404)
    expect((await put(url)).status).toBe(200)
    await expectOwnBytes(site, url)
  })

  test('doctor: a key for uploads that may only write uploads/* is no problem', async () => {
    expect(await runDoctor(site)).toMatchObject({ output: [] })
  })
})

describe('a simulated store that honors unsigned headers of parts only', () => {
  let key: string
  const site = setUpTestSite({ objects: laxOnParts.config })
  beforeAll(async () => {
    key = await publishThenHide(site)
  })

  test('copying into a part: without a second key this server receives the part itself', async () => {
    const { upload: own } = await requestParts(site.asOtherUser, ownSong.length)
    const url = await requestPartUrl(site.asOtherUser, own.id, 1)
    expect(url).toContain(`${site.config.publicUrl}/api/objects/upload/uploads/`)
    const copySource = copySourceOf(laxOnParts.config, key)
    expect((await put(url, { 'x-amz-copy-source': copySource })).status).toBe(200)
    await expectOwnBytes(site, own.uploadURL)
  })

  test('copying into a part: a second key that may only write uploads/* cannot read', async () => {
    const withKey = await startTestSite({ objects: laxOnParts.configWithUploadKey })
    const { upload: own } = await requestParts(withKey.asOtherUser, ownSong.length)
    const url = await requestPartUrl(withKey.asOtherUser, own.id, 1)
    expect(url).toContain(laxOnParts.config.endpoint)
    const copySource = copySourceOf(laxOnParts.config, key)
    expect((await put(url, { 'x-amz-copy-source': copySource })).status).toBe(403)
    expect((await put(url)).status).toBe(200)
    await expectOwnBytes(withKey, own.uploadURL)
    await withKey.close()
  })

  test('doctor: a store that honors unsigned headers of parts is reported', async () => {
    expect((await runDoctor(site)).output).toEqual([
      expect.stringMatching(/^The object store accepts headers that are not signed/),
    ])
  })
})

describe('a real S3 store', withS3(s3), () => {
  let key: string
  const site = setUpTestSite({ objects: s3?.config })
  beforeAll(async () => {
    await waitForDirectUploads(site.store)
    key = await publishThenHide(site)
  })

  test('presigned uploads to S3: host, length and type are signed, and nothing else is accepted', async () => {
    const url = await requestUploadUrl(site.asOtherUser, declared)
    expect(url).toContain(s3?.config.endpoint)
    const signed = new URL(url).searchParams.get('X-Amz-SignedHeaders')
    expect(signed).toBe('content-length;content-type;host')
    expect((await put(url, {}, Buffer.concat([ownSong, Buffer.alloc(1)]))).status).toBe(403)
    expect((await put(url, {}, ownSong.subarray(1))).status).toBe(403)
    expect((await put(url, { 'content-type': 'text/html' })).status).toBe(403)
    expect((await register(site.asOtherUser, 'audio', url)).status).toBe(404)
    expect((await put(url)).status).toBe(200)
    await expectOwnBytes(site, url)
  })

  test.each([
    'x-amz-copy-source',
    'x-copy-from',
    'x-amz-acl',
    'x-amz-meta-owner',
    'x-amz-grant-read',
  ])('presigned uploads to S3: the unsigned header %s has no effect', async (header) => {
    const url = await requestUploadUrl(site.asOtherUser, declared)
    const value = header.includes('copy')
      ? copySourceOf(s3?.config ?? { bucket: '' }, key)
      : 'public-read'
    const { status } = await put(url, { [header]: value })
    if (header === 'x-copy-from') await expectOwnBytes(site, url)
    else {
      expect(status).toBe(403)
      expect((await register(site.asOtherUser, 'audio', url)).status).toBe(404)
    }
  })

  test('uploads without a declared size pass through the server, with its limits', async () => {
    const url = await requestUploadUrl(site.asOtherUser)
    expect(url).toContain(`${site.config.publicUrl}/api/objects/upload/uploads/`)
    const body = new Blob([new Uint8Array(ownSong)]).stream()
    const chunked = await fetch(url, { method: 'PUT', body, duplex: 'half' } as RequestInit)
    expect(chunked.status).toBe(411)
    const copySource = copySourceOf(s3?.config ?? { bucket: '' }, key)
    expect((await put(url, { 'x-amz-copy-source': copySource })).status).toBe(200)
    await expectOwnBytes(site, url)
  })

  test('an object of another size than declared is not registered', async () => {
    const url = await requestUploadUrl(site.asOtherUser, declared)
    const uploadKey = site.store.keyFromUploadUrl(url) ?? ''
    await site.store.write(uploadKey, secretSong, { contentType: 'audio/mpeg' })
    const response = await register(site.asOtherUser, 'audio', url)
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: 'This is not the file for which the upload URL was issued.' },
    ])
  })

  test('a second key signs the upload URLs, and the store accepts a file with it', async () => {
    if (!s3) return
    const uploadCredentials = await startWriteOnlyKey(s3.config)
    const withKey = await startTestSite({ objects: { ...s3.config, uploadCredentials } })
    await waitForDirectUploads(withKey.store)
    const url = await requestUploadUrl(withKey.asOwner, declared)
    expect(new URL(url).searchParams.get('X-Amz-Credential')).toContain(
      uploadCredentials.accessKeyId,
    )
    expect((await put(url)).status).toBe(200)
    expect(await withKey.store.findProblems()).toEqual([])
    await withKey.close()
  })
})

test.each([
  [{ size: 100 * 1024 * 1024 + 1 }, 413],
  [{ size: 1, contentType: 'text/html' }, 415],
  [{ size: -1 }, 400],
  [{ size: 1, contentType: 'audio/mpeg\r\nx: y' }, 400],
  [{ size: 1, acl: 'public-read' }, 400],
])('requesting an upload URL for %j returns %i', async (body, status) => {
  const site = await startTestSite()
  expect((await site.asOwner('POST', '/api/objects/upload', { body })).status).toBe(status)
  await site.close()
})

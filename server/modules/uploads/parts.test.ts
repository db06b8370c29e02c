import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { uploads } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { runDoctor } from '#server/testing/doctor-fixtures.ts'
import { makeUpload, makeUser } from '#server/testing/factories.ts'
import { diskAnd, startTestS3, waitForDirectUploads } from '#server/testing/s3.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import {
  arrivedParts,
  putTo,
  register,
  requestParts,
  requestPartUrl,
  sendPart,
} from '#server/testing/upload-client.ts'
import { sweepStaleUploads } from './cleanup-service.ts'

const MiB = 1024 ** 2
/** Three parts, of which none is like another. */
const file = wavOfSize(11 * MiB)
randomFillSync(file, 1000)
const s3 = await startTestS3()
const statusAndMessage = async (response: Response) => [
  response.status,
  ((await response.json()) as { message?: string }).message,
]
const aDayLater = () => new Date(Date.now() + 25 * 3_600_000)

afterEach(() => vi.restoreAllMocks())

describe.each(diskAnd(s3))('uploads in parts to %s', (kind) => {
  const site = setUpTestSite({
    objects: kind === 's3' ? s3?.config : undefined,
    env: { RATE_LIMIT_SCALE: '1' },
  })
  beforeAll(async () => {
    if (kind === 's3') await waitForDirectUploads(site.store)
  })
  const start = async (caller: Caller = site.asOwner, size = file.length) =>
    (await requestParts(caller, size)).upload
  const sendAll = async (upload: { id: string; partSize: number; parts: number }) => {
    for (let partNumber = 1; partNumber <= upload.parts; partNumber++)
      expect(await sendPart(site.asOwner, upload, { file, partNumber })).toBe(200)
  }
  const storedBytes = async (objectPath: string) => {
    const chunks: Buffer[] = []
    const stream = await site.store.read(objectPath.replace('/objects/', ''))
    for await (const chunk of stream ?? []) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }

  test('uploads in parts: parts arrive in any order, are listed, and become one file', async () => {
    const upload = await start()
    expect(upload).toMatchObject({ partSize: 5 * MiB, parts: 3 })
    expect(await arrivedParts(site.asOwner, upload.id)).toEqual([])
    for (const partNumber of [3, 1])
      expect(await sendPart(site.asOwner, upload, { file, partNumber })).toBe(200)
    expect(await arrivedParts(site.asOwner, upload.id)).toEqual([1, 3])
    expect(await statusAndMessage(await register(site.asOwner, 'audio', upload.uploadURL))).toEqual(
      [409, 'Parts of this file are missing. Please send them first.'],
    )
    await sendPart(site.asOwner, upload, { file, partNumber: 2 })
    const registered = await register(site.asOwner, 'audio', upload.uploadURL)
    const { objectPath } = (await registered.json()) as { objectPath: string }
    expect((await storedBytes(objectPath)).equals(file)).toBe(true)
    for await (const { key } of site.store.list(`uploads/${upload.id}`))
      expect(key).toBe('nothing is left')
    for await (const { key } of site.store.multipart.listUnfinished())
      expect(key).not.toContain(upload.id)
  })

  test('uploads in parts: a part that is sent again replaces the former', async () => {
    const upload = await start()
    const changed = Buffer.from(file)
    changed.fill(1, 6 * MiB, 7 * MiB)
    await sendPart(site.asOwner, upload, { file: changed, partNumber: 2 })
    await sendAll(upload)
    const registered = await register(site.asOwner, 'audio', upload.uploadURL)
    const { objectPath } = (await registered.json()) as { objectPath: string }
    expect((await storedBytes(objectPath)).equals(file)).toBe(true)
  })

  test("uploads in parts: another user's upload is not found, not even by the administrator", async () => {
    const upload = await start()
    for (const caller of [site.asOtherUser, site.asAdministrator]) {
      await expect(requestPartUrl(caller, upload.id, 1)).rejects.toThrow('404')
      await expect(arrivedParts(caller, upload.id)).rejects.toThrow('404')
      expect((await register(caller, 'audio', upload.uploadURL)).status).toBe(404)
    }
  })

  test('uploads in parts: a part must have exactly its size, and its number must exist', async () => {
    const upload = await start()
    const url = await requestPartUrl(site.asOwner, upload.id, 1)
    for (const size of [1, 5 * MiB - 1, 5 * MiB + 1, 11 * MiB])
      expect([size, (await putTo(url, Buffer.alloc(size))).ok]).toEqual([size, false])
    expect(await arrivedParts(site.asOwner, upload.id)).toEqual([])
    for (const partNumber of [4, 10_000])
      await expect(requestPartUrl(site.asOwner, upload.id, partNumber)).rejects.toThrow(
        '400 This upload has 3 parts.',
      )
    for (const partNumber of [0, -1, 1.5, 10_001])
      await expect(requestPartUrl(site.asOwner, upload.id, partNumber)).rejects.toThrow('400')
    const other = url.replace(/(uploads\/[^/?]+\/|partNumber=)1/, '$12')
    expect(other).not.toBe(url)
    expect((await putTo(other, Buffer.alloc(5 * MiB))).status).toBe(403)
  })

  test('uploads in parts: after registration no part is accepted', async () => {
    const upload = await start()
    const early = await requestPartUrl(site.asOwner, upload.id, 3)
    await sendAll(upload)
    const { objectPath } = (await (
      await register(site.asOwner, 'audio', upload.uploadURL)
    ).json()) as { objectPath: string }
    expect((await putTo(early, Buffer.alloc(MiB))).ok).toBe(false)
    await expect(requestPartUrl(site.asOwner, upload.id, 1)).rejects.toThrow('409')
    await expect(arrivedParts(site.asOwner, upload.id)).rejects.toThrow('409')
    expect((await storedBytes(objectPath)).equals(file)).toBe(true)
  })

  test('uploads in parts: two registrations at once return the same file', async () => {
    const upload = await start()
    await sendAll(upload)
    const responses = await Promise.all(
      [1, 2].map(() => register(site.asOwner, 'audio', upload.uploadURL)),
    )
    const paths = await Promise.all(responses.map((response) => response.json()))
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(paths[0]).toEqual(paths[1])
  })

  test.each(['x-amz-copy-source', 'x-copy-from'])(
    'uploads in parts: the header %s does not copy another file into a part',
    async (header) => {
      const secret = Buffer.alloc(5 * MiB, 'secret')
      await site.store.write('audio/secret.mp3', secret, { contentType: 'audio/mpeg' })
      const upload = await start()
      const url = await requestPartUrl(site.asOwner, upload.id, 1)
      const headers = { [header]: `/${s3?.config.bucket}/audio/secret.mp3` }
      await fetch(url, { method: 'PUT', headers, body: new Uint8Array(file.subarray(0, 5 * MiB)) })
      for (const partNumber of [2, 3]) await sendPart(site.asOwner, upload, { file, partNumber })
      const registered = await register(site.asOwner, 'audio', upload.uploadURL)
      if (!registered.ok) return expect(registered.status).toBe(409)
      const { objectPath } = (await registered.json()) as { objectPath: string }
      expect((await storedBytes(objectPath)).equals(file)).toBe(true)
    },
  )

  test('uploads in parts: the URL of the upload itself accepts no file', async () => {
    const { uploadURL } = await start()
    expect(await statusAndMessage(await putTo(uploadURL, file))).toEqual([
      409,
      'This file is sent in parts.',
    ])
  })

  test('uploads in parts: the declared size counts toward the quota before the first part', async () => {
    const user = await makeUser(site.db)
    const { objectPath } = await makeUpload(site.db, user.id, 'audio')
    const size = 10 * 1024 ** 3 - 20 * MiB
    await site.db.update(uploads).set({ size }).where(eq(uploads.objectPath, objectPath))
    const caller = await site.as(user)
    expect((await requestParts(caller, 11 * MiB)).status).toBe(200)
    expect((await requestParts(caller, 11 * MiB)).status).toBe(429)
    expect((await requestParts(caller, 101 * MiB)).status).toBe(413)
    expect((await requestParts(caller, 0)).status).toBe(400)
    expect((await requestParts(caller, 1, 'text/html')).status).toBe(415)
  })

  test('uploads in parts: those that were not finished are removed after a day', async () => {
    const upload = await start()
    await sendPart(site.asOwner, upload, { file, partNumber: 1 })
    const unfinished = async () => {
      const keys: string[] = []
      for await (const { key } of site.store.multipart.listUnfinished()) keys.push(key)
      return keys
    }
    const key = `uploads/${upload.id}`
    await sweepStaleUploads(site, new Date())
    expect(await unfinished()).toContain(key)
    expect((await runDoctor(site)).output).toContainEqual(
      expect.stringContaining(`The upload ${key} is not finished. It began`),
    )
    const started = new Date('2026-01-02')
    vi.spyOn(site.store.multipart, 'listUnfinished').mockImplementation(async function* () {
      yield { key, multipartId: key, started }
    })
    expect((await runDoctor(site)).output).toContain(
      `The upload ${key} of 2026-01-02 was never finished. The servers remove its parts.`,
    )
    vi.restoreAllMocks()
    await sweepStaleUploads(site, aDayLater())
    expect(await unfinished()).not.toContain(key)
    await expect(arrivedParts(site.asOwner, upload.id)).rejects.toThrow('404')
  })
})

describe('uploads in parts that this server receives', () => {
  const site = setUpTestSite({ env: { RATE_LIMIT_SCALE: '1' } })

  test('uploads in parts: while a part arrives no URL is issued for another', async () => {
    const { upload } = await requestParts(site.asOwner, file.length)
    const url = await requestPartUrl(site.asOwner, upload.id, 1)
    const headers = { 'content-length': String(5 * MiB) }
    const sending = request(url, { method: 'PUT', headers })
    sending.on('error', () => {})
    sending.write(file.subarray(0, MiB))
    await expect
      .poll(() => requestPartUrl(site.asOwner, upload.id, 2).catch((error: Error) => error.message))
      .toMatch(/^409 A part of this file is being sent already/)
    const responded = once(sending, 'response')
    sending.end(file.subarray(MiB, 5 * MiB))
    await responded
    await expect.poll(() => sendPart(site.asOwner, upload, { file, partNumber: 2 })).toBe(200)
    expect(await arrivedParts(site.asOwner, upload.id)).toEqual([1, 2])
  })

  test('uploads in parts: a part that is sent again and again counts toward the quota', async () => {
    const user = await makeUser(site.db)
    const { objectPath } = await makeUpload(site.db, user.id, 'audio')
    const size = 10 * 1024 ** 3 - 16 * MiB
    await site.db.update(uploads).set({ size }).where(eq(uploads.objectPath, objectPath))
    const caller = await site.as(user)
    const { upload } = await requestParts(caller, file.length)
    const send = () => sendPart(caller, upload, { file, partNumber: 1 })
    expect([await send(), await send(), await send(), await send()]).toEqual([200, 200, 200, 429])
  })

  test('uploads in parts: a full disk accepts no part, and what has arrived stays', async () => {
    const { upload } = await requestParts(site.asOwner, file.length)
    await sendPart(site.asOwner, upload, { file, partNumber: 1 })
    const url = await requestPartUrl(site.asOwner, upload.id, 2)
    vi.spyOn(site.postgres, 'hasFreeSpace').mockReturnValue(false)
    expect((await putTo(url, file.subarray(5 * MiB, 10 * MiB))).status).toBe(507)
    vi.restoreAllMocks()
    expect(await arrivedParts(site.asOwner, upload.id)).toEqual([1])
  })

  test('uploads in parts: a disk on which the parts do not fit once more keeps them until it has space', async () => {
    const { upload } = await requestParts(site.asOwner, file.length)
    for (const partNumber of [1, 2, 3]) await sendPart(site.asOwner, upload, { file, partNumber })
    const fits = vi.spyOn(site.postgres, 'hasFreeSpace')
    fits.mockImplementation((bytes) => bytes < file.length)
    expect((await register(site.asOwner, 'audio', upload.uploadURL)).status).toBe(507)
    expect(await arrivedParts(site.asOwner, upload.id)).toEqual([1, 2, 3])
    vi.restoreAllMocks()
    expect((await register(site.asOwner, 'audio', upload.uploadURL)).status).toBe(200)
  })

  test('uploads in parts: an interrupted part is not listed, and a retried registration succeeds', async () => {
    const { upload } = await requestParts(site.asOwner, file.length)
    for (const partNumber of [1, 2, 3]) await sendPart(site.asOwner, upload, { file, partNumber })
    const broken = vi.spyOn(site.store, 'move').mockRejectedValueOnce(new Error('no disk'))
    expect((await register(site.asOwner, 'audio', upload.uploadURL)).status).toBe(500)
    expect(broken).toHaveBeenCalled()
    expect((await register(site.asOwner, 'audio', upload.uploadURL)).status).toBe(200)
  })
})

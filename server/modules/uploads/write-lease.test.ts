import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { uploads } from '#server/database/schema.ts'
import { makeUpload, makeUser, type UserRow } from '#server/testing/factories.ts'
import { fixture, html } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { putTo, register, requestUploadUrl, uploadFile } from '#server/testing/upload-client.ts'

const MiB = 1024 ** 2
const bytesPerDay = 10 * 1024 ** 3
const mp3 = fixture('tone.mp3')
const quotaExceeded = [
  429,
  'You have reached the upload limit of 10 GB a day. Please try again later.',
]

const site = setUpTestSite({ env: { RATE_LIMIT_SCALE: '1' } })
afterEach(() => vi.restoreAllMocks())

const statusAndMessage = async (response: Response) => [
  response.status,
  ((await response.json()) as { message: string }).message,
]
const idOf = (url: string) => /uploads\/([^?]*)/.exec(url)?.[1] ?? ''
async function rowOf(url: string) {
  const [row] = await site.db
    .select()
    .from(uploads)
    .where(eq(uploads.id, idOf(url)))
  return row
}

/** Sends the headers and the first bytes of a chunked body. */
function beginChunked(url: string, first: Uint8Array = mp3): Sending {
  const sending = request(url, { method: 'PUT', headers: { 'content-type': 'audio/mpeg' } })
  sending.on('error', () => {})
  sending.write(first)
  const responded = (once(sending, 'response') as Promise<[IncomingMessage]>).then(
    async ([response]) => [
      response.statusCode,
      response.statusCode === 200 ? '' : ((await json(response)) as { message: string }).message,
    ],
  )
  return { sending, responded }
}
type Sending = { sending: ClientRequest; responded: Promise<unknown[]> }

/** Sends a whole body without a Content-Length. */
async function sendChunked(url: string, megabytes: number) {
  const { sending, responded } = beginChunked(url, Buffer.alloc(MiB))
  for (let sent = 1; sent < megabytes; sent++) sending.write(Buffer.alloc(MiB))
  sending.end()
  return responded
}

/** A user who has uploaded all that is allowed except for these bytes. */
async function userWithQuotaLeft(bytes: number): Promise<UserRow> {
  const user = await makeUser(site.db)
  const { objectPath } = await makeUpload(site.db, user.id, 'audio')
  await site.db
    .update(uploads)
    .set({ size: bytesPerDay - bytes })
    .where(eq(uploads.objectPath, objectPath))
  return user
}

test('upload URLs: while a file is being sent, a second one to the same URL is rejected', async () => {
  const url = await requestUploadUrl(site.asOwner)
  const first = beginChunked(url)
  await expect.poll(async () => (await rowOf(url))?.lease).toBeTruthy()
  expect(await statusAndMessage(await putTo(url, mp3))).toEqual([
    409,
    'A file is being sent to this upload URL already. Please wait until it has arrived.',
  ])
  first.sending.end()
  expect(await first.responded).toEqual([200, ''])
  expect((await putTo(url, mp3)).status).toBe(200)
  expect((await register(site.asOwner, 'audio', url)).status).toBe(200)
})

test('upload URLs: of many concurrent requests to one URL one at a time is accepted', async () => {
  const url = await requestUploadUrl(site.asOwner)
  const body = Buffer.alloc(4 * MiB)
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await putTo(url, body)).status),
  )
  const accepted = statuses.filter((status) => status === 200)
  expect(accepted.length).toBeGreaterThan(0)
  expect(new Set(statuses)).toEqual(new Set([200, 409]))
  const row = await rowOf(url)
  expect(row).toMatchObject({ lease: null, received: accepted.length * body.length })
})

test('upload URLs: after a client has disconnected the next one can write, at once or after a minute', async () => {
  const url = await requestUploadUrl(site.asOwner)
  const first = beginChunked(url)
  first.responded.catch(() => {})
  await expect.poll(async () => (await rowOf(url))?.lease).toBeTruthy()
  first.sending.destroy()
  await expect.poll(async () => (await putTo(url, mp3)).status).toBe(200)

  const leasedAt = new Date(Date.now() - 61_000)
  await site.db
    .update(uploads)
    .set({ lease: crypto.randomUUID(), leasedAt })
    .where(eq(uploads.id, idOf(url)))
  expect((await putTo(url, mp3)).status).toBe(200)
})

test('upload quota: a file with a Content-Length above what is left is rejected before it is sent', async () => {
  const user = await userWithQuotaLeft(2 * MiB)
  const caller = await site.as(user)
  const url = await requestUploadUrl(caller)
  expect(await statusAndMessage(await putTo(url, Buffer.alloc(3 * MiB)))).toEqual(quotaExceeded)
  expect((await putTo(url, Buffer.alloc(1.5 * MiB))).status).toBe(200)
  // The bytes of every request count, although the second replaces the first.
  expect(await statusAndMessage(await putTo(url, Buffer.alloc(MiB)))).toEqual(quotaExceeded)
})

test('upload quota: a declared file counts once, and one that exceeds what is left gets no URL', async () => {
  const user = await userWithQuotaLeft(2 * MiB)
  const caller = await site.as(user)
  const declare = (size: number) => caller('POST', '/api/objects/upload', { body: { size } })
  expect(await statusAndMessage(await declare(3 * MiB))).toEqual(quotaExceeded)
  const { uploadURL } = (await (await declare(1.5 * MiB)).json()) as { uploadURL: string }
  expect((await putTo(uploadURL, Buffer.alloc(1.5 * MiB))).status).toBe(200)
  expect(await statusAndMessage(await declare(MiB))).toEqual(quotaExceeded)
})

test('upload quota: bytes without a Content-Length count as they arrive', async () => {
  const user = await userWithQuotaLeft(10 * MiB)
  const caller = await site.as(user)
  const url = await requestUploadUrl(caller)
  expect(await sendChunked(url, 40)).toEqual(quotaExceeded)
  expect(await site.store.stat(`uploads/${idOf(url)}`)).toBeUndefined()
  const received = (await rowOf(url))?.received ?? 0
  expect(received).toBeGreaterThan(5 * MiB)
  expect(received).toBeLessThan(15 * MiB)
})

test('disk space: bytes without a Content-Length are checked as they arrive', async () => {
  const url = await requestUploadUrl(site.asOwner)
  let left = 10 * MiB
  vi.spyOn(site.postgres, 'hasFreeSpace').mockImplementation((bytes) => {
    left -= bytes
    return left > 0
  })
  expect(await sendChunked(url, 40)).toEqual([
    507,
    'Storage is full. Please contact the administrator.',
  ])
  expect(await site.store.stat(`uploads/${idOf(url)}`)).toBeUndefined()
})

test('upload URLs: a rejected file closes its URL, and still counts toward the quota', async () => {
  const user = await makeUser(site.db)
  const caller = await site.as(user)
  const url = await uploadFile(caller, html, 'audio/mpeg')
  expect((await register(caller, 'audio', url)).status).toBe(415)
  expect(await statusAndMessage(await putTo(url, mp3))).toEqual([
    409,
    'This upload URL has already been used.',
  ])
  for (const as of ['audio', 'cover'] as const)
    expect(await statusAndMessage(await register(caller, as, url))).toEqual([
      409,
      'This file was rejected. Please upload another one.',
    ])
  expect(await rowOf(url)).toMatchObject({ state: 'rejected', received: html.length })
})

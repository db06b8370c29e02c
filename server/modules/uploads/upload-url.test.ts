import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { uploads } from '#server/database/schema.ts'
import { makeUpload, makeUser } from '#server/testing/factories.ts'
import { fixture, wavOfSize } from '#server/testing/sample-files.ts'
import { startTestSite, type TestSite } from '#server/testing/test-site.ts'
import { putTo, register, requestUploadUrl, uploadFile } from '#server/testing/upload-client.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_SCALE: '1' })
})
afterAll(() => site.close())

const mp3 = fixture('tone.mp3')
const said = async (response: Response) => [
  response.status,
  ((await response.json()) as { message: string }).message,
]
const idOf = (address: string) => /uploads\/([^?]*)/.exec(address)?.[1] ?? ''

const tampered = (address: string, change: Record<string, string>) => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value)
  return url.href
}

test('presigned upload URLs: a modified or expired URL is rejected before any other check', async () => {
  const address = await uploadFile(site.asOwner, mp3)
  await register(site.asOwner, 'audio', address)
  const later = tampered(address, { expires: '9999999999' })
  const signed = tampered(address, { signature: 'AAAA' })
  const bare = address.replace(/\?.*/, '')
  const another = (await requestUploadUrl(site.asOwner)).replace(/uploads\/[^?]*/, 'uploads/x')
  for (const wrong of [later, signed, bare, another])
    expect(await said(await putTo(wrong, mp3))).toEqual([403, 'This upload address is not valid.'])
})

test('presigned upload URLs: 100 MB are accepted and one byte more is not, whatever Content-Length says', async () => {
  const most = wavOfSize(limits.maxAudioBytes)
  const address = await uploadFile(site.asOwner, most)
  expect((await register(site.asOwner, 'audio', address)).status).toBe(200)

  const tooLong = await requestUploadUrl(site.asOwner)
  const announced = await putTo(tooLong, wavOfSize(limits.maxAudioBytes + 1))
  const unannounced = await fetch(tooLong, {
    method: 'PUT',
    body: new Blob([most, 'x']).stream(),
    duplex: 'half',
  } as RequestInit)
  for (const response of [announced, unannounced])
    expect(await said(response)).toEqual([413, 'File size must be less than 100MB'])
  expect(await site.store.stat(`uploads/${idOf(tooLong)}`)).toBeUndefined()
})

test('upload quota: 200 files an hour, also for concurrent requests', async () => {
  const person = await makeUser(site.db)
  const caller = await site.as(person)
  const responses = await Promise.all(
    Array.from({ length: 205 }, () => caller('POST', '/api/objects/upload')),
  )
  const refused = responses.filter((response) => response.status === 429)
  expect(refused).toHaveLength(5)
  const [first] = refused
  expect(Number(first?.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect(first && (await said(first))).toEqual([
    429,
    'You can upload 200 files an hour. Please try again later.',
  ])
  expect((await site.asOwner('POST', '/api/objects/upload')).status).toBe(200)
})

test('upload quota: 10 GB a day', async () => {
  const person = await makeUser(site.db)
  const { objectPath } = await makeUpload(site.db, person.id, 'audio')
  await site.db
    .update(uploads)
    .set({ size: 10 * 1024 ** 3 })
    .where(eq(uploads.objectPath, objectPath))
  const caller = await site.as(person)
  expect(await said(await caller('POST', '/api/objects/upload'))).toEqual([
    429,
    'You can upload 10 GB a day. Please try again later.',
  ])
})

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { uploads } from '#server/database/schema.ts'
import { makeUpload, makeUser } from '#server/testing/factories.ts'
import { fixture, wavOfSize } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { putTo, register, requestUploadUrl, uploadFile } from '#server/testing/upload-client.ts'

const site = setUpTestSite({ env: { RATE_LIMIT_SCALE: '1' } })

const mp3 = fixture('tone.mp3')
const statusAndMessage = async (response: Response) => [
  response.status,
  ((await response.json()) as { message: string }).message,
]
const idOf = (uploadUrl: string) => /uploads\/([^?]*)/.exec(uploadUrl)?.[1] ?? ''

const tampered = (uploadUrl: string, change: Record<string, string>) => {
  const url = new URL(uploadUrl)
  for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value)
  return url.href
}

test('presigned upload URLs: a modified or expired URL is rejected before any other check', async () => {
  const uploadUrl = await uploadFile(site.asOwner, mp3)
  await register(site.asOwner, 'audio', uploadUrl)
  const later = tampered(uploadUrl, { expires: '9999999999' })
  const signed = tampered(uploadUrl, { signature: 'AAAA' })
  const bare = uploadUrl.replace(/\?.*/, '')
  const another = (await requestUploadUrl(site.asOwner)).replace(/uploads\/[^?]*/, 'uploads/x')
  for (const wrong of [later, signed, bare, another])
    expect(await statusAndMessage(await putTo(wrong, mp3))).toEqual([
      403,
      'This upload URL is not valid.',
    ])
})

test('presigned upload URLs: 100 MB are accepted and one byte more is not, whatever Content-Length says', async () => {
  const most = wavOfSize(limits.maxAudioBytes)
  const uploadUrl = await uploadFile(site.asOwner, most)
  expect((await register(site.asOwner, 'audio', uploadUrl)).status).toBe(200)

  const tooLong = await requestUploadUrl(site.asOwner)
  const announced = await putTo(tooLong, wavOfSize(limits.maxAudioBytes + 1))
  const unannounced = await fetch(tooLong, {
    method: 'PUT',
    body: new Blob([most, 'x']).stream(),
    duplex: 'half',
  } as RequestInit)
  for (const response of [announced, unannounced])
    expect(await statusAndMessage(response)).toEqual([413, 'File size must be less than 100MB'])
  expect(await site.store.stat(`uploads/${idOf(tooLong)}`)).toBeUndefined()
})

test('upload quota: a user can upload 200 files an hour, also with concurrent requests', async () => {
  const user = await makeUser(site.db)
  const caller = await site.as(user)
  for (let file = 0; file < 190; file++) await makeUpload(site.db, user.id, 'audio')
  const responses = await Promise.all(
    Array.from({ length: 15 }, () => caller('POST', '/api/objects/upload')),
  )
  const refused = responses.filter((response) => response.status === 429)
  expect(refused).toHaveLength(5)
  const [first] = refused
  expect(Number(first?.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect(first && (await statusAndMessage(first))).toEqual([
    429,
    'You can upload 200 files an hour. Please try again later.',
  ])
  expect((await site.asOwner('POST', '/api/objects/upload')).status).toBe(200)
})

test('upload quota: a user can upload 10 GB a day', async () => {
  const user = await makeUser(site.db)
  const { objectPath } = await makeUpload(site.db, user.id, 'audio')
  await site.db
    .update(uploads)
    .set({ size: 10 * 1024 ** 3 })
    .where(eq(uploads.objectPath, objectPath))
  const caller = await site.as(user)
  expect(await statusAndMessage(await caller('POST', '/api/objects/upload'))).toEqual([
    429,
    'You have reached the upload limit of 10 GB a day. Please try again later.',
  ])
})

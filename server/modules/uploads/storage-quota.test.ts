import { expect, test } from 'vitest'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'
import { putTo, requestParts, requestUploadUrl } from '#server/testing/upload-client.ts'

const site = setUpTestApp({ env: { UPLOAD_QUOTA_MB: '1', ADMIN_EMAILS: 'boss@example.org' } })

const full = { message: 'Your storage is full.' }
const declare = (size: number) => ({ body: { size, contentType: 'audio/mpeg' } })

test('storage quota: a user may store one megabyte of a million bytes, and the administrator any amount', async () => {
  const { db } = site.postgres
  const call = await site.as(await makeUser(db))
  const refused = await call('POST', '/api/objects/upload', declare(1_000_001))
  expect(refused.status).toBe(413)
  expect(await refused.json()).toEqual(full)
  expect((await call('POST', '/api/objects/upload', declare(900_000))).status).toBe(200)
  expect((await call('POST', '/api/objects/upload', declare(200_000))).status).toBe(413)
  expect((await call('POST', '/api/objects/upload', declare(100_000))).status).toBe(200)

  const admin = await makeUser(db, { email: 'boss@example.org', emailVerified: true })
  const asAdmin = await site.as(admin)
  expect((await asAdmin('POST', '/api/objects/upload', declare(9_000_000))).status).toBe(200)
})

test('storage quota: a file in parts counts with its declared size before the first part arrives', async () => {
  const call = await site.as(await makeUser(site.postgres.db))
  expect((await requestParts(call, 1_000_001)).status).toBe(413)
  expect((await requestParts(call, 900_000)).status).toBe(200)
  expect((await requestParts(call, 200_000)).status).toBe(413)
})

test("storage quota: the renditions of a user's tracks count", async () => {
  const { db } = site.postgres
  const user = await makeUser(db)
  const call = await site.as(user)
  await makeTrack(db, user.id, { opusBytes: 400_000, aacBytes: 500_000 })
  expect((await call('POST', '/api/objects/upload', declare(100_001))).status).toBe(413)
  expect((await call('POST', '/api/objects/upload', declare(100_000))).status).toBe(200)
})

test('storage quota: bytes that were not declared count as they arrive', async () => {
  const call = await site.as(await makeUser(site.postgres.db))
  const url = await requestUploadUrl(call)
  const refused = await putTo(url, new Uint8Array(1_200_000))
  expect(refused.status).toBe(413)
  expect(await refused.json()).toEqual(full)
  expect((await putTo(await requestUploadUrl(call), fixture('tone.mp3'))).status).toBe(200)
})

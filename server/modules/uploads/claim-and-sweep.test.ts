import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { uploads, users } from '#server/database/schema.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { allKeysOfUpload } from '#server/shared/object-keys.ts'
import { makeTrack, makeUpload, makeUser } from '#server/testing/factories.ts'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { register, requestUploadUrl, upload, uploadFile } from '#server/testing/upload-client.ts'
import { removeReleasedFiles, sweepStaleUploads } from './cleanup-service.ts'
import { recentUploads } from './repository.ts'
import { claimAudio, claimImage, releaseObjects, releaseObjectsOf } from './service.ts'

const site = setUpTestSite()

const mp3 = fixture('tone.mp3')
const idOf = (path: string) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(path)?.[0] ?? ''
const hours = (count: number) => new Date(Date.now() + count * 3_600_000)

async function stateOf(path: string) {
  const rows = await site.db
    .select()
    .from(uploads)
    .where(eq(uploads.id, idOf(path)))
  return rows[0]?.state
}
async function filesOf(path: string) {
  const stats = await Promise.all(allKeysOfUpload(idOf(path)).map((key) => site.store.stat(key)))
  return stats.filter((found) => found !== undefined).length
}

test('claims: a file is claimed once, and only by its uploader', async () => {
  const { db, owner, otherUser } = site
  const { objectPath } = await makeUpload(db, owner.id, 'audio')
  const claim = { userId: owner.id, objectPath }
  await expect(claimAudio(db, { ...claim, userId: otherUser.id })).rejects.toMatchObject({
    status: 404,
  })
  await expect(claimImage(db, claim)).rejects.toMatchObject({ status: 404 })
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => claimAudio(db, claim)))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toEqual([
    { status: 'fulfilled', value: { duration: 12, size: 1000 } },
  ])
  await expect(claimAudio(db, claim)).rejects.toMatchObject({ status: 409 })
})

test('claims: a claim that is rolled back leaves the file available', async () => {
  const { db, owner } = site
  const { objectPath } = await makeUpload(db, owner.id, 'image')
  const failing = db.transaction(async (tx) => {
    await claimImage(tx, { userId: owner.id, objectPath })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await stateOf(objectPath)).toBe('registered')
  await claimImage(db, { userId: owner.id, objectPath })
  expect(await stateOf(objectPath)).toBe('used')
})

test('sweep: released files are removed, and the removal is retried while the store fails', async () => {
  const { db, store, owner } = site
  const path = await upload(site.asOwner, 'artwork', await createImage())
  await claimImage(db, { userId: owner.id, objectPath: path })
  await releaseObjects(db, [path, null])
  const broken: ObjectStore = { ...store, remove: () => Promise.reject(new Error('down')) }
  await expect(removeReleasedFiles({ db, store: broken })).rejects.toThrow('down')
  expect([await stateOf(path), await filesOf(path)]).toEqual(['released', 4])
  await Promise.all([removeReleasedFiles({ db, store }), removeReleasedFiles({ db, store })])
  expect([await stateOf(path), await filesOf(path)]).toEqual(['rejected', 0])
})

test('upload quota: a deleted track and its file count for the rest of the day, without the file', async () => {
  const { db, asOtherUser: call, otherUser } = site
  const before = await recentUploads(db, otherUser.id)
  const audioUrl = await upload(call, 'audio', mp3)
  const created = await call('POST', '/api/tracks', { body: { title: 'Brief', audioUrl } })
  const { id } = (await created.json()) as { id: string }
  expect((await call('DELETE', `/api/tracks/${id}`)).status).toBe(204)
  await removeReleasedFiles(site)
  expect(await filesOf(audioUrl)).toBe(0)
  const { filesInHour, bytesInDay } = await recentUploads(db, otherUser.id)
  expect(filesInHour - before.filesInHour).toBe(1)
  expect(bytesInDay - before.bytesInDay).toBe(mp3.length)
  await sweepStaleUploads(site, hours(25))
  expect(await stateOf(audioUrl)).toBeUndefined()
})

test('releasing: the files of everything a user owns are released with the user', async () => {
  const { db, store } = site
  const user = await makeUser(db)
  const caller = await site.as(user)
  const audioPath = await upload(caller, 'audio', mp3)
  const artworkPath = await upload(caller, 'artwork', await createImage())
  const avatar = await upload(caller, 'profile image', await createImage())
  await claimAudio(db, { userId: user.id, objectPath: audioPath })
  await claimImage(db, { userId: user.id, objectPath: artworkPath })
  await makeTrack(db, user.id, { audioPath, artworkPath })
  const [other] = [await upload(site.asOwner, 'audio', mp3)]
  await db.transaction(async (tx) => {
    await releaseObjectsOf(tx, user.id)
    await tx.delete(users).where(eq(users.id, user.id))
  })
  await removeReleasedFiles({ db, store })
  const left = await Promise.all([audioPath, artworkPath, avatar, other].map(filesOf))
  expect(left).toEqual([0, 0, 0, 1])
})

test('sweep: uploads that were not registered or not used within a day are removed, all others stay', async () => {
  const { db, store, owner } = site
  const neverSent = await requestUploadUrl(site.asOwner)
  const neverRegistered = await uploadFile(site.asOwner, mp3)
  const neverUsed = await upload(site.asOwner, 'audio', mp3)
  const used = await upload(site.asOwner, 'audio', mp3)
  await claimAudio(db, { userId: owner.id, objectPath: used })
  const all = [neverSent, neverRegistered, neverUsed, used]
  const leftover = `uploads/${idOf(used)}`
  await store.write(leftover, mp3, { contentType: 'audio/mpeg' })

  await sweepStaleUploads({ db, store }, hours(23))
  expect(await Promise.all(all.map(stateOf))).toEqual(['issued', 'issued', 'registered', 'used'])
  expect(await Promise.all(all.map(filesOf))).toEqual([0, 1, 1, 2])

  await sweepStaleUploads({ db, store }, hours(25))
  expect(await Promise.all(all.map(stateOf))).toEqual([undefined, undefined, undefined, 'used'])
  expect(await Promise.all(all.map(filesOf))).toEqual([0, 0, 0, 1])
  expect((await register(site.asOwner, 'audio', neverRegistered)).status).toBe(404)
})

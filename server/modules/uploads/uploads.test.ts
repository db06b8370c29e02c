import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { uploads } from '#server/database/schema.ts'
import { NoSpaceLeft, StoreUnavailable } from '#server/platform/objects/object-store.ts'
import { allKeysOfUpload } from '#server/shared/object-keys.ts'
import { diskAnd, startTestS3 } from '#server/testing/s3.ts'
import { createImage, fixture, html, jpegOfSize, wavOfSize } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import {
  putTo,
  register,
  requestUploadUrl,
  upload,
  uploadFile,
} from '#server/testing/upload-client.ts'

const s3 = await startTestS3()

const mp3 = fixture('tone.mp3')
const json = (response: Response) => response.json() as Promise<Record<string, string>>
const statusAndMessage = async (response: Response) => [
  response.status,
  (await json(response))['message'],
]
const idOf = (path: string) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(path)?.[0] ?? ''

describe.each(diskAnd(s3))('uploads to %s', (kind) => {
  const site = setUpTestSite({ objects: kind === 's3' ? s3?.config : undefined })

  const leftOf = async (url: string) => {
    const stats = await Promise.all(allKeysOfUpload(idOf(url)).map((key) => site.store.stat(key)))
    return stats.filter((found) => found !== undefined).length
  }

  test('uploads: a file is PUT to a presigned URL and registered as audio', async () => {
    const url = await requestUploadUrl(site.asOwner)
    expect((await putTo(url, mp3, 'audio/mpeg')).status).toBe(200)
    const response = await register(site.asOwner, 'audio', url)
    expect(response.status).toBe(200)
    const { objectPath = '' } = await json(response)
    expect(objectPath).toBe(`/objects/audio/${idOf(url)}.mp3`)
    const [row] = await site.db.select().from(uploads).where(eq(uploads.objectPath, objectPath))
    expect(row).toMatchObject({ duration: 2, contentType: 'audio/mpeg', size: mp3.length })
    expect(await leftOf(url)).toBe(1)
  })

  test('uploads: an image is stored in four widths, the uploaded file is removed', async () => {
    const url = await uploadFile(site.asOwner, await createImage({ format: 'gif' }))
    const { objectPath } = await json(await register(site.asOwner, 'artwork', url))
    expect(objectPath).toBe(`/objects/images/${idOf(url)}`)
    expect(await leftOf(url)).toBe(4)
  })

  test('uploads: a profile image is visible at once, and the previous one is released', async () => {
    const first = await upload(site.asOwner, 'profile image', await createImage())
    const url = await uploadFile(site.asOwner, await createImage())
    const response = await register(site.asOwner, 'profile image', url)
    const { objectPath, profileImageUrl = '' } = await json(response)
    expect(profileImageUrl).toMatch(new RegExp(`^/api/users/${site.owner.id}/avatar\\?v=`))
    const user = await json(await site.asOwner('GET', '/api/auth/user'))
    expect(user['profileImageUrl']).toBe(profileImageUrl)
    const stateOf = async (path = '') =>
      (await site.db.select().from(uploads).where(eq(uploads.objectPath, path)))[0]?.state
    expect([await stateOf(first), await stateOf(objectPath)]).toEqual(['released', 'used'])
    expect((await register(site.asOwner, 'profile image', url)).status).toBe(200)
  })

  test('uploads: only the uploader can register a file, not even the administrator', async () => {
    const url = await uploadFile(site.asOwner, mp3)
    for (const caller of [site.asOtherUser, site.asAdministrator])
      expect(await statusAndMessage(await register(caller, 'audio', url))).toEqual([
        404,
        'Upload not found',
      ])
    expect((await register(site.visitor, 'audio', url)).status).toBe(401)
    expect((await register(site.asOwner, 'audio', url)).status).toBe(200)
  })

  test('uploads: repeated and concurrent registrations return the same path', async () => {
    const url = await uploadFile(site.asOwner, mp3)
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => register(site.asOwner, 'audio', url)),
    )
    responses.push(await register(site.asOwner, 'audio', url))
    const paths = await Promise.all(
      responses.map(async (response) => (await json(response))['objectPath']),
    )
    expect(new Set(paths)).toEqual(new Set([`/objects/audio/${idOf(url)}.mp3`]))
    expect(await statusAndMessage(await register(site.asOwner, 'cover', url))).toEqual([
      409,
      'This file is already registered as audio.',
    ])
  })

  test('uploads: registering without a file returns 404', async () => {
    const url = await requestUploadUrl(site.asOwner)
    expect(await statusAndMessage(await register(site.asOwner, 'audio', url))).toEqual([
      404,
      'Upload not found',
    ])
    await putTo(url, mp3)
    expect((await register(site.asOwner, 'audio', url)).status).toBe(200)
  })

  test('uploads: a file of the wrong type is rejected and removed', async () => {
    for (const [as, label] of [
      ['audio', 'audio'],
      ['cover', 'image'],
    ] as const) {
      const url = await uploadFile(site.asOwner, html, 'audio/mpeg')
      expect(await statusAndMessage(await register(site.asOwner, as, url))).toEqual([
        415,
        `Please select a valid ${label} file`,
      ])
      expect(await leftOf(url)).toBe(0)
    }
  })

  test('uploads: audio declared as HTML is rejected and removed', async () => {
    const url = await requestUploadUrl(site.asOwner)
    expect(await statusAndMessage(await putTo(url, mp3, 'text/html'))).toEqual([
      415,
      'Please select a valid audio or image file',
    ])
    expect(await leftOf(url)).toBe(0)
  })

  test('uploads: a file that is too large is rejected and removed', async () => {
    const url = await uploadFile(site.asOwner, await jpegOfSize(limits.maxImageBytes + 1))
    expect(await statusAndMessage(await register(site.asOwner, 'cover', url))).toEqual([
      413,
      'File size must be less than 5MB',
    ])
    expect(await leftOf(url)).toBe(0)
  })

  test('uploads: a registration that was interrupted at any step is resumed', async () => {
    for (const folder of ['uploads', 'checking', 'audio']) {
      const url = await uploadFile(site.asOwner, mp3)
      const id = idOf(url)
      const to = folder === 'audio' ? `audio/${id}.mp3` : `${folder}/${id}`
      if (folder !== 'uploads') await site.store.move(`uploads/${id}`, to, { contentType: 'x/y' })
      const leasedAt = new Date(Date.now() - 60_000)
      await site.db
        .update(uploads)
        .set({ state: 'checking', lease: crypto.randomUUID(), leasedAt })
        .where(eq(uploads.id, id))
      const response = await register(site.asOwner, 'audio', url)
      expect(await json(response), folder).toEqual({ objectPath: `/objects/audio/${id}.mp3` })
      expect(await leftOf(url)).toBe(1)
    }
  })

  test('uploads: a store that is full or down is reported, and the upload can be registered later', async () => {
    const url = await uploadFile(site.asOwner, await createImage())
    const { write } = site.store
    for (const [error, status] of [
      [new NoSpaceLeft('full'), 507],
      [new StoreUnavailable('down'), 503],
    ] as const) {
      site.store.write = () => Promise.reject(error)
      expect((await register(site.asOwner, 'cover', url)).status).toBe(status)
    }
    site.store.write = write
    expect((await register(site.asOwner, 'cover', url)).status).toBe(200)
  })

  test('uploads: a PUT after registration changes nothing', async () => {
    const url = await uploadFile(site.asOwner, mp3)
    const { objectPath = '' } = await json(await register(site.asOwner, 'audio', url))
    const late = await putTo(url, wavOfSize(1000))
    if (kind === 'disk') expect(late.status).toBe(409)
    await register(site.asOwner, 'audio', url)
    const stored = await site.store.read(objectPath.replace('/objects/', ''))
    expect(stored && (await text(stored))).toBe(mp3.toString())
  })
})

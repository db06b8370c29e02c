import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { allKeysOfUpload } from '#server/shared/object-keys.ts'
import {
  interlacedPng,
  manyEntriesZip,
  progressiveJpeg,
  textBombPng,
} from '#server/testing/hostile-files.ts'
import {
  blankPng,
  createImage,
  fixture,
  gifWithFrames,
  html,
  id3Tag,
  jpegOfSize,
  svg,
  zip,
} from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import {
  register,
  requestUploadUrl,
  type UploadKind,
  uploadFile,
} from '#server/testing/upload-client.ts'

const site = setUpTestSite()

const mp3 = fixture('tone.mp3')
const messageOf = async (response: Response) =>
  ((await response.json()) as { message: string }).message
const statusAndMessage = async (response: Response) => [response.status, await messageOf(response)]

async function leftOf(url: string) {
  const id = /uploads\/([^?]*)/.exec(url)?.[1] ?? ''
  const stats = await Promise.all(allKeysOfUpload(id).map((key) => site.store.stat(key)))
  return stats.filter((found) => found !== undefined).length
}

test.each([
  'https://evil.example/uploads/x',
  'http://169.254.169.254/latest/meta-data/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '/objects/uploads/x',
  'not a URL',
])('registering an upload: the foreign URL %s is rejected', async (url) => {
  expect(await statusAndMessage(await register(site.asOwner, 'audio', url))).toEqual([
    400,
    'This is not an upload URL of this site',
  ])
})

test('registering an upload: a URL of this site with a path traversal is rejected', async () => {
  const url = await requestUploadUrl(site.asOwner)
  for (const key of ['..%2f..%2fetc%2fpasswd', '../../etc/passwd', 'uploads%2f..%2faudio%2fx'])
    expect((await register(site.asOwner, 'audio', url.replace(/uploads\/[^?]*/, key))).status).toBe(
      400,
    )
})

test.each([
  ['SVG', svg],
  ['HTML', html],
  ['ZIP', zip],
  ['a file of no bytes', Buffer.alloc(0)],
  ['sound that is a ZIP too', Buffer.concat([mp3, zip])],
  ['sound that is a page too', Buffer.concat([mp3, html])],
  ['Windows Media', fixture('tone.wma')],
  ['a film', fixture('film.mp4')],
  ['half an MP4', fixture('tone.m4a').subarray(0, 4000)],
  ['a tag that claims 256 MB', id3Tag(2 ** 28 - 1, mp3)],
])('registering audio: %s is rejected and its file removed', async (_, bytes) => {
  const url = await uploadFile(site.asOwner, bytes, 'audio/mpeg')
  expect(await statusAndMessage(await register(site.asOwner, 'audio', url))).toEqual([
    415,
    'Please select a valid audio file',
  ])
  expect(await leftOf(url)).toBe(0)
})

test.each([
  ['SVG', svg],
  ['HTML', html],
  ['ZIP', zip],
  ['a file of no bytes', Buffer.alloc(0)],
  ['sound', mp3],
  ['256 megapixels', blankPng(16_000, 16_000)],
  ['10,000 frames', gifWithFrames(10_000)],
])('registering an image: %s is rejected and its file removed', async (_, bytes) => {
  const url = await uploadFile(site.asOwner, bytes, 'image/png')
  expect(await statusAndMessage(await register(site.asOwner, 'cover', url))).toEqual([
    415,
    'Please select a valid image file',
  ])
  expect(await leftOf(url)).toBe(0)
})

test.each<[string, UploadKind, () => Buffer | Promise<Buffer>]>([
  ['a PNG of 39,999,999 by 1 pixels', 'artwork', () => interlacedPng(39_999_999, 1)],
  ['a PNG of 1 by 39,999,999 pixels', 'cover', () => interlacedPng(1, 39_999_999)],
  ['a JPEG with 2,000 scans', 'profile image', () => progressiveJpeg(2000)],
  ['a JPEG with 50,000 scans', 'cover', () => progressiveJpeg(50_000)],
  ['a PNG with texts of 800 MB', 'artwork', () => textBombPng(100)],
  ['a ZIP with 32,000 entries', 'artwork', () => manyEntriesZip(1_000_000)],
  ['audio that is a ZIP with 32,000 entries', 'audio', () => manyEntriesZip(1_000_000)],
])('registering a hostile file: %s is rejected, and the next file is not', async (_, as, make) => {
  const label = as === 'audio' ? 'audio' : 'image'
  const url = await uploadFile(site.asOwner, await make())
  expect(await statusAndMessage(await register(site.asOwner, as, url))).toEqual([
    415,
    `Please select a valid ${label} file`,
  ])
  expect(await leftOf(url)).toBe(0)
  expect((await site.visitor('GET', '/healthz')).status).toBe(200)
  const good = as === 'audio' ? mp3 : await createImage()
  const next = await register(site.asOwner, as, await uploadFile(site.asOwner, good))
  expect(next.status).toBe(200)
})

test('registering an image: other requests are served while an expensive file is decoded', async () => {
  const url = await uploadFile(site.asOwner, progressiveJpeg(55))
  let isDone = false
  const expensive = register(site.asOwner, 'artwork', url).finally(() => {
    isDone = true
  })
  let served = 0
  while (!isDone) {
    expect((await site.visitor('GET', '/healthz')).status).toBe(200)
    served++
  }
  expect((await expensive).status).toBe(200)
  expect(served).toBeGreaterThan(20)
})

test('registering an image: images may have 5 MB, artwork 10 MB', async () => {
  const { maxImageBytes, maxBulkArtworkBytes } = limits
  for (const [as, size, status] of [
    ['cover', maxImageBytes, 200],
    ['cover', maxImageBytes + 1, 413],
    ['profile image', maxImageBytes + 1, 413],
    ['artwork', maxImageBytes + 1, 200],
    ['artwork', maxBulkArtworkBytes, 200],
    ['artwork', maxBulkArtworkBytes + 1, 413],
  ] as const) {
    const url = await uploadFile(site.asOwner, await jpegOfSize(size))
    const response = await register(site.asOwner, as, url)
    expect(response.status, `${as} of ${size}`).toBe(status)
    if (status !== 413) continue
    expect(await messageOf(response)).toBe(
      `File size must be less than ${as === 'artwork' ? 10 : 5}MB`,
    )
    expect(await leftOf(url)).toBe(0)
  }
})

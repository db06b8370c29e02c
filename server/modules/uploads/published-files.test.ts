import { expect, test } from 'vitest'
import type { PublishedFile } from '#contract/uploads.ts'
import type { Caller } from '#server/testing/app.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { requestUploadUrl, uploadFile } from '#server/testing/upload-client.ts'

const site = setUpTestSite()
const mp3 = fixture('tone.mp3')
const contentHash = 'a'.repeat(64)

const registerWith = (audioURL: string, hash: string) =>
  site.asOwner('PUT', '/api/tracks/audio', { body: { audioURL, contentHash: hash } })

async function published(caller: Caller, sizes: string): Promise<PublishedFile[]> {
  return (await caller('GET', `/api/objects/published?sizes=${sizes}`)).json() as never
}

test('published files: a track is found by the size of its file, with the hash that was declared', async () => {
  const url = await uploadFile(site.asOwner, mp3)
  const registered = await registerWith(url, contentHash)
  const { objectPath: audioUrl } = (await registered.json()) as { objectPath: string }
  // Not before it is published.
  expect(await published(site.asOwner, String(mp3.length))).toEqual([])
  await site.asOwner('POST', '/api/tracks', { body: { title: 'Kettle', audioUrl } })
  const [found] = await published(site.asOwner, `1,${mp3.length}`)
  expect(found).toMatchObject({ size: mp3.length, contentHash, track: { title: 'Kettle' } })
  expect(await published(site.asOwner, String(mp3.length + 1))).toEqual([])
  expect(await published(site.asOtherUser, String(mp3.length))).toEqual([])
})

test('published files: a hash that is none is refused', async () => {
  const response = await registerWith(await requestUploadUrl(site.asOwner), 'sha256')
  expect(response.status).toBe(400)
})

test.each(['', 'a', '1,', Array(101).fill(1).join()])(
  'published files: sizes that are none, or too many, are refused: %s',
  async (sizes) => {
    const response = await site.asOwner('GET', `/api/objects/published?sizes=${sizes}`)
    expect(response.status).toBe(400)
  },
)

test('published files: a size that no file on this site can have finds nothing', async () => {
  expect(await published(site.asOwner, '9999999999')).toEqual([])
})

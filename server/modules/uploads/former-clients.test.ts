import { beforeAll, describe, expect, test } from 'vitest'
import { diskAnd, startTestS3, waitForDirectUploads } from '#server/testing/s3.ts'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const s3 = await startTestS3()

/** A client that knows nothing of parts and declares nothing: one request for a URL, one PUT, one registration. */
describe.each(diskAnd(s3))('clients without parts (%s)', (kind) => {
  const site = setUpTestSite({ objects: kind === 's3' ? s3?.config : undefined })
  beforeAll(async () => {
    if (kind === 's3') await waitForDirectUploads(site.store)
  })

  async function send(bytes: Buffer, contentType: string, path: string, field: string) {
    const issued = await site.asOwner('POST', '/api/objects/upload')
    const { uploadURL, objectPath, ...others } = (await issued.json()) as Record<string, string>
    expect([objectPath, others]).toEqual([expect.stringContaining('/objects/'), {}])
    const headers = { 'content-type': contentType }
    const body = new Uint8Array(bytes)
    expect((await fetch(uploadURL ?? '', { method: 'PUT', headers, body })).status).toBe(200)
    const registered = await site.asOwner('PUT', path, { body: { [field]: uploadURL } })
    expect(registered.status).toBe(200)
    return ((await registered.json()) as { objectPath: string }).objectPath
  }

  test('clients without parts: one request for a URL, one PUT and one registration make a track', async () => {
    const bytes = fixture('tone.mp3')
    const audioUrl = await send(bytes, 'audio/mpeg', '/api/tracks/audio', 'audioURL')
    const image = await createImage()
    const artworkUrl = await send(image, 'image/png', '/api/tracks/artwork', 'artworkURL')
    const track = { title: 'As ever', genre: 'folk', privacy: 'public', audioUrl, artworkUrl }
    const created = await site.asOwner('POST', '/api/tracks', { body: track })
    expect(created.status).toBe(201)
    const { id } = (await created.json()) as { id: string }
    const heard = await site.visitor('GET', `/api/tracks/${id}/audio`, { redirect: 'follow' })
    expect(bytes.equals(Buffer.from(await heard.arrayBuffer()))).toBe(true)
    const shown = await site.visitor('GET', `/api/tracks/${id}/artwork`, { redirect: 'follow' })
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })
})

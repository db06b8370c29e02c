import { parseBuffer } from 'music-metadata'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Stats } from '#contract/stats.ts'
import type { TrackDetail } from '#contract/tracks.ts'
import { uploads } from '#server/database/schema.ts'
import { createMedia } from '#server/platform/media/media.ts'
import { makeTrack } from '#server/testing/factories.ts'
import { emptyCommentsOpus } from '#server/testing/hostile-tags.ts'
import { standIn } from '#server/testing/needs.ts'
import { startTestS3, withS3 } from '#server/testing/s3.ts'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import { startTestSite, type TestSite } from '#server/testing/test-site.ts'
import { upload } from '#server/testing/upload-client.ts'
import { readLayouts } from './layouts.ts'

const s3 = await startTestS3()
standIn('downloads from S3', withS3(s3))
const stores = [
  { name: 'disk', objects: undefined },
  ...(s3 ? [{ name: 'S3', objects: s3.config }] : []),
]

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe.each(stores)('on $name', ({ name, objects }) => {
  let site: TestSite
  let id: string
  let path: string
  beforeAll(async () => {
    site = await startTestSite({ objects })
    const audioPath = await upload(site.asOwner, 'audio', fixture('tone.flac'))
    const artworkPath = await upload(site.asOwner, 'artwork', await createImage())
    const fields = { title: 'Соль/鹽', artist: 'Mira Ström', allowDownload: true }
    const track = await makeTrack(site.db, site.owner.id, { ...fields, audioPath, artworkPath })
    id = track.id
    path = `/api/tracks/${id}/download`
  })
  afterAll(() => site.close())

  test(`downloads on ${name}: the file has the title, artist and artwork of today`, async () => {
    const response = await site.visitor('GET', path)
    expect(response.status).toBe(200)
    const bytes = await bytesOf(response)
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(response.headers.get('content-type')).toBe('audio/flac')
    const { common } = await parseBuffer(bytes)
    expect(common).toMatchObject({ title: 'Соль/鹽', artist: 'Mira Ström' })
    expect(common.picture?.[0]?.format).toBe('image/jpeg')
  })

  test(`downloads on ${name}: one that broke off is resumed with the same bytes`, async () => {
    const response = await site.visitor('GET', path)
    const whole = await bytesOf(response)
    const headers = { range: 'bytes=5000-', 'if-range': response.headers.get('etag') ?? '' }
    const rest = await site.visitor('GET', path, { headers })
    expect(rest.status).toBe(206)
    expect(rest.headers.get('content-range')).toBe(`bytes 5000-${whole.length - 1}/${whole.length}`)
    expect(await bytesOf(rest)).toEqual(whole.subarray(5000))
  })

  test(`downloads on ${name}: one that continues after a change of the title starts again`, async () => {
    const before = await site.visitor('HEAD', path)
    await site.asOwner('PUT', `/api/tracks/${id}`, { body: { title: 'Salt' } })
    const etag = before.headers.get('etag') ?? ''
    const headers = { range: 'bytes=5000-', 'if-range': etag }
    const response = await site.visitor('GET', path, { headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('etag')).not.toBe(etag)
    expect((await parseBuffer(await bytesOf(response))).common.title).toBe('Salt')
    await site.asOwner('PUT', `/api/tracks/${id}`, { body: { title: 'Соль/鹽' } })
  })

  test(`downloads on ${name}: HEAD has the headers of GET and no bytes`, async () => {
    const [head, get] = [await site.visitor('HEAD', path), await site.visitor('GET', path)]
    for (const header of ['content-length', 'etag', 'content-disposition', 'accept-ranges'])
      expect(head.headers.get(header)).toBe(get.headers.get(header))
    expect(await bytesOf(head)).toHaveLength(0)
    await bytesOf(get)
  })

  test(`downloads on ${name}: a track whose file is missing is not found`, async () => {
    const { id } = await makeTrack(site.db, site.owner.id, { allowDownload: true })
    expect((await site.visitor('GET', `/api/tracks/${id}/download`)).status).toBe(404)
  })
})

describe('of a track', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite()
  })
  afterAll(() => site.close())

  async function publish(fields: Parameters<typeof makeTrack>[2]) {
    const audioPath = await upload(site.asOwner, 'audio', fixture('tone.mp3'))
    const { id } = await makeTrack(site.db, site.owner.id, { audioPath, ...fields })
    return `/api/tracks/${id}/download`
  }

  const countFor = async (caller: TestSite['visitor'], path: string) => {
    const response = await caller('GET', `/api/tracks/slug/${path.split('/')[3]}`)
    return ((await response.json()) as TrackDetail).downloadCount
  }

  test('downloads: the name is in any script, and none that a file system refuses', async () => {
    const path = await publish({ artist: 'AC/DC', title: 'Соль: 鹽?', allowDownload: true })
    const response = await site.visitor('GET', path)
    const encoded = encodeURIComponent('AC_DC - Соль_ 鹽_.mp3')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="AC_DC - _____ __.mp3"; filename*=UTF-8''${encoded}`,
    )
    await bytesOf(response)
  })

  test('downloads: without permission only the owner gets the file, with one sentence for others', async () => {
    const path = await publish({})
    const refused = await site.asOtherUser('GET', path)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toEqual({ message: 'The artist does not allow downloads.' })
    const allowed = await site.asOwner('GET', path)
    expect(allowed.status).toBe(200)
    await bytesOf(allowed)
  })

  test('downloads: the owner allows them in the edit form', async () => {
    const path = await publish({})
    const track = path.replace('/download', '')
    const updated = await site.asOwner('PUT', track, { body: { allowDownload: true } })
    expect(await updated.json()).toMatchObject({ allowDownload: true })
    const response = await site.visitor('GET', path)
    expect(response.status).toBe(200)
    await bytesOf(response)
  })

  test('downloads: one in several ranges counts once, and only the owner sees the count', async () => {
    const path = await publish({ allowDownload: true })
    for (const range of ['bytes=0-999', 'bytes=1000-1999', 'bytes=2000-'])
      await bytesOf(await site.visitor('GET', path, { headers: { range } }))
    await vi.waitFor(async () => expect(await countFor(site.asOwner, path)).toBe(1))
    expect(await countFor(site.asOtherUser, path)).toBeNull()
    expect(await countFor(site.visitor, path)).toBeNull()
  })

  test('downloads: those of others count, also in the statistics, but not those of robots', async () => {
    const path = await publish({ allowDownload: true })
    await bytesOf(await site.asOwner('GET', path))
    await site.visitor('HEAD', path)
    const headers = { 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0)' }
    await bytesOf(await site.visitor('GET', path, { headers }))
    await bytesOf(await site.visitor('GET', path))
    await vi.waitFor(async () => expect(await countFor(site.asOwner, path)).toBe(1))
    const stats = await site.asOwner('GET', path.replace('download', 'stats'))
    expect((await stats.json()) as Stats).toMatchObject({ totals: { downloads: 1, plays: 0 } })
  })

  test('downloads: genre and composer of the file stay, and no date is invented', async () => {
    const path = await publish({ title: 'Tone', allowDownload: true })
    const { common: before } = await parseBuffer(fixture('tone.mp3'))
    const { common } = await parseBuffer(await bytesOf(await site.visitor('GET', path)))
    expect(common.title).toBe('Tone')
    for (const field of ['genre', 'album', 'date', 'composer'] as const)
      expect(common[field]).toEqual(before[field])
    expect(before.genre).toBeDefined()
  })

  test('downloads: a file with more tags than anyone writes is sent as it was uploaded', async () => {
    const file = emptyCommentsOpus(20_000)
    const audioPath = await upload(site.asOwner, 'audio', file)
    const { id } = await makeTrack(site.db, site.owner.id, { audioPath, allowDownload: true })
    const response = await site.visitor('GET', `/api/tracks/${id}/download`)
    expect(response.status).toBe(200)
    expect((await bytesOf(response)).equals(file)).toBe(true)
  })

  test('downloads: a file of an older version is sent as it is until its tags were found', async () => {
    const path = await publish({ title: 'Tone of today', allowDownload: true })
    await site.db.update(uploads).set({ tagLayout: null, state: 'used' })
    const before = await site.visitor('GET', path)
    expect((await bytesOf(before)).equals(fixture('tone.mp3'))).toBe(true)
    const media = createMedia({ imageWidths: [], sandbox: { niceness: 0 } })
    await readLayouts({ db: site.db, store: site.store, media }).finally(media.close)
    const after = await site.visitor('GET', path)
    expect((await parseBuffer(await bytesOf(after))).common.title).toBe('Tone of today')
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  })

  test('downloads: a range outside the file is refused with a sentence', async () => {
    const path = await publish({ allowDownload: true })
    const response = await site.visitor('GET', path, { headers: { range: 'bytes=99999999-' } })
    expect(response.status).toBe(416)
    expect(await response.json()).toEqual({ message: 'The requested range is outside the file.' })
  })
})

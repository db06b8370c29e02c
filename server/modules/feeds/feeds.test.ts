import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { parseRssFeed } from 'feedsmith'
import { FeedType, parseFeed } from 'podcast-partytime'
import Parser from 'rss-parser'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { credits, playlistTracks } from '#server/database/schema.ts'
import { removeFiles } from '#server/modules/uploads/cleanup-service.ts'
import { makePlaylist, makeTrack, makeTracks, makeUser } from '#server/testing/factories.ts'
import { needsProgram } from '#server/testing/needs.ts'
import { diskAnd, startTestS3 } from '#server/testing/s3.ts'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { startTestSite } from '#server/testing/test-site.ts'
import { upload } from '#server/testing/upload-client.ts'
import { xmlErrors } from '#server/testing/xml.ts'
import { podcastGuid } from './presenter.ts'

const flac = fixture('tone.flac')
const hostile = `]]></title><script>alert("1")</script>&amp;\u0001\u000b\ufffe'`
const shown = `]]></title><script>alert("1")</script>&amp;'`

const site = setUpTestSite()

type Fetched = { xml: string; headers: Headers }
async function fetchFeed(path: string): Promise<Fetched> {
  const response = await site.visitor('GET', path)
  expect(response.status, path).toBe(200)
  return { xml: await response.text(), headers: response.headers }
}
const titlesOf = async (path: string) =>
  parseRssFeed((await fetchFeed(path)).xml).items?.map(({ title }) => title) ?? []
const statusOf = async (path: string, headers: Record<string, string> = {}) =>
  (await site.visitor('GET', path, { headers })).status

/** Rows with a size, so that no file is needed. */
const sized = { audioBytes: 1000 }

test('feeds: libxml2 and two parsers read a profile with hostile texts, and show them as typed', async () => {
  const user = await makeUser(site.db, { displayName: hostile, bio: hostile })
  const audioPath = await upload(site.asOwner, 'audio', flac)
  const track = await makeTrack(site.db, user.id, {
    ...{ title: hostile, description: hostile, artist: hostile, audioPath, duration: 2 },
  })
  const { publicUrl } = site.config
  const path = `/profile/${user.username}/feed.xml`
  const { xml, headers } = await fetchFeed(path)
  expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  expect(headers.get('set-cookie')).toBeNull()
  expect(await xmlErrors(xml)).toEqual([])

  const canonical = `${publicUrl}/profile/${user.id}/feed.xml`
  const feed = parseRssFeed(xml)
  expect(feed).toMatchObject({
    title: shown,
    description: shown,
    link: `${publicUrl}/profile/${user.username}`,
    language: 'en',
    image: { url: `${publicUrl}/square-images/profile/${user.id}.jpg` },
    itunes: { author: shown, explicit: false, categories: [{ text: 'Music' }] },
    podcast: { guid: podcastGuid(canonical), medium: 'music' },
  })
  expect(feed.atom?.links).toContainEqual({
    ...{ rel: 'self', href: canonical, type: 'application/rss+xml' },
  })
  expect(feed.items).toMatchObject([
    {
      guid: { value: track.id, isPermaLink: false },
      title: shown,
      description: shown,
      enclosures: [
        {
          url: `${publicUrl}/api/tracks/${track.id}/audio?source=feed`,
          length: flac.length,
          type: 'audio/flac',
        },
      ],
      itunes: {
        duration: 2,
        image: `${publicUrl}/square-images/track/${track.id}.jpg`,
        author: shown,
      },
    },
  ])
  const other = await new Parser().parseString(xml)
  expect(other.title).toBe(shown)
  expect(other.items[0]).toMatchObject({
    guid: track.id,
    title: shown,
    isoDate: `${track.createdAt.toISOString().slice(0, 19)}.000Z`,
    enclosure: { length: String(flac.length), type: 'audio/flac' },
  })
})

test('feeds: the parser of the Podcast Index finds all that a podcast directory requires', async () => {
  const user = await makeUser(site.db, { displayName: 'Nara', bio: 'Slow songs.' })
  const track = await makeTrack(site.db, user.id, { ...sized, title: 'Hinge', duration: 61 })
  const playlist = await makePlaylist(site.db, user.id, [track.id], { title: 'Rain' })
  const { publicUrl } = site.config
  for (const [path, title] of [
    [`/profile/${user.id}/feed.xml`, 'Nara'],
    [`/playlist/${playlist.id}/feed.xml`, 'Rain'],
  ] as const) {
    const feed = parseFeed((await fetchFeed(path)).xml)
    expect(feed).toMatchObject({
      ...{ type: FeedType.RSS, title, author: 'Nara', language: 'en', explicit: false },
      ...{ guid: podcastGuid(publicUrl + path), medium: 'music', itunesCategory: ['Music'] },
      itunesImage: expect.stringContaining('/square-images/'),
      podcastBlocked: 'no',
      pc20support: { 3: ['guid'], 4: ['medium'] },
      items: [
        {
          ...{ guid: track.id, title: 'Hinge', author: 'Nara', duration: 61, explicit: false },
          enclosure: {
            url: `${publicUrl}/api/tracks/${track.id}/audio?source=feed`,
            ...{ length: 1000, type: 'audio/mpeg' },
          },
          pubDate: expect.any(Date),
        },
      ],
    })
    expect(feed?.description).not.toBe('')
  }
})

test.each([
  ['flac', 'audio/mp4', 500, '?format=aac&source=feed'],
  ['ogg', 'audio/mp4', 500, '?format=aac&source=feed'],
  ['mp3', 'audio/mpeg', 1000, '?source=feed'],
])(
  'feeds: with an AAC rendition the enclosure of %s is %s',
  async (format, type, length, query) => {
    const user = await makeUser(site.db)
    const { id } = await makeTrack(site.db, user.id, {
      ...sized,
      audioPath: `/objects/audio/${randomUUID()}.${format}`,
      aacBytes: 500,
    })
    const { xml } = await fetchFeed(`/profile/${user.id}/feed.xml`)
    const url = `${site.config.publicUrl}/api/tracks/${id}/audio${query}`
    expect(parseRssFeed(xml).items?.[0]?.enclosures).toEqual([{ url, length, type }])
  },
)

test('feeds: a description is in the feed as plain text, and as HTML with its line breaks', async () => {
  const user = await makeUser(site.db)
  const description = 'I <3 "you" & <b>me</b> ]]>\u0001\nSecond line\r\n\r\nSecond &amp; paragraph'
  const html =
    '<p>I &lt;3 &quot;you&quot; &amp; &lt;b&gt;me&lt;/b&gt; ]]&gt;<br />Second line</p><p>Second &amp;amp; paragraph</p>'
  await makeTrack(site.db, user.id, { ...sized, title: 'With', description })
  await makeTrack(site.db, user.id, { ...sized, title: 'Without', description: null })
  const { xml } = await fetchFeed(`/profile/${user.id}/feed.xml`)
  expect(await xmlErrors(xml)).toEqual([])
  const [without, item] = parseRssFeed(xml).items ?? []
  expect(item?.content).toEqual({ encoded: html })
  expect(item?.description?.split(/\s*\n\s*/)).toEqual([
    ...['I <3 "you" & <b>me</b> ]]>', 'Second line', 'Second &amp; paragraph'],
  ])
  expect([without?.title, without?.content]).toEqual(['Without', undefined])
  const other = await new Parser().parseString(xml)
  expect(other.items.map((found) => found['content:encoded'])).toEqual([undefined, html])
  expect(parseFeed(xml)?.items).toHaveLength(2)
})

test('feeds: the guid is the one that Podcasting 2.0 gives as its example', () => {
  expect(podcastGuid('https://podnews.net/rss')).toBe('9b024349-ccf0-5f69-a609-6b82873eab3c')
})

test('feeds: they contain public tracks only, and a private playlist has no feed, not even for its owner', async () => {
  const { db, owner } = site
  const user = await makeUser(db)
  const make = (privacy: 'public' | 'unlisted' | 'private') =>
    makeTrack(db, user.id, { ...sized, title: privacy, privacy })
  const ids = [await make('public'), await make('unlisted'), await make('private')].map(
    ({ id }) => id,
  )
  expect(await titlesOf(`/profile/${user.id}/feed.xml`)).toEqual(['public'])
  const unlisted = await makePlaylist(db, owner.id, ids, { privacy: 'unlisted' })
  for (const name of [unlisted.slug, unlisted.id])
    expect(await titlesOf(`/playlist/${name}/feed.xml`)).toEqual(['public'])

  const hidden = await makePlaylist(db, owner.id, ids, { privacy: 'private' })
  const responses = [
    await site.asOwner('GET', `/playlist/${hidden.slug}/feed.xml`),
    await site.visitor('GET', `/playlist/${hidden.id}/feed.xml`),
    await site.visitor('GET', `/square-images/playlist/${hidden.id}.jpg`),
    await site.visitor('GET', `/square-images/track/${ids[2]}.jpg`),
    await site.visitor('GET', '/square-images/constructor/x.jpg'),
    await site.visitor('GET', '/profile/missing/feed.xml'),
    await site.visitor('GET', '/playlist/%00/feed.xml'),
  ]
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404))
  expect(await statusOf(`/profile/${user.id}/feed.xml?cursor=x`)).toBe(400)
})

test('feeds: a playlist has the newest added first, and older items on further pages', async () => {
  const { db, owner } = site
  const rows = await makeTracks(
    db,
    Array.from({ length: 302 }, (_, n) => ({ userId: owner.id, title: `${n}`, ...sized })),
  )
  const playlist = await makePlaylist(
    db,
    owner.id,
    rows.map(({ id }) => id),
  )
  const last = rows[17]?.id ?? ''
  const addedAt = new Date(Date.now() + 1000)
  await db.update(playlistTracks).set({ addedAt }).where(eq(playlistTracks.trackId, last))

  const first = parseRssFeed((await fetchFeed(`/playlist/${playlist.slug}/feed.xml`)).xml)
  expect(first.items).toHaveLength(300)
  expect(first.items?.[0]?.title).toBe('17')
  const next = first.atom?.links?.find(({ rel }) => rel === 'next')?.href ?? ''
  const second = parseRssFeed((await fetchFeed(next.replace(site.config.publicUrl, ''))).xml)
  expect(second.atom?.links?.map(({ rel }) => rel)).toEqual(['self', 'first'])
  const all = [...(first.items ?? []), ...(second.items ?? [])]
  expect(new Set(all.map(({ title }) => title)).size).toBe(302)
})

test('feeds: a page has a few megabytes at most, however much its items say', async () => {
  const user = await makeUser(site.db)
  const description = '"'.repeat(5000)
  const rows = await makeTracks(
    site.db,
    Array.from({ length: 300 }, () => ({ ...sized, userId: user.id, description })),
  )
  const long = "'".repeat(200)
  for (const { id: trackId } of rows)
    await site.db.insert(credits).values(
      Array.from({ length: 50 }, (_, position) => ({
        trackId,
        position,
        role: long,
        name: long,
      })),
    )
  const { xml } = await fetchFeed(`/profile/${user.id}/feed.xml`)
  expect(parseRssFeed(xml).items).toHaveLength(300)
  expect(xml.length).toBeLessThan(3_000_000)
  expect(xml).toContain('podcast:person')
}, 30_000)

test('feeds: the image is a square JPEG of 1,400 px', async () => {
  const artwork = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#00ff00' },
  })
    .png()
    .toBuffer()
  const artworkPath = await upload(site.asOwner, 'artwork', artwork)
  const track = await makeTrack(site.db, site.owner.id, { artworkPath })
  const read = async (path: string) => {
    const response = await site.visitor('GET', path)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const image = sharp(await response.arrayBuffer())
    const { width, height, format } = await image.metadata()
    const { dominant } = await image.stats()
    return { width, height, format, isGreen: dominant.g > 200 && dominant.r < 60 }
  }
  const square = { width: 1400, height: 1400, format: 'jpeg' }
  const owner = `/square-images/profile/${site.owner.id}.jpg`
  expect(await read(owner)).toMatchObject(square)
  // The artwork itself, cropped.
  expect(await read(`/square-images/track/${track.id}.jpg`)).toEqual({ ...square, isGreen: true })
  expect(await read(`${owner}?size=96`)).toMatchObject({ width: 96, height: 96 })
  expect(await statusOf(`${owner}?size=5000`)).toBe(404)
})

test('feeds: of an original that is large enough, 1,400 px are stored, and removed with it', async () => {
  const uploadOf = (width: number, height: number) =>
    createImage({ width, height, format: 'jpeg' }).then((image) =>
      upload(site.asOwner, 'artwork', image),
    )
  const isLarge = async (path: string) => {
    const file = await site.store.read(`${path.replace('/objects/', '')}/1400.webp`)
    return file && (await sharp(await buffer(file)).metadata())
  }
  const [large, small] = [await uploadOf(1600, 1400), await uploadOf(3000, 1399)]
  expect(await isLarge(large)).toMatchObject({ width: 1600, height: 1400 })
  expect(await isLarge(small)).toBeUndefined()
  // Not the 768 px that pages show, enlarged.
  const create = { width: 10, height: 10, channels: 3, background: '#00ff00' } as const
  const green = await sharp({ create }).webp().toBuffer()
  const contentType = 'image/webp'
  await site.store.write(`${large.replace('/objects/', '')}/1400.webp`, green, { contentType })
  const { id } = await makeTrack(site.db, site.owner.id, { artworkPath: large })
  const response = await site.visitor('GET', `/square-images/track/${id}.jpg`)
  const { dominant } = await sharp(await response.arrayBuffer()).stats()
  expect(dominant.g > 200 && dominant.r < 60).toBe(true)
  await removeFiles(site, large.replace('/objects/images/', ''))
  expect(await isLarge(large)).toBeUndefined()
})

const s3 = await startTestS3()
describe.each(diskAnd(s3))('enclosures on %s', (kind) => {
  test(
    `enclosures: on ${kind} ffmpeg plays from the middle, and HEAD and ranges need no cookie`,
    needsProgram('ffmpeg'),
    async () => {
      const own = kind === 's3' ? await startTestSite({ objects: s3?.config }) : site
      try {
        const audioPath = await upload(own.asOwner, 'audio', flac)
        const user = await makeUser(own.db)
        await makeTrack(own.db, user.id, { audioPath })
        const xml = await (await own.visitor('GET', `/profile/${user.id}/feed.xml`)).text()
        const enclosure = parseRssFeed(xml).items?.[0]?.enclosures?.[0]
        const path = (enclosure?.url ?? '').replace(own.config.publicUrl, '')

        const head = await own.visitor('HEAD', path)
        expect(head.status).toBe(200)
        expect(head.headers.get('content-length')).toBe(String(enclosure?.length))
        expect(head.headers.get('accept-ranges')).toBe('bytes')
        expect(head.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
        const part = await own.visitor('GET', path, {
          headers: { range: 'bytes=4-7' },
          redirect: 'follow',
        })
        expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([
          206,
          flac.subarray(4, 8),
        ])

        const args = ['-v', 'error', '-ss', '0.5', '-i', enclosure?.url ?? '', '-f', 's16le', '-']
        const { stdout, stderr } = await promisify(execFile)('ffmpeg', args, {
          encoding: 'buffer',
          maxBuffer: 64 * 1024 * 1024,
        })
        expect(stderr.toString()).toBe('')
        // Half a second of 8 kHz, one channel.
        expect(stdout.length).toBe(8000)
      } finally {
        if (own !== site) await own.close()
      }
    },
  )
})

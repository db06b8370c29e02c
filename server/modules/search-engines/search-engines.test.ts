import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import robotsParser from 'robots-parser'
import { parseSitemap, parseSitemapIndex } from 'sitemap'
import { expect, test } from 'vitest'
import { playlists, tracks } from '#server/database/schema.ts'
import { startTestApp } from '#server/testing/app.ts'
import {
  makePlaylist,
  makeTrack,
  makeTracks,
  makeUser,
  makeUsers,
} from '#server/testing/factories.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'
import { xmlErrors } from '#server/testing/xml.ts'
import { createSitemap } from './service.ts'

const brandName = `Tide & <Choir> "of the North"`
const site = setUpTestApp({ env: { BRAND_NAME: brandName } })

/** The schema of sitemaps.org. */
const sitemapSchema = readFileSync('node_modules/sitemap/schema/sitemap.xsd', 'utf8')

async function read(path: string): Promise<string> {
  const response = await site.visitor('GET', path)
  expect(response.status, path).toBe(200)
  return response.text()
}

/** As a crawler reads it: the index, then its files. */
async function crawl(): Promise<{ url: string; lastmod?: string | undefined }[]> {
  const index = await read('/sitemap.xml')
  expect(await xmlErrors(index)).toEqual([])
  const files = await parseSitemapIndex(Readable.from([index]))
  const urls = []
  for (const { url } of files) {
    expect(url.startsWith(`${site.config.publicUrl}/sitemap/`)).toBe(true)
    const file = await read(new URL(url).pathname)
    expect(await xmlErrors(file, sitemapSchema), url).toEqual([])
    urls.push(...(await parseSitemap(Readable.from([file]))))
  }
  return urls.map(({ url, lastmod }) => ({ url: url.replace(site.config.publicUrl, ''), lastmod }))
}

test('sitemap: a crawler finds all public pages with their last change, and no other', async () => {
  const { db } = site.postgres
  const [artist, listener] = [await makeUser(db), await makeUser(db)]
  const make = (privacy: 'public' | 'unlisted' | 'private') =>
    makeTrack(db, artist.id, {
      ...{ privacy, genre: privacy === 'public' ? 'r&b' : 'secret' },
      slug: `鏡-${randomUUID()}`,
    })
  const [listed, unlisted, hidden, removed] = [
    await make('public'),
    await make('unlisted'),
    await make('private'),
    await make('public'),
  ]
  await makeTrack(db, listener.id, { privacy: 'private' })
  const list = await makePlaylist(db, listener.id, [listed.id])
  const others = [
    await makePlaylist(db, listener.id, [listed.id], { privacy: 'unlisted' }),
    await makePlaylist(db, listener.id, [listed.id], { privacy: 'private' }),
    await makePlaylist(db, listener.id),
  ]
  await site.visitor('GET', '/sitemap.xml')
  const gone = await makePlaylist(db, listener.id, [listed.id])
  await db.delete(tracks).where(eq(tracks.id, removed.id))
  await db.delete(playlists).where(eq(playlists.id, gone.id))

  const urls = await crawl()
  const found = urls.map(({ url }) => url)
  expect(found.slice(0, 7)).toEqual([
    '/',
    '/discover',
    '/discover/curated',
    '/discover/recent',
    '/discover/trending',
    '/discover/playlists',
    '/genre/r%26b',
  ])
  for (const path of [`/playlist/${list.slug}`, `/profile/${artist.id}`])
    expect(found).toContain(path)
  for (const name of [unlisted, hidden, removed, gone, ...others].map(({ slug }) => slug))
    expect(found.join()).not.toContain(encodeURIComponent(name))
  for (const name of [listener.id, 'secret']) expect(found.join()).not.toContain(name)
  const lastmod = listed.updatedAt.toISOString()
  expect(urls).toContainEqual({ url: `/track/${encodeURIComponent(listed.slug)}`, lastmod })
})

test('sitemap: files have at most their number of addresses, and each row once', async () => {
  const { db } = site.postgres
  const user = await makeUser(db)
  const createdAt = new Date('2026-01-01T00:00:00.123Z')
  // The same time: the id decides.
  await makeTracks(
    db,
    Array.from({ length: 7 }, () => ({ userId: user.id, createdAt })),
  )
  const late = await makeTrack(db, user.id, { privacy: 'private', createdAt })
  const sitemap = createSitemap(db, { urlsPerFile: 3 })
  const names = (await sitemap.files()).filter((name) => name.startsWith('tracks'))
  const expected = await db.$count(tracks, eq(tracks.privacy, 'public'))
  expect(names).toHaveLength(Math.ceil(expected / 3))
  await db.update(tracks).set({ privacy: 'public' }).where(eq(tracks.id, late.id))

  const sizes: number[] = []
  const slugs: string[] = []
  for (const name of names) {
    let size = 0
    for await (const { entries } of (await sitemap.open(name)) ?? []) {
      size += entries.length
      slugs.push(...entries.map((entry) => entry.name))
    }
    sizes.push(size)
  }
  expect(Math.max(...sizes)).toBe(3)
  expect(new Set(slugs).size).toBe(slugs.length)
  expect(slugs.length).toBeGreaterThanOrEqual(expected)
  expect(await createSitemap(db, { urlsPerFile: 3 }).open('tracks-99.xml')).toBeUndefined()
})

test('sitemap: profiles are in files of as many users, none is empty, and each is listed once', async () => {
  const { db } = site.postgres
  const created = await makeUsers(
    db,
    Array.from({ length: 12 }, () => ({})),
  )
  // Whole files of users without tracks are between them.
  const artists = [created[0], created[1], created[11]].map((user) => user?.id ?? '')
  await makeTracks(
    db,
    artists.map((userId) => ({ userId })),
  )
  const sitemap = createSitemap(db, { urlsPerFile: 3 })
  const names = (await sitemap.files()).filter((name) => name.startsWith('profiles'))
  const listed: string[] = []
  for (const name of names) {
    const before = listed.length
    for await (const { entries } of (await sitemap.open(name)) ?? [])
      listed.push(...entries.map((entry) => entry.name))
    expect(listed.length - before).toBeGreaterThan(0)
    expect(listed.length - before).toBeLessThanOrEqual(3)
  }
  expect(new Set(listed).size).toBe(listed.length)
  const expected = await db
    .selectDistinct({ id: tracks.userId })
    .from(tracks)
    .where(eq(tracks.privacy, 'public'))
  expect(new Set(listed)).toEqual(new Set(expected.map(({ id }) => id)))
  expect(listed).toEqual(expect.arrayContaining(artists))
})

test('sitemap: a statement that fails while a file is sent is tried once more', async () => {
  const { db } = site.postgres
  await makeTrack(db, (await makeUser(db)).id)
  let failures = 0
  const flaky = new Proxy(db, {
    get(target, key) {
      if (key === 'select' && failures-- > 0) throw new Error('statement timeout')
      return Reflect.get(target, key)
    },
  })
  const sitemap = createSitemap(flaky)
  const open = async () => {
    const entries = []
    for await (const batch of (await sitemap.open('tracks-1.xml')) ?? [])
      entries.push(...batch.entries)
    return entries.length
  }
  const expected = await open()
  expect(expected).toBeGreaterThan(0)
  failures = 1
  expect(await open()).toBe(expected)
  failures = 2
  await expect(open()).rejects.toThrow('statement timeout')
})

test('sitemap: it may be cached for half a minute, has no cookie, and is compressed', async () => {
  const response = await site.visitor('GET', '/sitemap/pages.xml', {
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(response.headers.get('cache-control')).toBe('public, max-age=30')
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(await response.text()).toContain('</urlset>')
  const head = await site.visitor('HEAD', '/sitemap/pages.xml')
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(head.headers.get('content-length')).toBeNull()
  for (const name of ['tracks-0.xml', 'tracks-99999.xml', 'constructor', '..%2Fx'])
    expect((await site.visitor('GET', `/sitemap/${name}`)).status, name).toBe(404)
})

test('sitemap: one address may read 120 files in five minutes', async () => {
  const own = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.05' } })
  try {
    await makeTrack(own.postgres.db, (await makeUser(own.postgres.db)).id)
    const status = async () => (await own.visitor('GET', '/sitemap/tracks-1.xml')).status
    const statuses = []
    for (let count = 0; count < 7; count++) statuses.push(await status())
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect((await own.visitor('GET', '/sitemap.xml')).status).toBe(200)
  } finally {
    await own.close()
  }
})

/** Its types are those of an ES module, which it is not. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default

test('robots.txt: crawlers may read pages, the API, artwork, covers, avatars and audio, but not sign in', async () => {
  const { publicUrl } = site.config
  const robots = parseRobots(`${publicUrl}/robots.txt`, await read('/robots.txt'))
  expect(robots.getSitemaps()).toEqual([`${publicUrl}/sitemap.xml`])
  const allowed = ['/', '/track/a', '/assets/a.js', '/api/tracks/slug/a', '/api/tracks/1/artwork']
  allowed.push('/api/tracks/1/audio', '/api/playlists/1/cover', '/api/users/1/avatar')
  for (const path of allowed) expect(robots.isAllowed(publicUrl + path, 'bot'), path).toBe(true)
  for (const path of ['/api/login?x', '/api/logout', '/oidc/auth'])
    expect(robots.isAllowed(publicUrl + path, 'bot'), path).toBe(false)
})

test('robots.txt: crawlers that collect for training may read nothing', async () => {
  const { publicUrl } = site.config
  const robots = parseRobots(`${publicUrl}/robots.txt`, await read('/robots.txt'))
  for (const name of ['GPTBot', 'ClaudeBot', 'CCBot', 'Google-Extended', 'Bytespider'])
    expect(robots.isAllowed(`${publicUrl}/track/a`, name), name).toBe(false)
  expect(robots.isAllowed(`${publicUrl}/track/a`, 'Googlebot')).toBe(true)
})

test('OpenSearch: a browser can add the site as a search engine, whatever its name', async () => {
  const xml = await read('/opensearch.xml')
  expect(await xmlErrors(xml)).toEqual([])
  expect(xml).toContain(`template="${site.config.publicUrl}/search?q={searchTerms}"`)
  expect(xml).toContain('<ShortName>Tide &amp; &lt;Choir&gt; &quot;</ShortName>')
  const page = await read('/')
  expect(page).toMatch(
    /<link rel="search" type="application\/opensearchdescription\+xml" title="Tide &amp; &lt;Choir&gt; [^"<>]*" href="\/opensearch.xml">/,
  )
})

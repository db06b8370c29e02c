import { unfurl } from 'unfurl.js'
import { expect, test } from 'vitest'
import { removals } from '#server/database/schema.ts'
import { startTestApp } from '#server/testing/app.ts'
import { makePlaylist, makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { xmlErrors } from '#server/testing/xml.ts'

const site = setUpTestSite()

const hostile = `</html>]]><script>alert("1")</script>&amp;\u0001'`
type Rich = Record<string, string | number>

const call = (url: string, more = '') =>
  site.visitor('GET', `/oembed?url=${encodeURIComponent(url)}${more}`)
const read = async (url: string, more = '') => (await (await call(url, more)).json()) as Rich
const urlOf = (kind: 'track' | 'playlist', name: string) =>
  `${site.config.publicUrl}/${kind}/${encodeURIComponent(name)}`

test('oEmbed: a track and a playlist have all that other sites need to show the player', async () => {
  const { db, config } = site
  const user = await makeUser(db, { displayName: 'Nara' })
  const track = await makeTrack(db, user.id, { title: 'Hinge', privacy: 'unlisted' })
  const playlist = await makePlaylist(db, user.id, [track.id], { title: 'Rain' })
  const response = await call(urlOf('track', track.slug))
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(response.headers.get('set-cookie')).toBeNull()
  const src = `${config.publicUrl}/embed/track/${track.slug}`
  expect(await response.json()).toEqual({
    type: 'rich',
    version: '1.0',
    title: 'Hinge',
    author_name: 'Nara',
    author_url: `${config.publicUrl}/profile/${user.username}`,
    provider_name: config.brandName,
    provider_url: config.publicUrl,
    cache_age: 3600,
    thumbnail_url: `${config.publicUrl}/square-images/track/${track.id}.jpg?size=384`,
    thumbnail_width: 384,
    thumbnail_height: 384,
    html: `<iframe src="${src}" title="Hinge by Nara" width="640" height="166" style="border:0;border-radius:12px;max-width:100%" loading="lazy" allow="autoplay; encrypted-media"></iframe>`,
    width: 640,
    height: 166,
  })
  for (const name of [playlist.slug, playlist.id])
    expect(await read(`${urlOf('playlist', name)}?from=mail#top`)).toMatchObject({
      title: 'Rain',
      height: 400,
    })
})

test('oEmbed: width, height and thumbnail stay within the maxima, also below the size of the design', async () => {
  const url = urlOf('track', (await makeTrack(site.db, site.owner.id)).slug)
  expect(await read(url, '&maxwidth=2000')).toMatchObject({ width: 800, height: 166 })
  expect(await read(url, '&maxwidth=250&maxheight=100')).toMatchObject({
    ...{ width: 250, height: 100, thumbnail_width: 96, thumbnail_height: 96 },
  })
  expect((await read(url, '&maxwidth=250&maxheight=100'))['html']).toContain(
    'width="250" height="100"',
  )
  expect(await read(url, '&maxheight=50')).not.toHaveProperty('thumbnail_url')
  for (const bad of [
    '&maxwidth=0',
    '&maxwidth=-5',
    '&maxwidth=x',
    '&maxwidth=9999999',
    '&maxwidth=1&maxwidth=2',
  ])
    expect(await read(url, bad)).toMatchObject({ width: 640 })
})

test('oEmbed: XML has the same fields, and hostile texts stay texts', async () => {
  const user = await makeUser(site.db, { displayName: hostile })
  const track = await makeTrack(site.db, user.id, { title: hostile })
  const url = urlOf('track', track.slug)
  const response = await call(url, '&format=xml')
  expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8')
  const xml = await response.text()
  expect(await xmlErrors(xml)).toEqual([])
  const json = await read(url, '&format=json')
  expect(xml.match(/^<(\w+)>/gm)).toEqual([
    '<oembed>',
    ...Object.keys(json).map((key) => `<${key}>`),
  ])
  expect(json['title']).toBe(hostile)
  expect(json['html']).not.toContain('<script>')
})

test('oEmbed: an unknown, private, foreign or malformed URL returns the same 404', async () => {
  const { db, owner, config } = site
  const hidden = await makeTrack(db, owner.id, { title: 'Zanzibar', privacy: 'private' })
  const list = await makePlaylist(db, owner.id, [], { title: 'Zanzibar', privacy: 'private' })
  const removed = await makeTrack(db, owner.id, { title: 'Zanzibar', privacy: 'private' })
  await db.insert(removals).values({ trackId: removed.id, privacy: 'public', reason: 'rights' })
  const open = await makeTrack(db, owner.id)
  const statusOf = async (url: string, more?: string) => {
    const response = await call(url, more)
    expect(await response.text()).not.toContain('Zanzibar')
    return [url, response.status]
  }
  for (const url of [
    urlOf('track', hidden.slug),
    urlOf('playlist', list.id),
    urlOf('track', removed.slug),
    urlOf('track', 'missing'),
    urlOf('playlist', open.slug),
    `${config.publicUrl}/`,
    `${config.publicUrl}/profile/${owner.id}`,
    `${urlOf('track', open.slug)}/more`,
    `${config.publicUrl}/track/%`,
    `https://elsewhere.example/track/${open.slug}`,
    `http://user@${new URL(config.publicUrl).host}/track/${open.slug}`,
    `javascript://${new URL(config.publicUrl).host}/track/${open.slug}`,
    `/track/${open.slug}`,
    'http://[',
    '',
    'x'.repeat(5000),
  ])
    expect(await statusOf(url)).toEqual([url, 404])
  expect((await site.visitor('GET', '/oembed')).status).toBe(404)
})

test('oEmbed: an unknown format returns 501', async () => {
  const { slug } = await makeTrack(site.db, site.owner.id)
  for (const format of ['yaml', 'JSON', ''])
    expect((await call(urlOf('track', slug), `&format=${format}`)).status).toBe(501)
})

test('oEmbed: a format that is not available logs nothing, so that callers cannot fill the log', async () => {
  const log: string[] = []
  const app = await startTestApp({ log })
  try {
    log.length = 0
    const response = await app.visitor('GET', '/oembed?url=x&format=yaml')
    expect([response.status, await response.json()]).toEqual([
      501,
      { message: 'This format is not available: use json or xml.' },
    ])
    expect(log).toEqual([])
  } finally {
    await app.close()
  }
})

test('oEmbed: a consumer library finds the player by the discovery link of the page', async () => {
  const user = await makeUser(site.db, { displayName: 'Nara' })
  const track = await makeTrack(site.db, user.id, { title: 'Discovered' })
  const playlist = await makePlaylist(site.db, user.id, [track.id], { title: 'Discovered too' })
  for (const [path, title] of [
    [`/track/${track.slug}`, 'Discovered'],
    [`/playlist/${playlist.slug}`, 'Discovered too'],
  ]) {
    const found = await unfurl(site.url + path)
    expect(found.oEmbed).toMatchObject({
      ...{ type: 'rich', version: '1.0', title, author_name: 'Nara', width: 640 },
      thumbnails: [{ width: 384, height: 384 }],
    })
    expect(found.twitter_card).toMatchObject({
      card: 'player',
      players: [{ url: `${site.config.publicUrl}/embed${path}`, width: 640 }],
    })
    expect(found.open_graph.audio).toMatchObject([
      { url: `${site.config.publicUrl}/api/tracks/${track.id}/audio` },
    ])
  }
})

test('link previews: the image of a page without artwork is a JPEG that other sites may show', async () => {
  const { db, owner, config } = site
  const track = await makeTrack(db, owner.id)
  const playlist = await makePlaylist(db, owner.id, [track.id])
  for (const path of [
    `/track/${track.slug}`,
    `/playlist/${playlist.slug}`,
    `/profile/${owner.id}`,
  ]) {
    const html = await (await site.visitor('GET', path)).text()
    const images = [
      /<meta property="og:image" content="(.*?)">/,
      /<meta name="twitter:image" content="(.*?)">/,
      /"image":"(.*?)"/,
    ].map((pattern) => pattern.exec(html)?.[1]?.replace(config.publicUrl, '') ?? '')
    expect(new Set(images).size, path).toBe(1)
    const image = await site.visitor('GET', images[0] ?? '')
    expect(image.headers.get('content-type')).toBe('image/jpeg')
    expect(image.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  }
})

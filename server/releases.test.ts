import { parseRssFeed } from 'feedsmith'
import { expect, test } from 'vitest'
import { makePlaylist, makeTrack } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { startApp } from '#server/testing/subsonic.ts'

/** What pages, feeds, embeds and sitemaps say about releases. */
const site = setUpTestSite()

async function makeAlbum(overrides = {}) {
  const tracks = [
    await makeTrack(site.db, site.owner.id, { title: 'First', audioBytes: 1000 }),
    await makeTrack(site.db, site.owner.id, { title: 'Second', audioBytes: 1000 }),
  ]
  return makePlaylist(
    site.db,
    site.owner.id,
    tracks.map(({ id }) => id),
    {
      ...{ type: 'album', title: 'Tide Tables', artist: 'Low Tide Choir' },
      ...{ releaseDate: '2026-12-04', copyright: '℗ 2026 Harbor' },
      ...overrides,
    },
  )
}
const get = (path: string) => site.visitor('GET', path)
const locationOf = async (path: string) => {
  const response = await get(path)
  return [response.status, response.headers.get('location')]
}

test('pages of releases: /playlist/… redirects to /album/…, and the other way round', async () => {
  const { id, slug } = await makeAlbum()
  for (const name of [id, slug]) {
    expect(await locationOf(`/playlist/${name}?t=1`)).toEqual([301, `/album/${name}?t=1`])
    expect((await get(`/album/${name}`)).status).toBe(200)
  }
  const playlist = await makePlaylist(site.db, site.owner.id)
  expect(await locationOf(`/album/${playlist.slug}`)).toEqual([301, `/playlist/${playlist.slug}`])
})

test('pages of releases: a private one redirects only its owner', async () => {
  const { slug } = await makeAlbum({ privacy: 'private' })
  expect((await get(`/playlist/${slug}`)).status).toBe(404)
  const response = await site.asOwner('GET', `/playlist/${slug}`)
  expect(response.headers.get('location')).toBe(`/album/${slug}`)
})

test('feeds: that of a release has its artist, date and copyright, and its tracks in order', async () => {
  const { slug } = await makeAlbum()
  const xml = await (await get(`/album/${slug}/feed.xml`)).text()
  const feed = parseRssFeed(xml)
  expect(feed).toMatchObject({
    description: 'An album by Low Tide Choir.',
    copyright: '℗ 2026 Harbor',
    itunes: { author: 'Low Tide Choir', type: 'serial' },
    link: `${site.config.publicUrl}/album/${slug}`,
  })
  expect(new Date(String(feed.pubDate)).toISOString()).toBe('2026-12-04T00:00:00.000Z')
  expect(feed.items?.map(({ title, itunes }) => [title, itunes?.episode])).toEqual([
    ['First', 1],
    ['Second', 2],
  ])
})

test('releases: where only the year is known, page, feed and music apps have no month and no day', async () => {
  const { id, slug } = await makeAlbum({ releaseDate: '2019-01-01', releasePrecision: 'year' })
  const page = await (await get(`/album/${slug}`)).text()
  expect(page).toContain('"datePublished":"2019"')
  expect(page).not.toContain('January 1')
  const feed = parseRssFeed(await (await get(`/album/${slug}/feed.xml`)).text())
  expect([feed.title, feed.pubDate]).toEqual(['Tide Tables', undefined])
  const app = await startApp(site)
  expect((await app.call('getAlbum', { id: `al-${id}` }))['album']).toMatchObject({
    year: 2019,
    releaseDate: { year: 2019 },
  })
})

test('oEmbed: the page of a release has the player of its playlist, by its artist', async () => {
  const { slug } = await makeAlbum()
  const url = encodeURIComponent(`${site.config.publicUrl}/album/${slug}`)
  const found = (await (await get(`/oembed?url=${url}`)).json()) as Record<string, string>
  expect(found).toMatchObject({ title: 'Tide Tables', author_name: 'Low Tide Choir' })
  expect(found['html']).toContain(`/embed/playlist/${slug}`)
  const embed = await (await get(`/embed/playlist/${slug}`)).text()
  expect(embed).toContain('Tide Tables by Low Tide Choir')
  expect(embed).toContain(`${site.config.publicUrl}/album/${slug}`)
})

test('sitemap: a release has the path of its page', async () => {
  const { slug } = await makeAlbum()
  const xml = await (await get('/sitemap/playlists-1.xml')).text()
  expect(xml).toContain(`<loc>${site.config.publicUrl}/album/${slug}</loc>`)
})

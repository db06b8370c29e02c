import { expect, test } from 'vitest'
import type { Discovery } from '#contract/discover.ts'
import type { Track } from '#contract/tracks.ts'
import { structuredDataIssues } from '#server/testing/structured-data.ts'
import { type PageLoaders, resolvePage } from './page-metadata.ts'
import { excerpt, renderHead } from './presenter.ts'

const site = { publicUrl: 'https://music.example.org', brandName: 'Soundpost' }
const hostile = '"><img src=x onerror=alert(1)></title><script>alert(2)</script>'

const track = (fields: Partial<Track>) =>
  ({ id: 'id-1', slug: 'ferry', title: 'Ferry to Nowhere', description: null, ...fields }) as Track
const home: Discovery = { curated: [], recent: [], trending: [], genres: [] }

const loaders: PageLoaders = {
  discovery: async () => home,
  track: async (name) =>
    name === 'ferry'
      ? { track: track({}), artist: 'Low Tide Choir', listed: true }
      : name === 'hostile'
        ? {
            track: track({ id: 'id-2', slug: name, title: hostile, description: hostile }),
            artist: hostile,
            listed: false,
          }
        : undefined,
  playlist: async (name) =>
    name === 'rain'
      ? {
          id: 'id-3',
          slug: 'rain',
          title: 'Rain',
          by: 'Maren',
          description: null,
          trackCount: 1,
          listed: true,
          isPrivate: false,
          publicTracks: { count: 1, firstId: 'id-1' },
        }
      : undefined,
  profile: async (name) =>
    name === 'maren' ? { id: 'id-4', name: 'Maren Voss', bio: null } : undefined,
  genre: async (name) => name === 'r&b',
}
const page = (path: string) => resolvePage({ path, viewer: undefined }, loaders, site)

test.each([
  '/',
  '/welcome',
  '/discover',
  '/profile',
  '/letmein',
  '/letmein/reports',
  '/letmein/audit',
  '/letmein/invites',
  '/search',
])('pages: %s exists', async (path) => {
  expect((await page(path)).status).toBe(200)
})

test('page metadata: it preloads the chunks of the page', async () => {
  const { head } = await page('/track/ferry')
  const html = renderHead(head, site, (code) => [`/assets/${code}`, '/assets/shared.js'])
  expect(html).toContain(
    '<link rel="modulepreload" href="/assets/pages/track/track-page.tsx">\n    <link rel="modulepreload" href="/assets/shared.js">',
  )
})

test('pages: initial data for server-side rendering is given to visitors only', async () => {
  expect((await page('/')).initialData).toEqual({})
  expect((await page('/discover')).initialData).toEqual({ discovery: home })
  expect((await page('/track/ferry')).initialData).toEqual({ track: track({}) })
  for (const path of ['/search', '/playlist/rain', '/track/gone', '/nowhere'])
    expect((await page(path)).initialData).toBeUndefined()
  const viewer = { id: 'me', isAdmin: false }
  for (const path of ['/', '/discover', '/track/ferry'])
    expect((await resolvePage({ path, viewer }, loaders, site)).initialData).toBeUndefined()
})

test('page metadata: the upload page is noindex', async () => {
  expect(await page('/upload')).toMatchObject({
    status: 200,
    head: { title: 'Upload your track · Soundpost', canonical: '/upload', noindex: true },
  })
})

test('page metadata: the admin page is noindex', async () => {
  const { head } = await page('/letmein')
  expect(head).toMatchObject({ title: 'CMS · Soundpost', noindex: true })
  expect(renderHead(head, site)).toContain('<meta name="robots" content="noindex">')
})

test('page metadata: search results are noindex', async () => {
  expect((await page('/search')).head).toMatchObject({
    title: 'Search · Soundpost',
    noindex: true,
  })
})

test.each([
  '/nowhere',
  '/track',
  '/track/',
  '/track/ferry/more',
  '/track/%E0%A4%A',
  '/discover/x',
  '/discover/constructor',
  '/discover/recent/more',
  '/genre',
  '/profile/',
  '/constructor',
  '/__proto__',
  '//evil',
  '///x',
  '/\\\\evil',
  '/welcome/',
])('pages: %s returns 404', async (path) => {
  const { status, head } = await page(path)
  expect(status).toBe(404)
  expect(head.title).toBe('404 Page Not Found · Soundpost')
})

test.each([
  ['/track/gone', 'Track Not Found · Soundpost'],
  ['/playlist/gone', 'Playlist not found · Soundpost'],
  ['/profile/gone', 'User not found · Soundpost'],
  ['/genre/gone', 'Genre not found · Soundpost'],
])('pages: the 404 page of %s says what was not found', async (path, title) => {
  expect(await page(path)).toMatchObject({ status: 404, head: { title, noindex: true } })
})

test('page metadata: pages of sections and genres preload their first tracks', async () => {
  expect(await page('/discover/recent')).toMatchObject({
    status: 200,
    head: {
      title: 'Most Recent · Soundpost',
      description: 'Fresh uploads from our community',
      canonical: '/discover/recent',
      preloadUrls: ['/api/discover/recent?limit=50'],
    },
  })
  expect(await page('/genre/r%26b')).toMatchObject({
    status: 200,
    head: {
      title: 'R&B · Soundpost',
      description: 'The most played R&B tracks on Soundpost.',
      canonical: '/genre/r%26b',
      preloadUrls: ['/api/genres/r%26b/tracks?limit=50'],
    },
  })
})

test('page metadata: it describes the content of the page', async () => {
  expect(await page('/track/ferry')).toMatchObject({
    status: 200,
    head: {
      title: 'Ferry to Nowhere by Low Tide Choir · Soundpost',
      description: 'Ferry to Nowhere by Low Tide Choir, on Soundpost.',
      canonical: '/track/ferry',
      image: '/square-images/track/id-1.jpg',
    },
  })
  expect((await page('/playlist/rain')).head.description).toBe('A playlist of 1 track by Maren.')
  expect((await page('/profile/maren')).head.title).toBe('Maren Voss · Soundpost')
})

test('page metadata: link previews have absolute URLs', async () => {
  const html = renderHead((await page('/track/ferry')).head, site)
  expect(html).toContain('<link rel="canonical" href="https://music.example.org/track/ferry">')
  expect(html).toContain(
    '<meta property="og:image" content="https://music.example.org/square-images/track/id-1.jpg">',
  )
  expect(renderHead((await page('/')).head, site)).toContain(
    '<meta name="twitter:card" content="summary">',
  )
})

test('page metadata: pages of tracks and playlists name their player, and those of private ones do not', async () => {
  const origin = 'https://music.example.org'
  for (const [path, height] of [
    ['/track/ferry', 166],
    ['/playlist/rain', 400],
  ] as const) {
    const { head } = await page(path)
    const html = renderHead(head, site)
    const title = head.title
    for (const [type, format] of [
      ['application/json+oembed', 'json'],
      ['text/xml+oembed', 'xml'],
    ])
      expect(html).toContain(
        `<link rel="alternate" type="${type}" title="${title}" href="${origin}/oembed?url=${encodeURIComponent(origin + path)}&amp;format=${format}">`,
      )
    expect(html).toContain('<meta name="twitter:card" content="player">')
    expect(html).toContain(`<meta name="twitter:player" content="${origin}/embed${path}">`)
    expect(html).toContain(`<meta name="twitter:player:height" content="${height}">`)
    expect(html).toContain(`<meta property="og:audio" content="${origin}/api/tracks/id-1/audio">`)
  }
  const own: PageLoaders = {
    ...loaders,
    track: async () => ({ track: track({ privacy: 'private' }), artist: 'Nara', listed: false }),
  }
  const viewer = { id: 'me', isAdmin: false }
  const { head } = await resolvePage({ path: '/track/own', viewer }, own, site)
  expect(renderHead(head, site)).not.toMatch(/oembed|twitter:player|og:audio/)
})

test('page metadata: it preloads the first API requests of pages that have some', async () => {
  const link = (call: string) =>
    `<link rel="preload" href="${call}" as="fetch" crossorigin="use-credentials">`
  expect(renderHead((await page('/discover')).head, site)).toContain(link('/api/discover'))
  expect(renderHead((await page('/track/ferry')).head, site)).toContain(
    link('/api/tracks/slug/ferry'),
  )
  expect(renderHead((await page('/playlist/rain')).head, site)).toContain(
    link('/api/playlists/slug/rain'),
  )
  const profile = renderHead((await page('/profile/maren')).head, site)
  expect(profile).toContain(link('/api/users/maren'))
  expect(profile).toContain(link('/api/users/id-4/tracks?limit=20&amp;sort=recent'))
  const otherTab = await resolvePage(
    { path: '/profile/maren', tab: 'popular', viewer: undefined },
    loaders,
    site,
  )
  expect(otherTab.head.preloadUrls).toEqual(['/api/users/maren'])
  expect(renderHead((await page('/')).head, site)).not.toContain('preload')
  const viewer = { id: 'me', isAdmin: false }
  const home = await resolvePage({ path: '/', viewer }, loaders, site)
  expect(renderHead(home.head, site)).toContain(link('/api/discover'))
})

test('page metadata: hostile text is escaped and unlisted content is noindex', async () => {
  const html = renderHead((await page('/track/hostile')).head, site)
  expect(html).not.toMatch(/<(img|script)/)
  expect(html.match(/<\/title>/g)).toHaveLength(1)
  expect(html).toContain('<meta name="robots" content="noindex">')
})

test('structured data: hostile text in it ends no script element and stays as typed', async () => {
  const text = `${hostile}<!--<script>\u2028&amp;`
  const hostileLoaders: PageLoaders = {
    ...loaders,
    track: async () => ({
      track: track({ title: text, description: text, genre: text, duration: 61 }),
      artist: text,
      listed: true,
    }),
    playlist: async () => ({
      ...{ id: 'id-3', slug: 'rain', title: text, by: text, description: text },
      ...{ trackCount: 2, listed: true, isPrivate: false },
      publicTracks: { count: 2, firstId: undefined },
    }),
    profile: async () => ({ id: 'id-4', name: text, bio: text }),
  }
  for (const [path, type] of [
    ['/track/x', 'MusicRecording'],
    ['/playlist/x', 'MusicPlaylist'],
    ['/profile/x', 'Person'],
  ] as const) {
    const found = await resolvePage({ path, viewer: undefined }, hostileLoaders, site)
    const html = renderHead(found.head, site)
    expect(html.match(/<\/?script/g)).toEqual(['<script', '</script'])
    const json = /<script type="application\/ld\+json">([^<>&\u2028]*)<\/script>/.exec(html)?.[1]
    expect(JSON.parse(json ?? '')).toMatchObject({
      '@context': 'https://schema.org',
      '@type': type,
      description: text,
      name: text,
    })
  }
})

test('page metadata: the address of a slug in another script than Latin is percent-encoded everywhere', async () => {
  const japanese: PageLoaders = {
    ...loaders,
    track: async () => ({ track: track({ slug: '鏡' }), artist: 'Nara', listed: true }),
  }
  const { head } = await resolvePage({ path: '/track/x', viewer: undefined }, japanese, site)
  const html = renderHead(head, site)
  const url = 'https://music.example.org/track/%E9%8F%A1'
  expect(html).toContain(`<link rel="canonical" href="${url}">`)
  expect(html).toContain(`<meta property="og:url" content="${url}">`)
  expect(html).toContain(`"url":"${url}"`)
  expect(html).not.toContain('鏡')
})

test('page metadata: profiles and playlists link to their feeds', async () => {
  for (const [path, feed, title] of [
    ['/profile/maren', '/profile/id-4/feed.xml', 'Maren Voss'],
    ['/playlist/rain', '/playlist/id-3/feed.xml', 'Rain'],
  ] as const)
    expect(renderHead((await page(path)).head, site)).toContain(
      `<link rel="alternate" type="application/rss+xml" title="${title}" href="${feed}">`,
    )
  expect(renderHead((await page('/track/ferry')).head, site)).not.toContain('rss+xml')
})

test('structured data: a checker finds every type and property in schema.org', async () => {
  const whole: PageLoaders = {
    ...loaders,
    track: async () => ({
      track: track({
        ...{ description: 'Rain', genre: 'jazz', duration: 61 },
        ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' },
      }),
      artist: 'Low Tide Choir',
      listed: true,
    }),
    profile: async () => ({ id: 'id-4', name: 'Maren Voss', bio: 'Plays the viola.' }),
  }
  for (const path of ['/track/ferry', '/playlist/rain', '/profile/maren']) {
    const { head } = await resolvePage({ path, viewer: undefined }, whole, site)
    const json = /<script type="application\/ld\+json">(.*)<\/script>/.exec(renderHead(head, site))
    const data = JSON.parse(json?.[1] ?? '')
    expect(await structuredDataIssues(data), path).toEqual([])
    expect(await structuredDataIssues({ ...data, tempo: 90 })).toEqual([
      `Property "tempo" for type "${data['@type']}" is not supported by the schema.org specification`,
    ])
  }
})

test('structured data: unlisted and missing content has none', async () => {
  for (const path of ['/track/hostile', '/track/gone', '/'])
    expect(renderHead((await page(path)).head, site)).not.toContain('ld+json')
  const { head } = await page('/track/ferry')
  expect(head.structuredData).toMatchObject({
    '@type': 'MusicRecording',
    url: 'https://music.example.org/track/ferry',
    byArtist: { name: 'Low Tide Choir' },
    audio: { contentUrl: 'https://music.example.org/api/tracks/id-1/audio' },
  })
})

test('page metadata: long descriptions are cut at a word', () => {
  expect(excerpt('short  text\nhere')).toBe('short text here')
  const cut = excerpt('word '.repeat(60), 50)
  expect(cut.length).toBeLessThanOrEqual(50)
  expect(cut).toMatch(/word…$/)
})

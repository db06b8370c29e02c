import { expect, test } from 'vitest'
import type { PlaylistDetail } from '#contract/playlists.ts'
import type { PageContent, TrackOfPage } from '#contract/ssr.ts'
import type { Profile } from '#contract/users.ts'
import { structuredDataIssues } from '#server/testing/structured-data.ts'
import { describePage } from './head.ts'
import { excerpt, renderHead } from './presenter.ts'

const site = { publicUrl: 'https://music.example.org', brandName: 'Soundpost' }
const hostile = '"><img src=x onerror=alert(1)></title><script>alert(2)</script>'

const track = (fields: Partial<TrackOfPage> = {}): PageContent => ({
  kind: 'track',
  track: {
    ...{ id: 'id-1', slug: 'ferry', title: 'Ferry to Nowhere', description: null },
    ...{ artist: 'Low Tide Choir', privacy: 'public', genre: null, duration: null },
    credits: [],
    ...fields,
  } as TrackOfPage,
})
const playlist = (fields: Partial<PlaylistDetail> = {}): PageContent => ({
  kind: 'playlist',
  playlist: {
    ...{ id: 'id-3', slug: 'rain', title: 'Rain', description: null, privacy: 'public' },
    ...{
      type: 'playlist',
      artist: null,
      credits: [],
      trackCount: 1,
      user: { displayName: 'Maren' },
    },
    playlistTracks: [
      { trackId: 'id-0', track: { privacy: 'unlisted' } },
      { trackId: 'id-1', track: { privacy: 'public' } },
    ],
    ...fields,
  } as PlaylistDetail,
})
const profile = (fields: Partial<Profile> = {}): PageContent => ({
  kind: 'profile',
  profile: {
    id: 'id-4',
    username: 'maren',
    displayName: 'Maren Voss',
    bio: null,
    ...fields,
  } as Profile,
})
const head = (content: PageContent, path = '/x') => describePage(content, path, site)
const html = (content: PageContent, path?: string) => renderHead(head(content, path), site)

test('page metadata: pages that only their user sees are noindex', () => {
  const upload: PageContent = { kind: 'other', title: 'Upload your track' }
  expect(head(upload, '/upload')).toMatchObject({
    title: 'Upload your track · Soundpost',
    canonical: '/upload',
    noindex: true,
  })
  expect(html(upload)).toContain('<meta name="robots" content="noindex">')
})

test('page metadata: what does not exist is named and noindex', () => {
  expect(head({ kind: 'not-found' })).toMatchObject({
    title: '404 Page Not Found · Soundpost',
    noindex: true,
  })
  const title = 'Track Not Found'
  expect(head({ kind: 'not-found', title }).title).toBe('Track Not Found · Soundpost')
})

test('page metadata: the home page of visitors and of users has one address', () => {
  expect(head({ kind: 'landing' }, '/welcome').canonical).toBe('/')
  expect(head({ kind: 'discover' }, '/').canonical).toBe('/')
  expect(head({ kind: 'discover' }, '/discover/').canonical).toBe('/discover')
})

test('page metadata: the address of a profile has the username', () => {
  expect(head(profile())).toMatchObject({
    canonical: '/profile/maren',
    structuredData: { url: 'https://music.example.org/profile/maren' },
  })
})

test('page metadata: pages of sections and genres are described by their texts', () => {
  expect(head({ kind: 'section', section: 'recent' })).toMatchObject({
    title: 'Most Recent · Soundpost',
    description: 'Fresh uploads from our community',
    canonical: '/discover/recent',
  })
  expect(head({ kind: 'genre', genre: 'r&b' })).toMatchObject({
    title: 'R&B · Soundpost',
    description: 'The most played R&B tracks on Soundpost.',
    canonical: '/genre/r%26b',
  })
})

test('page metadata: it describes the content of the page', () => {
  expect(head(track())).toMatchObject({
    title: 'Ferry to Nowhere by Low Tide Choir · Soundpost',
    description: 'Ferry to Nowhere by Low Tide Choir, on Soundpost.',
    canonical: '/track/ferry',
    image: '/square-images/track/id-1.jpg',
  })
  expect(head(playlist()).description).toBe('A playlist of 1 track by Maren.')
  expect(head(profile()).title).toBe('Maren Voss · Soundpost')
})

test('page metadata: link previews have absolute URLs', () => {
  const text = html(track())
  expect(text).toContain('<link rel="canonical" href="https://music.example.org/track/ferry">')
  expect(text).toContain(
    '<meta property="og:image" content="https://music.example.org/square-images/track/id-1.jpg">',
  )
  expect(html({ kind: 'landing' })).toContain('<meta name="twitter:card" content="summary">')
})

test('page metadata: pages of tracks and playlists name their player, and those of private ones do not', () => {
  const origin = 'https://music.example.org'
  for (const [content, path, height] of [
    [track(), '/track/ferry', 166],
    [playlist(), '/playlist/rain', 400],
  ] as const) {
    const text = html(content)
    const { title } = head(content)
    for (const [type, format] of [
      ['application/json+oembed', 'json'],
      ['text/xml+oembed', 'xml'],
    ])
      expect(text).toContain(
        `<link rel="alternate" type="${type}" title="${title}" href="${origin}/oembed?url=${encodeURIComponent(origin + path)}&amp;format=${format}">`,
      )
    expect(text).toContain('<meta name="twitter:card" content="player">')
    expect(text).toContain(`<meta name="twitter:player" content="${origin}/embed${path}">`)
    expect(text).toContain(`<meta name="twitter:player:height" content="${height}">`)
    expect(text).toContain(`<meta property="og:audio" content="${origin}/api/tracks/id-1/audio">`)
  }
  expect(html(track({ privacy: 'private' }))).not.toMatch(/oembed|twitter:player|og:audio/)
})

test('page metadata: hostile text is escaped and unlisted content is noindex', () => {
  const texts = { title: hostile, description: hostile, artist: hostile }
  const text = html(track({ ...texts, privacy: 'unlisted' }))
  expect(text).not.toMatch(/<(img|script)/)
  expect(text.match(/<\/title>/g)).toHaveLength(1)
  expect(text).toContain('<meta name="robots" content="noindex">')
})

test('structured data: hostile text in it ends no script element and stays as typed', () => {
  const text = `${hostile}<!--<script>\u2028&amp;`
  for (const [content, type] of [
    [track({ title: text, description: text, genre: text, duration: 61 }), 'MusicRecording'],
    [playlist({ title: text, description: text }), 'MusicPlaylist'],
    [profile({ displayName: text, bio: text }), 'Person'],
  ] as const) {
    const rendered = html(content)
    expect(rendered.match(/<\/?script/g)).toEqual(['<script', '</script'])
    const json = /<script type="application\/ld\+json">([^<>&\u2028]*)<\/script>/.exec(
      rendered,
    )?.[1]
    expect(JSON.parse(json ?? '')).toMatchObject({
      '@context': 'https://schema.org',
      '@type': type,
      description: text,
      name: text,
    })
  }
})

test('page metadata: the address of a slug in another script than Latin is percent-encoded everywhere', () => {
  const text = html(track({ slug: '鏡' }))
  const url = 'https://music.example.org/track/%E9%8F%A1'
  expect(text).toContain(`<link rel="canonical" href="${url}">`)
  expect(text).toContain(`<meta property="og:url" content="${url}">`)
  expect(text).toContain(`"url":"${url}"`)
  expect(text).not.toContain('鏡')
})

test('page metadata: profiles and playlists link to their feeds', () => {
  for (const [content, feed, title] of [
    [profile(), '/profile/id-4/feed.xml', 'Maren Voss'],
    [playlist(), '/playlist/id-3/feed.xml', 'Rain'],
  ] as const)
    expect(html(content)).toContain(
      `<link rel="alternate" type="application/rss+xml" title="${title}" href="${feed}">`,
    )
  expect(html(track())).not.toContain('rss+xml')
})

test('structured data: a checker finds every type and property in schema.org', async () => {
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
  for (const content of [
    track({ description: 'Rain', genre: 'jazz', duration: 61, ...times }),
    playlist(),
    profile({ bio: 'Plays the viola.' }),
  ]) {
    const json = /<script type="application\/ld\+json">(.*)<\/script>/.exec(html(content))
    const data = JSON.parse(json?.[1] ?? '')
    expect(await structuredDataIssues(data), content.kind).toEqual([])
    expect(await structuredDataIssues({ ...data, tempo: 90 })).toEqual([
      `Property "tempo" for type "${data['@type']}" is not supported by the schema.org specification`,
    ])
  }
})

test('structured data: unlisted and missing content has none, and tracks name their artist', () => {
  for (const content of [
    track({ privacy: 'unlisted' }),
    { kind: 'not-found' },
    { kind: 'landing' },
  ] satisfies PageContent[])
    expect(html(content)).not.toContain('ld+json')
  expect(head(track()).structuredData).toMatchObject({
    '@type': 'MusicRecording',
    url: 'https://music.example.org/track/ferry',
    byArtist: { name: 'Low Tide Choir' },
    audio: { contentUrl: 'https://music.example.org/api/tracks/id-1/audio' },
  })
})

const album = (fields: Partial<PlaylistDetail> = {}) =>
  playlist({
    ...{ type: 'album', artist: 'Low Tide Choir', label: 'Harbor', releaseDate: '2026-12-04' },
    ...{ upc: '036000291452', copyright: '℗ 2026 Harbor', title: 'Tide Tables' },
    ...fields,
  })

test('page metadata: a release is named by its type and artist, at its own path', () => {
  expect(head(album())).toMatchObject({
    title: 'Tide Tables by Low Tide Choir · Soundpost',
    description: 'An album of 1 track by Low Tide Choir.',
    canonical: '/album/rain',
    kind: 'music.album',
    feed: { path: '/playlist/id-3/feed.xml' },
  })
  expect(head(album({ type: 'ep' })).description).toBe('An EP of 1 track by Low Tide Choir.')
  expect(head(album({ artist: null })).title).toBe('Tide Tables by Maren · Soundpost')
})

test('structured data: a release is a MusicAlbum with its public tracks', async () => {
  const data = head(album()).structuredData
  expect(data).toMatchObject({
    '@type': 'MusicAlbum',
    albumReleaseType: 'AlbumRelease',
    byArtist: { name: 'Low Tide Choir' },
    datePublished: '2026-12-04',
    numTracks: 1,
    track: [{ '@type': 'MusicRecording', position: 1 }],
    albumRelease: { recordLabel: { name: 'Harbor' } },
  })
  expect(await structuredDataIssues(data as { '@type': string })).toEqual([])
})

test('structured data: credits name their roles, and link to members who accepted', async () => {
  const credits = [{ role: 'Cello', name: 'Nara', userId: 'id-9', username: 'nara' }]
  const contributor = [
    { name: 'Nara', jobTitle: 'Cello', url: 'https://music.example.org/profile/nara' },
  ]
  for (const content of [track({ credits }), album({ credits })]) {
    const data = head(content).structuredData
    expect(data).toMatchObject({ contributor })
    expect(await structuredDataIssues(data as { '@type': string })).toEqual([])
  }
})

test('structured data: playlists count only what search engines may find', () => {
  expect(head(playlist()).structuredData).toMatchObject({ numTracks: 1 })
})

test('page metadata: long descriptions are cut at a word', () => {
  expect(excerpt('short  text\nhere')).toBe('short text here')
  const cut = excerpt('word '.repeat(60), 50)
  expect(cut.length).toBeLessThanOrEqual(50)
  expect(cut).toMatch(/word…$/)
  expect(excerpt('🎻'.repeat(60), 50)).toBe(`${'🎻'.repeat(49)}…`)
})

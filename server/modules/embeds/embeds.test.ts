import { expect, test } from 'vitest'
import type { EmbedTrack } from '#contract/embed.ts'
import { audioAnalyses, removals } from '#server/database/schema.ts'
import { makePlaylist, makeTrack, makeTracks } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { startTestSite } from '#server/testing/test-site.ts'

const site = setUpTestSite()

const hostile = `</title></script><img src=x onerror="alert(1)">'&amp;`

async function open(path: string, call = site.visitor) {
  const response = await call('GET', path)
  const html = await response.text()
  const json = /<script type="application\/json" id="tracks">(.*?)<\/script>/s.exec(html)?.[1]
  const shown: EmbedTrack[] = json ? JSON.parse(json) : []
  return { response, html, shown }
}

test('embedded player: any site may frame it, it sets no cookie, and all other pages stay as they are', async () => {
  const track = await makeTrack(site.db, site.owner.id, { title: hostile, privacy: 'unlisted' })
  for (const name of [track.slug, track.id]) {
    const { response, html, shown } = await open(`/embed/track/${name}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(response.headers.get('x-frame-options')).toBeNull()
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(shown.map(({ id, title }) => [id, title])).toEqual([[track.id, hostile]])
    expect(html).not.toContain('<img src=x')
    expect(html).toContain(`href="${site.config.publicUrl}/track/${track.slug}" target="_blank"`)
    expect(html).toContain(
      `href="${site.config.publicUrl}/profile/${site.owner.id}" target="_blank"`,
    )
    expect(html).toContain('<meta name="robots" content="noindex">')
  }
  for (const path of ['/', `/track/${track.slug}`, '/embed', '/embed/user/x', '/embed/track']) {
    const { response } = await open(path)
    expect(response.headers.get('x-frame-options'), path).toBe('DENY')
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  }
})

test('embedded player: what is private, removed or missing is available to no one, including its owner', async () => {
  const { db, owner } = site
  const hidden = await makeTrack(db, owner.id, { title: 'Zanzibar', privacy: 'private' })
  const list = await makePlaylist(db, owner.id, [], { title: 'Zanzibar', privacy: 'private' })
  const removed = await makeTrack(db, owner.id, { title: 'Zanzibar', privacy: 'private' })
  await db.insert(removals).values({ trackId: removed.id, privacy: 'public', reason: 'rights' })
  for (const call of [site.visitor, site.asOwner, site.asAdministrator])
    for (const [path, kind] of [
      [`/embed/track/${hidden.slug}`, 'track'],
      [`/embed/track/${removed.id}`, 'track'],
      ['/embed/track/missing', 'track'],
      [`/embed/playlist/${list.id}`, 'playlist'],
      ['/embed/playlist/missing', 'playlist'],
    ] as const) {
      const { response, html } = await open(path, call)
      expect([path, response.status]).toEqual([path, 404])
      expect(html).toContain(`>This ${kind} is not available.</h1>`)
      expect(html).toContain(` href="${site.config.publicUrl}" target="_blank"`)
      expect(html).not.toContain('Zanzibar')
      expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *')
      expect(response.headers.get('x-frame-options')).toBeNull()
    }
})

test('embedded player: an impossible name and a malformed URL get the page that it is not available', async () => {
  const { slug } = await makeTrack(site.db, site.owner.id)
  const names = ['%00', '%', '%zz', '%E0%A4', '%FF', 'a%2', 'x'.repeat(301), `${slug}?start=%00`]
  for (const kind of ['track', 'playlist'])
    for (const name of names) {
      const { response, html } = await open(`/embed/${kind}/${name}`)
      expect([name, response.status]).toEqual([name, 404])
      expect(html, name).toContain(`>This ${kind} is not available.</h1>`)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *')
      expect(response.headers.get('x-frame-options')).toBeNull()
    }
  expect((await open('/embed/track/%zz?theme=dark')).html).toContain(' data-theme="dark"')
  const other = await site.visitor('GET', '/track/%zz')
  expect([other.status, other.headers.get('x-frame-options')]).toEqual([400, 'DENY'])
})

test('embedded player: an error of the server is a page that may be framed', async () => {
  const limited = await startTestSite({ env: { RATE_LIMIT_SCALE: '0.001' } })
  const path = '/embed/track/missing'
  for (let n = 0; n < 5; n++) await limited.visitor('GET', path)
  const { response, html } = await open(path, limited.visitor)
  expect(response.status).toBe(429)
  expect(response.headers.get('retry-after')).not.toBeNull()
  expect(html).toMatch(/<h1 [^>]*>[^<]*try again[^<]*<\/h1>/i)
  expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *')
  await limited.close()
})

test('embedded player: a playlist lists the tracks that everyone can play, in its order', async () => {
  const { db, owner } = site
  const make = (title: string, privacy: 'public' | 'unlisted' | 'private') =>
    makeTrack(db, owner.id, { title, privacy })
  const made = [
    await make('First', 'public'),
    await make('Hidden', 'private'),
    await make('Second', 'public'),
  ]
  const ids = made.map(({ id }) => id)
  const playlist = await makePlaylist(db, owner.id, ids, { title: hostile, privacy: 'unlisted' })
  const { response, html, shown } = await open(`/embed/playlist/${playlist.slug}`, site.asOwner)
  expect(response.status).toBe(200)
  expect(shown.map(({ title }) => title)).toEqual(['First', 'Second'])
  expect(html.match(/class="row /g)).toHaveLength(2)
  expect(html).not.toContain('Hidden')
  expect(html).not.toContain('<img src=x')

  const empty = await makePlaylist(db, owner.id, [], { title: 'Empty' })
  expect((await open(`/embed/playlist/${empty.slug}`)).html).toContain('No tracks yet')
})

test('embedded player: of a long playlist it lists the first 200 tracks, and links to the rest', async () => {
  const { db, owner } = site
  const overrides = Array.from({ length: 201 }, (_, index) => ({
    userId: owner.id,
    title: `Verse ${index + 1}`,
  }))
  const ids = (await makeTracks(db, overrides)).map(({ id }) => id)
  const long = await makePlaylist(db, owner.id, ids, { title: 'Long' })
  const { html, shown } = await open(`/embed/playlist/${long.slug}`)
  expect(shown).toHaveLength(200)
  expect(html.match(/class="row /g)).toHaveLength(200)
  expect(html).not.toContain('Verse 201')
  expect(html).toMatch(
    new RegExp(`<li><a class="[^"]+" href="[^"]+/playlist/${long.slug}" target="_blank"`),
  )
  expect(html).toContain('Listen to the rest on Soundpost')

  // A track that no one else can play is not part of the rest.
  const hidden = await makeTrack(db, owner.id, { privacy: 'private' })
  const exact = await makePlaylist(db, owner.id, [...ids.slice(1), hidden.id], { title: 'Exact' })
  const whole = await open(`/embed/playlist/${exact.slug}`)
  expect(whole.shown.at(-1)?.title).toBe('Verse 201')
  expect(whole.html).not.toContain('Listen to the rest')
})

test('embedded player: the theme is that of the address, by default that of the system', async () => {
  const { slug } = await makeTrack(site.db, site.owner.id)
  const theme = async (query: string) =>
    / data-theme="(.*?)"/.exec((await open(`/embed/track/${slug}${query}`)).html)?.[1]
  expect(await theme('?theme=light')).toBe('light')
  expect(await theme('?theme=dark&start=30')).toBe('dark')
  for (const query of ['', '?theme=auto', '?theme=%22%3E', '?theme=light&theme=dark'])
    expect(await theme(query)).toBeUndefined()
})

test('embedded player: the waveform is the analyzed one if the track has been analyzed', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const bars = async () =>
    /<svg class="wide .*?<path d="(.*?)"/.exec((await open(`/embed/track/${track.id}`)).html)?.[1]
  const derived = await bars()
  await site.db
    .insert(audioAnalyses)
    .values({ trackId: track.id, state: 'ready', levels: Buffer.alloc(200, 255) })
  expect(await bars()).not.toBe(derived)
  expect(await bars()).toMatch(/^M2.5 5V95M7.5 5V95/)
})

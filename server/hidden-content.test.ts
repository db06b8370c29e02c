import { parseRssFeed } from 'feedsmith'
import { expect, test } from 'vitest'
import { makePlaylist, makeReport, makeTrack, makeUser } from './testing/factories.ts'
import { setUpTestSite } from './testing/set-up.ts'

const site = setUpTestSite()

type Privacy = 'public' | 'unlisted' | 'private'

/** An artist with a track and a playlist, and a public playlist of another user with that track. */
async function makeContent(privacy: Privacy) {
  const { db } = site
  const artist = await makeUser(db, { displayName: 'Zanzibar Artist' })
  const fields = { title: 'Zanzibar', description: 'Zanzibar', privacy }
  const track = await makeTrack(db, artist.id, { ...fields, audioBytes: 1000 })
  const open = await makeTrack(db, site.owner.id, { title: 'Open', audioBytes: 1000 })
  const playlist = await makePlaylist(db, artist.id, [open.id], fields)
  const others = await makePlaylist(db, site.owner.id, [track.id, open.id])
  return { artist, track, open, playlist, others }
}
type Content = Awaited<ReturnType<typeof makeContent>>

async function decide(itemId: string, decision: 'remove' | 'suspend') {
  const path = `/api/admin/reports/${itemId}/decision`
  const response = await site.asAdministrator('POST', path, { body: { decision, reason: 'Spam' } })
  expect(response.status).toBe(200)
}

async function read(path: string) {
  const response = await site.visitor('GET', path)
  return { status: response.status, text: await response.text() }
}
const statusOf = async (path: string) => (await read(path)).status
const titlesIn = async (path: string) =>
  parseRssFeed((await read(path)).text).items?.map(({ title }) => title)

/** No public list may contain the content, whatever hides it. */
async function expectNowhereListed(content: Content) {
  const { artist, track, playlist, others } = content
  await expectOnlyOpenTrackInMetadata(content)
  expect(await titlesIn(`/playlist/${others.id}/feed.xml`)).toEqual(['Open'])
  const profile = await read(`/profile/${artist.id}/feed.xml`)
  const index = (await read('/sitemap.xml')).text
  const files = [...index.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url)
  expect(files.length).toBeGreaterThan(2)
  const sitemaps = await Promise.all(
    files.map(async (url) => (await read(new URL(url).pathname)).text),
  )
  for (const text of [profile.text, ...sitemaps])
    for (const hidden of ['Zanzibar<', '"Zanzibar"', track.id, track.slug, playlist.slug])
      expect(text).not.toContain(hidden)
}

/** Neither link previews nor search engines find the track by a public playlist with it. */
async function expectOnlyOpenTrackInMetadata({ track, open, others }: Content) {
  const { text } = await read(`/playlist/${others.slug}`)
  expect(text).toContain(`property="og:audio" content="${audioUrlOf(open)}"`)
  expect(text).toContain('"numTracks":1')
  const alone = await makePlaylist(site.db, site.owner.id, [track.id])
  const page = await read(`/playlist/${alone.slug}`)
  expect(page.text).not.toContain('og:audio')
  expect(page.text).toContain('"numTracks":0')
  for (const html of [text, page.text]) {
    const [head, body = ''] = html.split('</head>')
    expect(head).not.toContain(track.id)
    for (const [link] of body.matchAll(/<a [^>]*>/g))
      if (link.includes(`/track/${track.slug}"`)) expect(link).toContain('rel="nofollow"')
  }
}
const audioUrlOf = ({ id }: { id: string }) => `${site.config.publicUrl}/api/tracks/${id}/audio`

/** The status of each URL of the track and its playlist. */
const statuses = async ({ artist, track, playlist }: Content) => {
  const oEmbed = (path: string) =>
    `/oembed?url=${encodeURIComponent(`${site.config.publicUrl}${path}`)}`
  return {
    pages: await Promise.all([
      statusOf(`/track/${track.slug}`),
      statusOf(`/playlist/${playlist.slug}`),
      statusOf(`/profile/${artist.id}`),
    ]),
    embeds: await Promise.all([
      statusOf(`/embed/track/${track.slug}`),
      statusOf(`/embed/playlist/${playlist.id}`),
    ]),
    oEmbed: await Promise.all([
      statusOf(oEmbed(`/track/${track.slug}`)),
      statusOf(oEmbed(`/playlist/${playlist.id}`)),
    ]),
    feeds: await Promise.all([
      statusOf(`/profile/${artist.username}/feed.xml`),
      statusOf(`/playlist/${playlist.slug}/feed.xml`),
    ]),
    images: await Promise.all([
      statusOf(`/square-images/track/${track.id}.jpg?size=96`),
      statusOf(`/square-images/playlist/${playlist.id}.jpg?size=96`),
      statusOf(`/square-images/profile/${artist.id}.jpg?size=96`),
    ]),
  }
}

/** The pages have no structured data for search engines. */
async function expectNoStructuredData({ track, playlist }: Content) {
  for (const path of [`/track/${track.slug}`, `/playlist/${playlist.slug}`]) {
    const { text } = await read(path)
    expect(text, path).not.toContain('application/ld+json')
    expect(text, path).toContain('<meta name="robots" content="noindex">')
  }
}

/** No URL reveals the title. Not for unlisted content, which opens by its link. */
async function expectNoTitle({ artist, track, playlist, others }: Content) {
  for (const path of [
    `/track/${track.slug}`,
    `/embed/track/${track.id}`,
    `/playlist/${playlist.slug}`,
    `/embed/playlist/${playlist.id}`,
    `/playlist/${playlist.id}/feed.xml`,
    `/embed/playlist/${others.id}`,
    `/oembed?url=${encodeURIComponent(`${site.config.publicUrl}/track/${track.slug}`)}`,
    `/oembed?url=${encodeURIComponent(`${site.config.publicUrl}/playlist/${playlist.id}`)}`,
    `/square-images/track/${track.id}.jpg`,
  ])
    expect((await read(path)).text.replaceAll(artist.displayName ?? '', ''), path).not.toContain(
      'Zanzibar',
    )
}

test('hidden content: what is unlisted opens by its link, and no feed, sitemap or structured data has it', async () => {
  const content = await makeContent('unlisted')
  expect(await statuses(content)).toEqual({
    ...{ pages: [200, 200, 200], embeds: [200, 200], oEmbed: [200, 200] },
    ...{ feeds: [200, 200], images: [200, 200, 200] },
  })
  await expectNowhereListed(content)
  await expectNoStructuredData(content)
})

test('hidden content: a private track or playlist is in no feed, sitemap, embedded player or image', async () => {
  const content = await makeContent('private')
  expect(await statuses(content)).toEqual({
    ...{ pages: [404, 404, 200], embeds: [404, 404], oEmbed: [404, 404] },
    ...{ feeds: [200, 404], images: [404, 404, 200] },
  })
  await expectNowhereListed(content)
  await expectNoStructuredData(content)
  await expectNoTitle(content)
})

test('hidden content: what a moderator removed is in no feed, sitemap, embedded player or image', async () => {
  const content = await makeContent('public')
  const before = await statuses(content)
  expect(Object.values(before).flat()).toEqual(
    Object.values(before)
      .flat()
      .map(() => 200),
  )
  await decide(await makeReport(site.db, { trackId: content.track.id }), 'remove')
  await decide(await makeReport(site.db, { playlistId: content.playlist.id }), 'remove')
  expect(await statuses(content)).toEqual({
    ...{ pages: [404, 404, 200], embeds: [404, 404], oEmbed: [404, 404] },
    ...{ feeds: [200, 404], images: [404, 404, 200] },
  })
  await expectNowhereListed(content)
  await expectNoStructuredData(content)
  await expectNoTitle(content)
})

test('hidden content: nothing of a suspended user is in any feed, sitemap, embedded player or image', async () => {
  const content = await makeContent('public')
  await decide(await makeReport(site.db, { trackId: content.track.id }), 'suspend')
  expect(await statuses(content)).toEqual({
    ...{ pages: [404, 404, 404], embeds: [404, 404], oEmbed: [404, 404] },
    ...{ feeds: [404, 404], images: [404, 404, 404] },
  })
  await expectNowhereListed(content)
  await expectNoStructuredData(content)
  await expectNoTitle(content)
  const profile = (await read(`/profile/${content.artist.id}`)).text
  expect(profile).not.toMatch(/ld\+json|Zanzibar/)
})

import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { Share, ShareLink } from '#contract/share-links.ts'
import { shareLinks, tracks } from '#server/database/schema.ts'
import { flushPendingPlays } from '#server/modules/listening/plays/flush-pending.ts'
import { createCaller } from '#server/testing/app.ts'
import {
  makePlaylist,
  makeReport,
  makeTrack,
  makeTracks,
  makeUser,
} from '#server/testing/factories.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { upload } from '#server/testing/upload-client.ts'

const site = setUpTestSite()

const sound = fixture('tone.mp3')
type Privacy = 'public' | 'unlisted' | 'private'

/** A track of the owner with its file. */
async function makeAudible(fields: { privacy?: Privacy; title?: string; userId?: string } = {}) {
  const { userId = site.owner.id, ...rest } = fields
  const track = await makeTrack(site.db, userId, { privacy: 'private', ...rest })
  const key = track.audioPath.replace('/objects/', '')
  await site.store.write(key, sound, { contentType: 'audio/mpeg' })
  return track
}

async function share(body: Record<string, unknown>) {
  const response = await site.asOwner('POST', '/api/share-links', {
    body: { name: 'For the label', ...body },
  })
  expect(response.status).toBe(201)
  const { link, url } = (await response.json()) as { link: ShareLink; url: string }
  const token = url.slice(`${site.config.publicUrl}/s/`.length)
  return { link, token, path: `/api/share/${token}` }
}
async function shareTrack(fields: Record<string, unknown> = {}) {
  const track = await makeAudible()
  const shared = await share({ trackId: track.id, ...fields })
  return { track, audio: `${shared.path}/tracks/${track.id}/audio`, ...shared }
}

const newBrowser = () =>
  createCaller(site.url, { cookie: `listener=${randomBytes(16).toString('base64url')}` })
const statusOf = async (path: string, caller = site.visitor) => {
  const response = await caller('GET', path)
  await response.arrayBuffer()
  return response.status
}
const linkById = async (id: string) =>
  (await site.db.select().from(shareLinks).where(eq(shareLinks.id, id)))[0]

async function expectDead(path: string, caller = site.visitor) {
  const response = await caller('GET', path)
  expect([response.status, await response.json()]).toEqual([
    404,
    { message: 'This link is no longer valid.' },
  ])
}

test('share links: anybody plays a private track through one, and nobody without it', async () => {
  const { track, path, audio } = await shareTrack()
  const response = await site.visitor('GET', path)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  const shared = (await response.json()) as Share
  expect(shared).toMatchObject({ type: 'track', title: track.title, downloadUrl: null, notes: [] })
  const url = `${audio}?v=${track.audioPath.split('/').at(-1)}`
  expect(shared.tracks.map(({ id, audioUrl }) => [id, audioUrl])).toEqual([[track.id, url]])
  for (const caller of [site.visitor, site.asOtherUser, site.asOwner]) {
    const sent = await caller('GET', audio)
    expect([sent.status, Buffer.from(await sent.arrayBuffer())]).toEqual([200, sound])
  }
  expect(await statusOf(shared.artworkUrl)).toBe(200)
  expect(await statusOf(shared.tracks[0]?.artworkUrl ?? '')).toBe(200)
  expect(await statusOf(`/api/tracks/${track.id}/audio`)).toBe(404)
  expect(await statusOf(`/api/tracks/slug/${track.slug}`)).toBe(404)
})

test('share links: the token has 128 bits, and only its hash is stored', async () => {
  const { token, link } = await shareTrack()
  expect(Buffer.from(token, 'base64url')).toHaveLength(16)
  expect(JSON.stringify(await linkById(link.id))).not.toContain(token)
  const list = await (await site.asOwner('GET', '/api/share-links')).text()
  expect(list).not.toContain(token)
})

test('share links: one of a track shows neither its private release nor other tracks', async () => {
  const audioPath = await upload(site.asOwner, 'audio', fixture('tone.mp3'))
  const fields = { title: 'Shared', privacy: 'private' } as const
  const track = await makeTrack(site.db, site.owner.id, { ...fields, audioPath })
  const other = await makeAudible({ title: 'Secret sibling' })
  await makePlaylist(site.db, site.owner.id, [track.id, other.id], {
    type: 'album',
    privacy: 'private',
    title: 'Secret album',
  })
  const { path } = await share({ trackId: track.id, allowDownload: true })
  expect(await (await site.visitor('GET', path)).text()).not.toContain('Secret')
  await expectDead(`${path}/tracks/${other.id}/audio`)
  await expectDead(`${path}/tracks/${other.id}/artwork`)
  const file = Buffer.from(await (await newBrowser()('GET', `${path}/download`)).arrayBuffer())
  expect(file.includes('Shared') || file.includes(Buffer.from('Shared', 'utf16le'))).toBe(true)
  expect(file.includes('Secret') || file.includes(Buffer.from('Secret', 'utf16le'))).toBe(false)
})

test('share links: one of a playlist plays its tracks, but no private ones of other users', async () => {
  const own = await makeAudible({ title: 'Own' })
  const unlisted = await makeAudible({ title: 'Unlisted', privacy: 'unlisted' })
  const { id: userId } = site.otherUser
  const foreign = await makeAudible({ title: 'Foreign', privacy: 'public', userId })
  const hidden = await makeAudible({ title: 'Hidden', userId })
  const elsewhere = await makeAudible({ title: 'Elsewhere', privacy: 'public' })
  const ids = [own.id, hidden.id, unlisted.id, foreign.id]
  const playlist = await makePlaylist(site.db, site.owner.id, ids, { privacy: 'private' })
  const { path } = await share({ playlistId: playlist.id })
  const shared = (await (await site.visitor('GET', path)).json()) as Share
  expect(shared.tracks.map(({ title }) => title)).toEqual(['Own', 'Unlisted', 'Foreign'])
  for (const { audioUrl } of shared.tracks) expect(await statusOf(audioUrl)).toBe(200)
  for (const { id } of [hidden, elsewhere]) await expectDead(`${path}/tracks/${id}/audio`)
})

test('share links: revoked, expired, used up, deleted and invented ones are the same 404', async () => {
  const revoked = await shareTrack()
  const { id } = revoked.link
  const changed = await site.asOwner('PUT', `/api/share-links/${id}`, { body: { revoked: true } })
  expect(((await changed.json()) as ShareLink).revokedAt).not.toBeNull()
  const expired = await shareTrack()
  await site.db
    .update(shareLinks)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(shareLinks.id, expired.link.id))
  const used = await shareTrack({ maxListens: 1 })
  expect(await statusOf(used.audio, newBrowser())).toBe(200)
  const deleted = await shareTrack()
  await site.asOwner('DELETE', `/api/share-links/${deleted.link.id}`)
  const gone = await shareTrack()
  await site.asOwner('DELETE', `/api/tracks/${gone.track.id}`)
  for (const { path, audio } of [revoked, expired, used, deleted, gone]) {
    await expectDead(path)
    await expectDead(audio)
    await expectDead(`${path}/artwork`)
    await expectDead(`${path}/download`)
  }
  const invented = randomBytes(16).toString('base64url')
  for (const token of [invented, 'x', '%20', 'ü', 'a'.repeat(300)]) {
    await expectDead(`/api/share/${token}`)
    await expectDead(`/api/share/${token}/tracks/none/audio`)
  }
  const note = await site.visitor('POST', `/api/share/${invented}/notes`, { body: {} })
  expect(note.status).toBe(404)
})

test('share links: removed content and that of a suspended owner is not shared, until it is back', async () => {
  const artist = await makeUser(site.db)
  const asArtist = await site.as(artist)
  const track = await makeAudible({ userId: artist.id, privacy: 'unlisted' })
  const created = await asArtist('POST', '/api/share-links', {
    body: { trackId: track.id, name: 'For radio' },
  })
  const { url } = (await created.json()) as { url: string }
  const path = url.replace(`${site.config.publicUrl}/s/`, '/api/share/')
  expect(await statusOf(path)).toBe(200)
  const itemId = await makeReport(site.db, { trackId: track.id })
  const decision = `/api/admin/reports/${itemId}/decision`
  const reason = 'Spam'
  await site.asAdministrator('POST', decision, { body: { decision: 'remove', reason } })
  await expectDead(path)
  await expectDead(`${path}/tracks/${track.id}/audio`)
  await site.asAdministrator('DELETE', decision)
  expect(await statusOf(path)).toBe(200)
  const suspension = `/api/admin/users/${artist.id}/suspension`
  await site.asAdministrator('POST', suspension, { body: { reason } })
  await expectDead(path)
  await site.asAdministrator('DELETE', suspension)
  expect(await statusOf(path)).toBe(200)
})

test('share links: a listen is a browser with sound; opening, seeking and reloading cost none', async () => {
  const { path, audio, link } = await shareTrack({ maxListens: 2 })
  const first = newBrowser()
  for (let i = 0; i < 3; i++) expect(await statusOf(path, first)).toBe(200)
  expect((await first('HEAD', audio)).status).toBe(200)
  expect((await linkById(link.id))?.listens).toBe(0)
  for (const range of ['bytes=0-1', 'bytes=100-', 'bytes=0-']) {
    const part = await first('GET', audio, { headers: { range } })
    expect([part.status, (await part.arrayBuffer()).byteLength > 0]).toEqual([206, true])
  }
  expect(await linkById(link.id)).toMatchObject({ listens: 1, lastUsedAt: expect.any(Date) })
  expect(await statusOf(audio, newBrowser())).toBe(200)
  await expectDead(audio, newBrowser())
  await expectDead(path, newBrowser())
  // Whoever has begun may finish, and reload the page.
  expect(await statusOf(audio, first)).toBe(200)
  expect(await statusOf(path, first)).toBe(200)
  // The owner tries the link without a listen.
  expect(await statusOf(audio, site.asOwner)).toBe(200)
  expect((await linkById(link.id))?.listens).toBe(2)
})

test('share links: a browser without a cookie gets one, and is then known', async () => {
  const { audio, link } = await shareTrack({ maxListens: 1 })
  const sent = await site.visitor('GET', audio)
  await sent.arrayBuffer()
  const cookie = sent.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(cookie).toMatch(/^listener=/)
  expect(await statusOf(audio, createCaller(site.url, { cookie }))).toBe(200)
  await expectDead(audio)
  expect((await linkById(link.id))?.listens).toBe(1)
})

test('share links: whoever has begun may finish after the link has expired, but not open it again', async () => {
  const { path, audio, link } = await shareTrack()
  const browser = newBrowser()
  expect(await statusOf(audio, browser)).toBe(200)
  await site.db
    .update(shareLinks)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(shareLinks.id, link.id))
  expect(await statusOf(audio, browser)).toBe(200)
  await expectDead(path, browser)
  await expectDead(audio, newBrowser())
})

test('share links: of 30 browsers at the same moment as many get sound as the link allows', async () => {
  const { audio, link } = await shareTrack({ maxListens: 7 })
  const browsers = Array.from({ length: 30 }, newBrowser)
  // Each asks three times at once, as a player does that seeks.
  const statuses = await Promise.all(
    browsers.map((browser) => Promise.all([1, 2, 3].map(() => statusOf(audio, browser)))),
  )
  const heard = statuses.filter((all) => all.every((status) => status === 200))
  const refused = statuses.filter((all) => all.every((status) => status === 404))
  expect([heard.length, refused.length]).toEqual([7, 23])
  expect((await linkById(link.id))?.listens).toBe(7)
})

test('share links: downloads need the switch, cost a listen, and count', async () => {
  const { path, link, track } = await shareTrack({ maxListens: 1 })
  const refused = await site.visitor('GET', `${path}/download`)
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { message: 'The artist does not allow downloads.' },
  ])
  expect((await linkById(link.id))?.listens).toBe(0)
  const url = `/api/share-links/${link.id}`
  await site.asOwner('PUT', url, { body: { allowDownload: true } })
  const shared = (await (await site.visitor('GET', path)).json()) as Share
  expect(shared.downloadUrl).toBe(`${path}/download`)
  const file = await newBrowser()('GET', `${path}/download`)
  await file.arrayBuffer()
  expect(file.headers.get('content-disposition')).toContain('attachment')
  await expectDead(`${path}/download`, newBrowser())
  await vi.waitFor(async () => {
    const [row] = await site.db.select().from(tracks).where(eq(tracks.id, track.id))
    expect(row?.downloadCount).toBe(1)
  })
})

test('share links: a release is downloaded as a ZIP, a playlist is not', async () => {
  const track = await makeAudible()
  const make = (type: 'album' | 'playlist') =>
    makePlaylist(site.db, site.owner.id, [track.id], { type, privacy: 'private' })
  const album = await share({ playlistId: (await make('album')).id, allowDownload: true })
  const zip = await site.visitor('GET', `${album.path}/download`)
  expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip'])
  await zip.arrayBuffer()
  const list = await share({ playlistId: (await make('playlist')).id, allowDownload: true })
  const shared = (await (await site.visitor('GET', list.path)).json()) as Share
  expect(shared.downloadUrl).toBeNull()
  expect(await statusOf(`${list.path}/download`)).toBe(403)
})

test('share links: plays through one are in the statistics as shares, the own ones of the owner not', async () => {
  const { track, path } = await shareTrack()
  const play = `${path}/tracks/${track.id}/play`
  const [first, second] = [newBrowser(), newBrowser()]
  for (const caller of [first, first, second, site.asOwner])
    expect((await caller('POST', play)).status).toBe(204)
  await flushPendingPlays(site.db)
  const stats = await site.asOwner('GET', `/api/tracks/${track.id}/stats`)
  expect(await stats.json()).toMatchObject({ sources: { site: 0, share: 2 } })
})

test('share links: a public track needs none, and a link of one that becomes public stays', async () => {
  const open = await makeAudible({ privacy: 'public' })
  const body = { trackId: open.id, name: 'For all' }
  expect((await site.asOwner('POST', '/api/share-links', { body })).status).toBe(409)
  const { track, path } = await shareTrack()
  await site.asOwner('PUT', `/api/tracks/${track.id}`, { body: { privacy: 'public' } })
  expect(await statusOf(path)).toBe(200)
})

test('share links: the owner lists those of an item, newest first and in pages, and edits them', async () => {
  const { track, link } = await shareTrack({ maxListens: 3, expiresAt: '2100-01-01T00:00:00.000Z' })
  const second = await share({ trackId: track.id, name: 'For radio' })
  const response = await site.asOwner('GET', `/api/share-links?trackId=${track.id}&limit=1`)
  expect(((await response.json()) as ShareLink[]).map(({ id }) => id)).toEqual([second.link.id])
  const next = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? ''
  expect(await (await site.asOwner('GET', next)).json()).toEqual([link])
  const body = { name: 'For the band', expiresAt: null, maxListens: null }
  const changed = await site.asOwner('PUT', `/api/share-links/${link.id}`, { body })
  expect(await changed.json()).toEqual({ ...link, ...body })
})

test.each([
  [{ name: ' ' }, 'Name is required'],
  [{ maxListens: 1.5 }, 'Listens must be a number from 1 to 100000'],
  [{ allowDownload: 'yes' }, 'Allow download must be true or false'],
  [{ maxListens: 0 }, 'Listens must be a number from 1 to 100000'],
  [{ expiresAt: '2001-01-01T00:00:00Z' }, 'Please choose a time in the future'],
  [{ expiresAt: 'soon' }, 'Please choose a date and time'],
  [{ trackId: undefined }, 'A link is for one track or one playlist'],
])('share links: %j is refused with a sentence', async (fields, message) => {
  const { id: trackId } = await makeAudible()
  const body = { trackId, name: 'For the label', ...fields }
  const response = await site.asOwner('POST', '/api/share-links', { body })
  expect([response.status, await response.json()]).toEqual([400, { message }])
})

test('share links: a long playlist comes in pages, as it does on its own', async () => {
  const rows = await makeTracks(
    site.db,
    ['private', 'unlisted', 'public'].map((privacy) => ({
      ...{ userId: site.owner.id, privacy: privacy as Privacy },
    })),
  )
  const ids = rows.map(({ id }) => id)
  const playlist = await makePlaylist(site.db, site.owner.id, ids, { privacy: 'private' })
  const { path } = await share({ playlistId: playlist.id })
  const first = await site.visitor('GET', `${path}?limit=2`)
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const pages = [first, await site.visitor('GET', next)]
  const shares = (await Promise.all(pages.map((page) => page.json()))) as Share[]
  expect(shares.map(({ tracks }) => tracks.map(({ id }) => id))).toEqual([
    ids.slice(0, 2),
    ids.slice(2),
  ])
})

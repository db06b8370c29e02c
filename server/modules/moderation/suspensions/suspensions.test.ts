import { and, eq, isNotNull } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import type { ReportedItem } from '#contract/reports.ts'
import type { TrackDetail } from '#contract/tracks.ts'
import { auditLog, playlists, removals, tracks, uploads } from '#server/database/schema.ts'
import { rotateExposedKeys } from '#server/modules/uploads/cleanup-service.ts'
import { objectsForPath } from '#server/shared/object-keys.ts'
import type { Caller } from '#server/testing/app.ts'
import {
  follow,
  like,
  makePlaylist,
  makeReport,
  makeTrack,
  makeUser,
  type UserRow,
} from '#server/testing/factories.ts'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { register, requestUploadUrl, upload } from '#server/testing/upload-client.ts'

const administrators = ['boss@example.org', 'deputy@example.org', 'third@example.org']
const site = setUpTestSite({ env: { ADMIN_EMAILS: administrators.join(',') } })
let colleague: UserRow
beforeAll(async () => {
  colleague = await makeUser(site.db, { email: 'Deputy@example.org', emailVerified: true })
})

const reason = 'Spam in every track.'
const pathOf = (userId: string) => `/api/admin/users/${userId}/suspension`
const suspend = async (userId: string, as = site.asAdministrator) =>
  (await as('POST', pathOf(userId), { body: { reason } })).status
const lift = async (userId: string, as = site.asAdministrator) =>
  (await as('DELETE', pathOf(userId))).status
const decide = async (itemId: string, decision: string, as = site.asAdministrator) =>
  (await as('POST', `/api/admin/reports/${itemId}/decision`, { body: { decision, reason } })).status
const undo = async (itemId: string) =>
  (await site.asAdministrator('DELETE', `/api/admin/reports/${itemId}/decision`)).status
const statusOf = async (as: Caller, path: string) => (await as('GET', path)).status
const json = async <T>(as: Caller, path: string) => (await (await as('GET', path)).json()) as T

test('suspension: nothing of the user is visible to others, and lifting it brings all back', async () => {
  const owner = await makeUser(site.db, { displayName: 'Quillonia Vantreet' })
  const other = await makeUser(site.db)
  const [call, asOther] = [await site.as(owner), await site.as(other)]
  const audioUrl = await upload(call, 'audio', fixture('tone.mp3'))
  const body = { title: 'Quillonia Song', audioUrl, genre: 'folk' }
  const track = (await (await call('POST', '/api/tracks', { body })).json()) as TrackDetail
  const unlisted = await makeTrack(site.db, owner.id, { privacy: 'unlisted' })
  const hidden = await makeTrack(site.db, owner.id, { privacy: 'private' })
  const liked = await makeTrack(site.db, other.id)
  const own = await makePlaylist(site.db, owner.id, [liked.id], { title: 'Quillonia Mix' })
  const others = await makePlaylist(site.db, other.id, [track.id, liked.id])
  await like(site.db, owner.id, liked.id)
  await like(site.db, other.id, track.id)
  await follow(site.db, owner.id, other.id)
  await follow(site.db, other.id, owner.id)
  const oEmbedOf = (kind: string, slug: string) =>
    `/oembed?url=${encodeURIComponent(`${site.config.publicUrl}/${kind}/${slug}`)}`
  const has = async (as: Caller, path: string, id: string) =>
    (await (await as('GET', path)).text()).includes(id)
  const readers: Record<string, (as: Caller) => Promise<unknown>> = {
    profile: (as) => statusOf(as, `/api/users/${owner.id}`),
    byUsername: (as) => statusOf(as, `/api/users/${owner.username}`),
    avatar: (as) => statusOf(as, `/api/users/${owner.id}/avatar`),
    tracksOf: (as) => statusOf(as, `/api/users/${owner.id}/tracks`),
    playlistsOf: (as) => statusOf(as, `/api/users/${owner.id}/playlists`),
    followersOf: (as) => statusOf(as, `/api/users/${owner.id}/followers`),
    document: (as) => statusOf(as, `/profile/${owner.id}`),
    track: (as) => statusOf(as, `/api/tracks/slug/${track.slug}`),
    audio: (as) => statusOf(as, `/api/tracks/${track.id}/audio`),
    artwork: (as) => statusOf(as, `/api/tracks/${track.id}/artwork`),
    unlisted: (as) => statusOf(as, `/api/tracks/slug/${unlisted.slug}`),
    private: (as) => statusOf(as, `/api/tracks/slug/${hidden.slug}`),
    playlist: (as) => statusOf(as, `/api/playlists/${own.id}`),
    list: (as) => has(as, '/api/tracks', track.id),
    home: (as) => has(as, '/api/discover', track.id),
    genre: (as) => has(as, '/api/genres/folk/tracks', track.id),
    searchUser: (as) => has(as, '/api/search?q=vantreet', owner.id),
    searchTrack: (as) => has(as, '/api/search?q=quillonia+song', track.id),
    searchPlaylist: (as) => has(as, '/api/search?q=quillonia+mix', own.id),
    inPlaylist: (as) => has(as, `/api/playlists/${others.id}`, track.id),
    followers: (as) => has(as, `/api/users/${other.id}/followers`, owner.id),
    following: (as) => has(as, `/api/users/${other.id}/following`, owner.id),
    sitemap: (as) => has(as, '/sitemap/profiles-1.xml', owner.id),
    sitemapTrack: (as) => has(as, '/sitemap/tracks-1.xml', track.slug),
    sitemapPlaylist: (as) => has(as, '/sitemap/playlists-1.xml', own.slug),
    feed: (as) => statusOf(as, `/profile/${owner.id}/feed.xml`),
    playlistFeed: (as) => statusOf(as, `/playlist/${own.slug}/feed.xml`),
    feedOfOthers: (as) => has(as, `/playlist/${others.slug}/feed.xml`, track.id),
    oEmbed: (as) => statusOf(as, oEmbedOf('track', track.slug)),
    oEmbedPlaylist: (as) => statusOf(as, oEmbedOf('playlist', own.slug)),
    embed: (as) => statusOf(as, `/embed/track/${track.slug}`),
    squareImage: (as) => statusOf(as, `/square-images/track/${track.id}.jpg`),
    likeCount: async (as) =>
      (await json<TrackDetail>(as, `/api/tracks/slug/${liked.slug}`)).likeCount,
    followerCount: async (as) =>
      (await json<{ followerCount: number }>(as, `/api/users/${other.id}`)).followerCount,
  }
  const read = async (as: Caller) => {
    const seen: Record<string, unknown> = {}
    for (const [name, reader] of Object.entries(readers)) seen[name] = await reader(as)
    return seen
  }
  const before = [await read(asOther), await read(site.visitor)]
  const expected = Object.entries(before[0] ?? {}).filter(([name]) => !name.endsWith('Count'))
  for (const [name, seen] of expected)
    expect(seen, name).toBeOneOf(name === 'private' ? [404] : [200, true])

  expect(await suspend(owner.id)).toBe(200)
  expect(await statusOf(call, '/api/auth/user')).toBe(401)
  const gone = Object.fromEntries(
    Object.entries(before[0] ?? {}).map(([name, seen]) => {
      if (name.endsWith('Count')) return [name, seen]
      return [name, typeof seen === 'number' ? 404 : false]
    }),
  )
  expect(await read(asOther)).toEqual(gone)
  expect(await read(site.visitor)).toEqual(gone)
  for (const path of ['/api/library/likes', '/api/library/following'])
    expect(await has(asOther, path, track.id), path).toBe(false)
  expect((await asOther('POST', `/api/users/${owner.id}/follow`)).status).toBe(404)
  const report = { kind: 'user', id: owner.id, reason: 'spam' }
  expect((await asOther('POST', '/api/reports', { body: report })).status).toBe(404)
  // Administrators see it, and cannot publish it.
  expect(await statusOf(site.asAdministrator, `/api/users/${owner.id}`)).toBe(200)
  for (const { id } of [track, hidden]) {
    const publish = { body: { privacy: 'public' } }
    expect((await site.asAdministrator('PUT', `/api/tracks/${id}`, publish)).status).toBe(409)
  }

  expect(await lift(owner.id)).toBe(200)
  expect([await read(asOther), await read(site.visitor)]).toEqual(before)
  expect(await statusOf(call, '/api/auth/user')).toBe(401)
  expect(await site.db.$count(removals, eq(removals.trackId, track.id))).toBe(0)
})

test('suspension: it needs a reason, and is not for oneself, other administrators and unknown users', async () => {
  const { asAdministrator, asOtherUser, administrator } = site
  const user = await makeUser(site.db)
  expect((await asAdministrator('POST', pathOf(user.id), { body: {} })).status).toBe(400)
  expect((await asAdministrator('POST', pathOf(user.id), { body: { reason: ' ' } })).status).toBe(
    400,
  )
  expect(await suspend(user.id, asOtherUser)).toBe(403)
  expect(await suspend(administrator.id)).toBe(400)
  expect(await suspend(colleague.id)).toBe(403)
  // An address that is not verified makes no one an administrator.
  const impostor = await makeUser(site.db, { email: 'third@example.org' })
  expect(await suspend(impostor.id)).toBe(200)
  expect(await suspend('00000000-0000-4000-8000-000000000000')).toBe(404)
  expect(await lift(user.id)).toBe(409)
  const itemId = await makeReport(site.db, { userId: administrator.id })
  expect(await decide(itemId, 'suspend')).toBe(400)
  const track = await makeTrack(site.db, colleague.id)
  const trackItemId = await makeReport(site.db, { trackId: track.id })
  expect(await decide(trackItemId, 'suspend')).toBe(403)
  expect(await statusOf(site.visitor, `/api/tracks/slug/${track.slug}`)).toBe(200)
  // The dashboard reads isUserAdmin, and does not offer to suspend administrators.
  const other = await makeReport(site.db, { userId: user.id })
  const items = await json<ReportedItem[]>(asAdministrator, '/api/admin/reports')
  const isAdminOf = (id: string) => items.find((item) => item.id === id)?.isUserAdmin
  expect([itemId, trackItemId, other].map(isAdminOf)).toEqual([true, true, false])
})

test('suspension: two administrators at once suspend once, and lift once', async () => {
  const user = await makeUser(site.db)
  const outcomes = async (run: () => Promise<number>) =>
    (await Promise.all([run(), run()])).sort((a, b) => a - b)
  expect(await outcomes(() => suspend(user.id))).toEqual([200, 409])
  expect(await outcomes(() => lift(user.id))).toEqual([200, 409])
  expect(await site.db.$count(auditLog, eq(auditLog.targetId, user.id))).toBe(2)
  const track = await makeTrack(site.db, user.id)
  const itemId = await makeReport(site.db, { trackId: track.id })
  expect(await outcomes(() => decide(itemId, 'suspend'))).toEqual([200, 409])
  expect(await outcomes(() => undo(itemId))).toEqual([200, 409])
  expect(await statusOf(site.visitor, `/api/users/${user.id}`)).toBe(200)
})

test('suspension: of concurrent decisions on one report one takes effect, and can be undone', async () => {
  const asColleague = await site.as(colleague)
  for (let round = 0; round < 3; round += 1) {
    const user = await makeUser(site.db)
    const track = await makeTrack(site.db, user.id)
    const itemId = await makeReport(site.db, { trackId: track.id })
    const statuses = await Promise.all([
      decide(itemId, 'suspend'),
      decide(itemId, 'remove', asColleague),
      decide(itemId, 'dismiss'),
    ])
    expect(statuses.sort()).toEqual([200, 409, 409])
    expect((await Promise.all([undo(itemId), undo(itemId)])).sort()).toEqual([200, 409])
    expect(await statusOf(site.visitor, `/api/users/${user.id}`)).toBe(200)
    expect(await statusOf(site.visitor, `/api/tracks/slug/${track.slug}`)).toBe(200)
    expect(await site.db.$count(removals, eq(removals.trackId, track.id))).toBe(0)
  }
})

test('suspension: one by a report is in its history and the audit log, and can be undone', async () => {
  const user = await makeUser(site.db, { displayName: 'Audited Uploader' })
  const playlist = await makePlaylist(site.db, user.id)
  const itemId = await makeReport(site.db, { playlistId: playlist.id })
  const otherItemId = await makeReport(site.db, { userId: user.id })
  const findOther = async () =>
    (await json<ReportedItem[]>(site.asAdministrator, '/api/admin/reports')).find(
      ({ id }) => id === otherItemId,
    )
  expect(await findOther()).toMatchObject({ isUserSuspended: false })
  expect(await decide(itemId, 'suspend')).toBe(200)
  expect(await findOther()).toMatchObject({ isUserSuspended: true })
  expect(await statusOf(site.visitor, `/api/users/${user.id}`)).toBe(404)
  const decided = await json<ReportedItem[]>(
    site.asAdministrator,
    '/api/admin/reports?state=decided',
  )
  const item = decided.find(({ id }) => id === itemId)
  expect(item?.isUserSuspended).toBe(true)
  expect(item?.decisions).toMatchObject([{ decision: 'suspend', reason, undoneAt: null }])
  expect(await undo(itemId)).toBe(200)
  expect(await statusOf(site.visitor, `/api/playlists/${playlist.id}`)).toBe(200)
  const entries = await json<AuditEntry[]>(
    site.asAdministrator,
    '/api/admin/audit?q=Audited+Uploader',
  )
  expect(entries).toMatchObject([
    { action: 'report.undo', target: { kind: 'user', id: user.id }, detail: 'suspend' },
    { action: 'report.suspend', target: { kind: 'user', id: user.id }, detail: reason },
  ])
})

test('suspension: undoing an older decision does not end a suspension that was made since', async () => {
  const user = await makeUser(site.db)
  const itemId = await makeReport(site.db, { userId: user.id })
  expect(await decide(itemId, 'suspend')).toBe(200)
  expect(await lift(user.id)).toBe(200)
  expect(await suspend(user.id)).toBe(200)
  expect(await undo(itemId)).toBe(200)
  expect(await statusOf(site.visitor, `/api/users/${user.id}`)).toBe(404)
})

test('suspension: what was removed before or meanwhile stays removed when it is lifted', async () => {
  const user = await makeUser(site.db)
  const [before, during, both] = [
    await makeTrack(site.db, user.id),
    await makeTrack(site.db, user.id, { privacy: 'unlisted' }),
    await makeTrack(site.db, user.id),
  ]
  const items = new Map<string, string>()
  for (const { id } of [before, during, both])
    items.set(id, await makeReport(site.db, { trackId: id }))
  const itemOf = ({ id }: { id: string }) => items.get(id) ?? ''
  const privacies = async () => {
    const rows = await site.db.select().from(tracks).where(eq(tracks.userId, user.id))
    return [before, during, both].map(({ id }) => rows.find((row) => row.id === id)?.privacy)
  }
  expect(await decide(itemOf(before), 'remove')).toBe(200)
  expect(await suspend(user.id)).toBe(200)
  expect(await decide(itemOf(during), 'remove')).toBe(200)
  expect(await decide(itemOf(both), 'remove')).toBe(200)
  expect(await undo(itemOf(both))).toBe(200)
  expect(await privacies()).toEqual(['private', 'private', 'private'])
  expect(await lift(user.id)).toBe(200)
  expect(await privacies()).toEqual(['private', 'private', 'public'])
  expect(await undo(itemOf(before))).toBe(200)
  expect(await undo(itemOf(during))).toBe(200)
  expect(await privacies()).toEqual(['public', 'unlisted', 'public'])
})

test('suspension: concurrent uploads, playlists and edits leave nothing visible, and everything returns', async () => {
  for (let round = 0; round < 3; round += 1) {
    const user = await makeUser(site.db)
    const call = await site.as(user)
    const audioUrl = await upload(call, 'audio', fixture('tone.mp3'))
    const existing = await makeTrack(site.db, user.id)
    const [created, playlist, edited, , suspended] = await Promise.all([
      call('POST', '/api/tracks', { body: { title: 'During', audioUrl } }),
      call('POST', '/api/playlists', { body: { title: 'During' } }),
      call('PUT', `/api/tracks/${existing.id}`, { body: { privacy: 'unlisted' } }),
      call('POST', '/api/objects/upload', { body: {} }),
      suspend(user.id),
    ])
    expect(suspended).toBe(200)
    expect([201, 401]).toContain(created.status)
    expect([201, 401]).toContain(playlist.status)
    expect([200, 401, 409]).toContain(edited.status)
    for (const table of [tracks, playlists]) {
      const rows = await site.db.select().from(table).where(eq(table.userId, user.id))
      expect(rows.every(({ privacy }) => privacy === 'private')).toBe(true)
    }
    const late = await call('POST', '/api/tracks', { body: { title: 'Late', audioUrl } })
    expect(late.status).toBe(401)
    expect(await lift(user.id)).toBe(200)
    const rows = await site.db.select().from(tracks).where(eq(tracks.userId, user.id))
    expect(rows).toHaveLength(created.status === 201 ? 2 : 1)
    expect(rows.some(({ privacy }) => privacy === 'private')).toBe(false)
  }
})

test('suspension: a file that is being sent can be registered only after the suspension is lifted', async () => {
  const user = await makeUser(site.db)
  const call = await site.as(user)
  const url = await requestUploadUrl(call)
  const bytes = fixture('tone.mp3')
  const suspended = Promise.withResolvers<void>()
  const sent = fetch(url, {
    method: 'PUT',
    duplex: 'half',
    body: ReadableStream.from(
      (async function* () {
        yield bytes.subarray(0, 1000)
        await suspended.promise
        yield bytes.subarray(1000)
      })(),
    ),
  })
  const isBeingSent = () =>
    site.db.$count(uploads, and(eq(uploads.userId, user.id), isNotNull(uploads.lease)))
  await expect.poll(isBeingSent).toBe(1)
  expect(await suspend(user.id)).toBe(200)
  suspended.resolve()
  expect((await sent).status).toBe(200)
  expect((await register(call, 'audio', url)).status).toBe(401)
  expect(await lift(user.id)).toBe(200)
  expect((await register(await site.as(user), 'audio', url)).status).toBe(200)
})

test('suspension: files that others could read get new keys, the avatar too, and return with the account', async () => {
  const user = await makeUser(site.db)
  const call = await site.as(user)
  const audioUrl = await upload(call, 'audio', fixture('tone.mp3'))
  const artworkUrl = await upload(call, 'artwork', await createImage())
  const avatar = await upload(call, 'profile image', await createImage())
  const body = { title: 'Exposed', audioUrl, artworkUrl }
  const track = (await (await call('POST', '/api/tracks', { body })).json()) as TrackDetail
  expect(await suspend(user.id)).toBe(200)
  const exposed = await site.db.select().from(uploads).where(isNotNull(uploads.exposedBy))
  const paths = exposed.map(({ objectPath }) => objectPath)
  expect(paths).toEqual(expect.arrayContaining([audioUrl, artworkUrl, avatar]))
  await rotateExposedKeys(site)
  expect(await site.db.$count(uploads, isNotNull(uploads.exposedBy))).toBe(0)
  for (const { key } of [audioUrl, artworkUrl, avatar].flatMap(objectsForPath))
    expect(await site.store.stat(key), key).toBeUndefined()
  expect(await lift(user.id)).toBe(200)
  for (const path of [`/api/users/${user.id}/avatar`, `/api/tracks/${track.id}/artwork`])
    expect(await statusOf(site.visitor, path), path).toBe(200)
})

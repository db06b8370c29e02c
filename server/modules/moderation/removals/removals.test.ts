import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { PlaylistDetail } from '#contract/playlists.ts'
import type { ReportedItem } from '#contract/reports.ts'
import type { Track, TrackDetail } from '#contract/tracks.ts'
import { removals, removedFiles, tracks } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { like, makePlaylist, makeTrack, makeUser } from '#server/testing/factories.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { register, upload, uploadFile } from '#server/testing/upload-client.ts'

const site = setUpTestSite()

const reason = 'A rights holder asked for it.'

/** Reports it as another user; returns the id of its entry in the queue. */
async function report(kind: 'track' | 'playlist', id: string): Promise<string> {
  const reporter = await site.as(await makeUser(site.db))
  const response = await reporter('POST', '/api/reports', { body: { kind, id, reason: 'spam' } })
  expect(response.status).toBe(201)
  const list = await site.asAdministrator('GET', '/api/admin/reports')
  const items = (await list.json()) as ReportedItem[]
  return items.find((item) => (item.track ?? item.playlist)?.id === id)?.id ?? ''
}

const pathOf = (itemId: string) => `/api/admin/reports/${itemId}/decision`
const remove = async (itemId: string, body: unknown = { decision: 'remove', reason }) =>
  (await site.asAdministrator('POST', pathOf(itemId), { body })).status
const undo = async (itemId: string) => (await site.asAdministrator('DELETE', pathOf(itemId))).status

/** A track with its own audio, uploaded by a new user. */
async function uploadedTrack(bytes: Uint8Array, title: string) {
  const owner = await makeUser(site.db)
  const call = await site.as(owner)
  const audioUrl = await upload(call, 'audio', bytes)
  const response = await call('POST', '/api/tracks', { body: { title, audioUrl, genre: 'jazz' } })
  return { owner, call, track: (await response.json()) as TrackDetail }
}

/** The same sound and size with other bytes: an ID3v1 tag. */
function tone(title: string): Uint8Array {
  const tag = Buffer.from(`TAG${title}`.padEnd(128, '\0'), 'latin1')
  return Buffer.concat([fixture('tone.mp3'), tag])
}

test('removal: a removed track exists for its owner and administrators only, until it is undone', async () => {
  const { owner, call, track } = await uploadedTrack(tone('everywhere'), 'Zanzibarium')
  const other = await makeUser(site.db)
  const asOther = await site.as(other)
  await like(site.db, other.id, track.id)
  const playlist = await makePlaylist(site.db, other.id, [track.id])
  const readers: Record<string, (as: Caller) => Promise<unknown>> = {
    page: async (as) => (await as('GET', `/api/tracks/slug/${track.slug}`)).status,
    document: async (as) => (await as('GET', `/track/${track.slug}`)).status,
    audio: async (as) => (await as('GET', `/api/tracks/${track.id}/audio`)).status,
    artwork: async (as) => (await as('GET', `/api/tracks/${track.id}/artwork`)).status,
    waveformOrSimilar: async (as) => (await as('GET', `/api/tracks/${track.id}/similar`)).status,
    play: async (as) => (await as('POST', `/api/tracks/${track.id}/play`)).status,
    list: (as) => has(as, '/api/tracks'),
    search: (as) => has(as, '/api/search?q=zanzibarium'),
    home: (as) => has(as, '/api/discover'),
    genre: (as) => has(as, '/api/genres/jazz/tracks'),
    profile: (as) => has(as, `/api/users/${owner.id}/tracks`),
    playlist: (as) => has(as, `/api/playlists/${playlist.id}`),
    counted: async (as) =>
      ((await (await as('GET', `/api/playlists/${playlist.id}`)).json()) as PlaylistDetail)
        .trackCount,
  }
  const has = async (as: Caller, path: string) =>
    (await (await as('GET', path)).text()).includes(track.id)
  const inList = async (as: Caller) =>
    ((await (await as('GET', `/api/users/${owner.id}/tracks`)).json()) as Track[]).find(
      ({ id }) => id === track.id,
    )
  const read = async (as: Caller) => {
    const seen: Record<string, unknown> = {}
    for (const [name, reader] of Object.entries(readers)) seen[name] = await reader(as)
    return seen
  }
  const [before, beforeVisitor] = [await read(asOther), await read(site.visitor)]
  expect(before).toMatchObject({ page: 200, audio: 200, list: true, search: true, counted: 1 })

  const itemId = await report('track', track.id)
  expect(await remove(itemId)).toBe(200)
  const hidden = {
    page: 404,
    document: 404,
    audio: 404,
    artwork: 404,
    waveformOrSimilar: 404,
    play: 404,
    list: false,
    search: false,
    home: false,
    genre: false,
    profile: false,
    playlist: false,
    counted: 0,
  }
  expect(await read(asOther)).toEqual(hidden)
  expect(await read(site.visitor)).toEqual(hidden)
  expect(await has(asOther, '/api/library/likes')).toBe(false)
  for (const as of [call, site.asAdministrator]) {
    const seen = await as('GET', `/api/tracks/slug/${track.slug}`)
    expect(await seen.json()).toMatchObject({ removal: { reason } })
    expect((await as('GET', `/api/tracks/${track.id}/audio`)).status).toBe(200)
    expect(await inList(as)).toMatchObject({ privacy: 'private', isRemoved: true })
  }

  expect(await undo(itemId)).toBe(200)
  expect(await read(asOther)).toEqual(before)
  expect(await read(site.visitor)).toEqual(beforeVisitor)
  const restored = await call('GET', `/api/tracks/slug/${track.slug}`)
  expect(await restored.json()).toMatchObject({ removal: null, privacy: 'public' })
  expect(await inList(call)).not.toHaveProperty('isRemoved')
})

test('removal: a playlist is hidden with its reason for the owner, its tracks are not', async () => {
  const owner = await makeUser(site.db)
  const call = await site.as(owner)
  const track = await makeTrack(site.db, owner.id)
  const playlist = await makePlaylist(site.db, owner.id, [track.id], { privacy: 'unlisted' })
  const itemId = await report('playlist', playlist.id)
  expect(await remove(itemId)).toBe(200)
  const path = `/api/playlists/${playlist.id}`
  expect((await site.visitor('GET', path)).status).toBe(404)
  expect((await site.visitor('GET', `/api/tracks/slug/${track.slug}`)).status).toBe(200)
  expect(await (await call('GET', path)).json()).toMatchObject({ removal: { reason } })
  const listed = await call('GET', `/api/users/${owner.id}/playlists`)
  expect(await listed.json()).toMatchObject([{ id: playlist.id, isRemoved: true }])
  expect((await call('PUT', path, { body: { privacy: 'public' } })).status).toBe(409)
  expect((await call('PUT', path, { body: { title: 'Renamed' } })).status).toBe(200)
  expect(await undo(itemId)).toBe(200)
  expect(await (await site.visitor('GET', path)).json()).toMatchObject({
    title: 'Renamed',
    privacy: 'unlisted',
    removal: null,
  })
})

test('removal: the owner edits and deletes, but does not publish it again', async () => {
  const { call, track } = await uploadedTrack(tone('edited'), 'Edited')
  const itemId = await report('track', track.id)
  await remove(itemId)
  const path = `/api/tracks/${track.id}`
  const edit = async (body: unknown) => {
    const response = await call('PUT', path, { body })
    return [response.status, ((await response.json()) as { message?: string }).message]
  }
  expect(await edit({ title: 'Better', privacy: 'private' })).toEqual([200, undefined])
  const refused = [409, 'A moderator removed this, so its privacy cannot be changed.']
  expect(await edit({ privacy: 'public' })).toEqual(refused)
  expect(await edit({ privacy: 'unlisted' })).toEqual(refused)
  expect((await site.visitor('GET', `/api/tracks/slug/${track.slug}`)).status).toBe(404)
  expect((await call('DELETE', path)).status).toBe(204)
  expect(await undo(itemId)).toBe(404)
  expect(await site.db.$count(removals, eq(removals.trackId, track.id))).toBe(0)
  expect(await site.db.$count(removedFiles, eq(removedFiles.trackId, track.id))).toBe(1)
})

test('removal: uploads of the same bytes are refused with 422 for everyone until the removal is undone', async () => {
  const bytes = tone('forbidden')
  const { call, track } = await uploadedTrack(bytes, 'Forbidden')
  const itemId = await report('track', track.id)
  await remove(itemId)
  const tryAgain = async (as: Caller, file: Uint8Array) => {
    const response = await register(as, 'audio', await uploadFile(as, file))
    return [response.status, ((await response.json()) as { message?: string }).message]
  }
  const refused = [422, 'This file was removed by a moderator.']
  expect(await tryAgain(call, bytes)).toEqual(refused)
  expect(await tryAgain(site.asOtherUser, bytes)).toEqual(refused)
  // The same size, another content.
  expect(await tryAgain(site.asOtherUser, tone('permitted'))).toEqual([200, undefined])
  await undo(itemId)
  expect(await tryAgain(site.asOtherUser, bytes)).toEqual([200, undefined])
})

test('removal: it needs a reason, is not for users, and removes a track whose file is missing', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const itemId = await report('track', track.id)
  expect(await remove(itemId, { decision: 'remove' })).toBe(400)
  expect(await remove(itemId, { decision: 'remove', reason: '  ' })).toBe(400)
  const user = await makeUser(site.db)
  await site.asOtherUser('POST', '/api/reports', {
    body: { kind: 'user', id: user.id, reason: 'spam' },
  })
  const items = (await (
    await site.asAdministrator('GET', '/api/admin/reports')
  ).json()) as ReportedItem[]
  const reportedUser = items.find((item) => item.kind === 'user' && item.user.id === user.id)
  expect(await remove(reportedUser?.id ?? '')).toBe(400)
  expect(await remove(itemId)).toBe(200)
  expect((await site.visitor('GET', `/api/tracks/slug/${track.slug}`)).status).toBe(404)
})

test('removal: concurrent removals and edits of the owner leave it removed once, and undoing restores it', async () => {
  const owner = await makeUser(site.db)
  const call = await site.as(owner)
  for (let round = 0; round < 3; round += 1) {
    const track = await makeTrack(site.db, owner.id, { privacy: 'unlisted' })
    const itemId = await report('track', track.id)
    const edit = (privacy: string) => call('PUT', `/api/tracks/${track.id}`, { body: { privacy } })
    const [, , ...statuses] = await Promise.all([
      edit('public'),
      edit('unlisted'),
      remove(itemId),
      remove(itemId),
    ])
    expect(statuses.sort()).toEqual([200, 409])
    const [row] = await site.db.select().from(tracks).where(eq(tracks.id, track.id))
    const [removal] = await site.db.select().from(removals).where(eq(removals.trackId, track.id))
    expect(row?.privacy).toBe('private')
    expect(await undo(itemId)).toBe(200)
    const [restored] = await site.db.select().from(tracks).where(eq(tracks.id, track.id))
    expect(restored?.privacy).toBe(removal?.privacy)
    expect(restored?.privacy).not.toBe('private')
  }
})

test('removal: a removal while the owner deletes the track ends without an error', async () => {
  const owner = await makeUser(site.db)
  const call = await site.as(owner)
  for (let round = 0; round < 3; round += 1) {
    const track = await makeTrack(site.db, owner.id)
    const itemId = await report('track', track.id)
    const [deleted, removed] = await Promise.all([
      call('DELETE', `/api/tracks/${track.id}`),
      remove(itemId),
    ])
    expect(deleted.status).toBe(204)
    expect([200, 404]).toContain(removed)
    expect(await site.db.$count(removals, eq(removals.trackId, track.id))).toBe(0)
  }
})

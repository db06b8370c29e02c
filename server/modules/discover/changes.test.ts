import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Discovery } from '#contract/discover.ts'
import type { Track } from '#contract/tracks.ts'
import { tracks } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import {
  makePlaylist,
  makeShareLink,
  makeTrack,
  makeUpload,
  makeVersion,
} from '#server/testing/factories.ts'
import { examplePush } from '#server/testing/push-receiver.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { untilServed } from '#server/testing/until-served.ts'
import { requestParts } from '#server/testing/upload-client.ts'

const site = setUpTestSite()
beforeEach(async () => {
  await site.db.delete(tracks)
})

async function create(title: string, fields: Record<string, unknown> = {}): Promise<Track> {
  const { objectPath } = await makeUpload(site.db, site.owner.id, 'audio')
  const body = { title, audioUrl: objectPath, ...fields }
  const response = await untilServed(() => site.asOwner('POST', '/api/tracks', { body }))
  expect(response.status).toBe(201)
  return (await response.json()) as Track
}
const change = (id: string, body: Record<string, unknown>) =>
  untilServed(() => site.asOwner('PUT', `/api/tracks/${id}`, { body }))
const discover = async (call: Caller = site.visitor) =>
  (await (await call('GET', '/api/discover')).json()) as Discovery
const genres = async () => (await discover()).genres.map(({ genre }) => genre)

async function expectCountsToBeRight() {
  const { rows } = await site.db.execute(sql`
    select genre, stored.tracks, coalesce(counted.tracks, 0)::int as counted
    from genre_counts stored full join (
      select coalesce(genre, 'other') as genre, count(*) as tracks from tracks where privacy = 'public' group by 1
    ) as counted using (genre)
    where stored.tracks is distinct from coalesce(counted.tracks, 0)`)
  expect(rows).toEqual([])
}

test('genre sections: a genre appears with its third public track and disappears with it', async () => {
  await create('One', { genre: 'jazz' })
  await create('Two', { genre: 'jazz' })
  expect(await genres()).toEqual([])
  const third = await create('Three', { genre: 'jazz' })
  expect(await genres()).toEqual(['jazz'])

  for (const away of [{ privacy: 'private' }, { privacy: 'unlisted' }, { genre: 'folk' }]) {
    await change(third.id, away)
    expect(await genres()).toEqual([])
    await change(third.id, { privacy: 'public', genre: 'jazz' })
    expect(await genres()).toEqual(['jazz'])
  }
  await change(third.id, { genre: '' })
  expect(await genres()).toEqual([])
  await change(third.id, { genre: 'jazz' })
  await site.asOwner('DELETE', `/api/tracks/${third.id}`)
  expect(await genres()).toEqual([])
  await expectCountsToBeRight()
})

test('genre sections: counts are exact after concurrent writes', async () => {
  const made = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      create(`Track ${index}`, { genre: ['jazz', 'folk', 'pop'][index % 3] }),
    ),
  )
  const requests = made.map(({ id }, index) => {
    if (index % 4 === 0) return untilServed(() => site.asOwner('DELETE', `/api/tracks/${id}`))
    if (index % 4 === 1) return change(id, { genre: 'metal' })
    if (index % 4 === 2) return change(id, { privacy: 'private' })
    return change(id, { genre: 'jazz', privacy: index % 3 === 0 ? 'unlisted' : 'public' })
  })
  const more = Array.from({ length: 8 }, (_, index) => create(`More ${index}`, { genre: 'pop' }))
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  await Promise.all(more)
  expect(statuses.every((status) => status < 300)).toBe(true)
  await expectCountsToBeRight()
})

test('genre sections: the tracks of a deleted user are subtracted', async () => {
  for (const title of ['One', 'Two', 'Three'])
    await makeTrack(site.db, site.otherUser.id, { title, genre: 'blues' })
  await create('Mine', { genre: 'blues' })
  expect(await genres()).toEqual(['blues'])
  const { status } = await site.asAdministrator('DELETE', `/api/users/${site.otherUser.id}/admin`)
  expect(status).toBe(204)
  expect(await genres()).toEqual([])
  await expectCountsToBeRight()
})

const recent = async () => (await discover()).recent.map(({ title }) => title)

test('anonymous discovery: every change is visible on the next request', async () => {
  const { id } = await create('Fresh')
  expect(await recent()).toEqual(['Fresh'])
  await change(id, { title: 'Renamed' })
  expect(await recent()).toEqual(['Renamed'])
  for (const privacy of ['private', 'unlisted']) {
    await change(id, { privacy })
    expect(await recent()).toEqual([])
    await change(id, { privacy: 'public' })
    expect(await recent()).toEqual(['Renamed'])
  }
  await site.asOwner('PUT', '/api/users/profile', { body: { displayName: 'Ines C.' } })
  expect((await discover()).recent[0]?.user.displayName).toBe('Ines C.')
  await site.asOwner('DELETE', `/api/tracks/${id}`)
  expect(await recent()).toEqual([])
})

test('anonymous discovery: a track is gone as soon as it is hidden, also under concurrent reads', async () => {
  const { id } = await create('Secret soon')
  const responses = Array.from({ length: 20 }, () => discover())
  await change(id, { privacy: 'private' })
  expect(await recent()).toEqual([])
  await Promise.all(responses)
  expect(await recent()).toEqual([])
})

test('anonymous discovery: a matching ETag returns 304 until something changes', async () => {
  const { id } = await create('Tagged')
  const first = await site.visitor('GET', '/api/discover')
  const tag = first.headers.get('etag') ?? ''
  expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(first.headers.get('cache-control')).toBe('no-cache')
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
    const headers = { 'if-none-match': known }
    const again = await site.visitor('GET', '/api/discover', { headers })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect(again.headers.get('etag')).toBe(tag)
  }
  await change(id, { title: 'Tagged anew' })
  const headers = { 'if-none-match': tag }
  const changed = await site.visitor('GET', '/api/discover', { headers })
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(tag)
})

test('cached discovery: writes that only their user sees do not invalidate it, public ones do', async () => {
  // On a slow machine the cache would expire during the test.
  const { setTimeout: schedule } = globalThis
  const spy = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => spy.mockRestore())
  spy.mockImplementation(((callback: () => void, ms?: number) =>
    schedule(callback, ms === 2000 ? 60_000 : ms)) as typeof setTimeout)
  const { id } = await create('Cached')
  const { upload } = await requestParts(site.asOwner, 1)
  const titles = async () => (await discover()).recent.map(({ title }) => title)
  expect(await titles()).toEqual(['Cached'])
  await site.db.update(tracks).set({ title: 'Changed' })
  const link = await makeShareLink(site.db, { userId: site.owner.id, trackId: id })
  const { id: playlistId } = await makePlaylist(site.db, site.owner.id, [], { privacy: 'private' })
  const { objectPath } = await makeUpload(site.db, site.owner.id, 'audio')
  const version = await makeVersion(site.db, { userId: site.owner.id, trackId: id })
  const state = {
    version: 0,
    deviceId: randomUUID(),
    playing: true,
    position: 0,
    tracks: [id],
    index: 0,
    added: [],
    original: null,
    source: null,
    repeat: 'off',
    resume: [],
  }
  const writes: [string, string, object?][] = [
    ['POST', `/api/tracks/${id}/play`],
    ['POST', `/api/tracks/${id}/retention`, { listenId: randomUUID(), position: 0 }],
    ['PUT', '/api/player/state', state],
    ['POST', '/api/library/history', { trackId: id }],
    ['PUT', '/api/library/history-enabled', { enabled: true }],
    ['DELETE', '/api/library/history'],
    ['PUT', '/api/library/following-seen', {}],
    ['PUT', '/api/account/push', examplePush],
    ['DELETE', '/api/account/push'],
    ['PUT', '/api/notifications/seen', {}],
    ['PUT', '/api/notifications/settings', { kinds: { like: true } }],
    ['POST', `/api/objects/upload/${upload.id}/parts`, { partNumber: 1 }],
    ['POST', '/api/share-links', { playlistId, name: 'For the label' }],
    ['PUT', `/api/share-links/${link.id}`, { name: 'For radio' }],
    [
      'POST',
      `/api/share/${link.token}/notes`,
      { trackId: id, position: 1, name: 'Jo', text: 'Yes' },
    ],
    ['POST', `/api/share/${link.token}/tracks/${id}/play`],
    [
      'POST',
      `/api/share/${link.token}/tracks/${id}/retention`,
      { listenId: randomUUID(), position: 0 },
    ],
    ['PUT', `/api/share-links/${link.id}/notes/${link.noteId}`, { done: true }],
    ['DELETE', `/api/share-links/${link.id}/notes/${link.noteId}`],
    ['DELETE', `/api/share-links/${link.id}`],
    ['POST', '/api/tracks/audio/analysis', { audioUrl: objectPath }],
    ['DELETE', `/api/tracks/${id}/versions/${version.id}`],
  ]
  for (const [method, path, body] of writes) {
    const { ok } = await site.asOwner(method, path, body && { body })
    expect([path, ok, await titles()]).toEqual([path, true, ['Cached']])
  }
  await site.asOwner('POST', `/api/tracks/${id}/like`)
  expect(await titles()).toEqual(['Changed'])
})

test('signed-in discovery: it contains the viewer’s likes and no others', async () => {
  const { id } = await create('Liked')
  await create('Not liked')
  await site.asOwner('POST', `/api/tracks/${id}/like`)
  const likes = async (call: Caller) =>
    (await discover(call)).curated.map((track) => [track.title, track.likeCount, track.likes])
  const own = [{ userId: site.owner.id }]
  expect(await likes(site.asOwner)).toEqual([
    ['Liked', 1, own],
    ['Not liked', 0, []],
  ])
  for (const call of [site.asAdministrator, site.visitor])
    expect(await likes(call)).toEqual([
      ['Liked', 1, []],
      ['Not liked', 0, []],
    ])
})

test('signed-in discovery: shared caches must not store it', async () => {
  const { headers } = await site.asOwner('GET', '/api/discover')
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('etag')).toBeNull()
})

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { TrackDetail } from '#contract/tracks.ts'
import { tracks } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeTrack, makeUpload } from '#server/testing/factories.ts'
import { addEntry, makeTrackIds, storedOrder } from '#server/testing/playlist-client.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()

const outcome = async (response: Response) => [
  response.status,
  ((await response.json()) as { message?: string }).message,
]
const setType = (id: string, type: string) =>
  site.asOwner('PUT', `/api/playlists/${id}`, { body: { type } })
const trackFor = async (call: Caller, id: string) =>
  (await (await call('GET', `/api/tracks/slug/${id}`)).json()) as TrackDetail
const own = () => makeTrack(site.db, site.owner.id)

test('changing the type: a playlist with a track of another user cannot become a release', async () => {
  const other = await makeTrack(site.db, site.otherUser.id)
  const { id } = await makePlaylist(site.db, site.owner.id, [other.id])
  expect(await outcome(await setType(id, 'album'))).toEqual([
    409,
    'A release can have only your own tracks. Remove the others first.',
  ])
})

test('changing the type: a playlist with a track of a release cannot become another', async () => {
  const track = await makeTrack(site.db, site.owner.id, { title: 'Northbound' })
  await makePlaylist(site.db, site.owner.id, [track.id], { type: 'album', title: 'Tide Tables' })
  const { id } = await makePlaylist(site.db, site.owner.id, [track.id])
  expect(await outcome(await setType(id, 'single'))).toEqual([
    409,
    '"Northbound" is already on "Tide Tables".',
  ])
})

test('changing the type: a release that becomes a playlist frees its tracks', async () => {
  const track = await own()
  const first = await makePlaylist(site.db, site.owner.id, [track.id])
  expect((await setType(first.id, 'album')).status).toBe(200)
  expect((await setType(first.id, 'ep')).status).toBe(200)
  expect(await trackFor(site.visitor, track.id)).toMatchObject({ release: { type: 'ep' } })
  expect((await setType(first.id, 'playlist')).status).toBe(200)
  expect(await trackFor(site.visitor, track.id)).toMatchObject({ release: null })
  const second = await makePlaylist(site.db, site.owner.id, [], { type: 'album' })
  expect((await addEntry(site.asOwner, second.id, track.id)).status).toBe(201)
})

test('tracks of a release: positions count visible tracks only', async () => {
  const hidden = await makeTrack(site.db, site.owner.id, { privacy: 'private' })
  const track = await own()
  const album = await makePlaylist(site.db, site.owner.id, [hidden.id, track.id], { type: 'album' })
  const { id, slug, title } = album
  const release = { id, slug, title, type: 'album' }
  expect((await trackFor(site.visitor, track.id)).release).toEqual({ ...release, position: 0 })
  expect((await trackFor(site.asOwner, track.id)).release).toEqual({ ...release, position: 1 })
  const list = await site.visitor('GET', `/api/tracks?userId=${site.owner.id}&limit=1`)
  expect(await list.json()).toMatchObject([{ id: track.id, release: { position: 0 } }])
})

test('tracks of a release: a private release is visible to its owner only', async () => {
  const track = await own()
  const overrides = { type: 'album', privacy: 'private' } as const
  const { id } = await makePlaylist(site.db, site.owner.id, [track.id], overrides)
  expect((await trackFor(site.visitor, track.id)).release).toBeNull()
  expect((await trackFor(site.asOtherUser, track.id)).release).toBeNull()
  expect((await trackFor(site.asOwner, track.id)).release).toMatchObject({ id })
})

test('tracks of a release: a public track does not lead to an unlisted release', async () => {
  const [track, unlisted] = [await own(), await own()]
  await site.asOwner('PUT', `/api/tracks/${unlisted.id}`, { body: { privacy: 'unlisted' } })
  const overrides = { type: 'album', privacy: 'unlisted' } as const
  const { id } = await makePlaylist(site.db, site.owner.id, [track.id, unlisted.id], overrides)
  expect((await trackFor(site.visitor, track.id)).release).toBeNull()
  expect((await trackFor(site.visitor, unlisted.id)).release).toMatchObject({ id })
  expect((await trackFor(site.asOwner, track.id)).release).toMatchObject({ id })
})

test('tracks of a release: a track without artwork has the cover, one with artwork its own', async () => {
  const { objectPath: coverPath } = await makeUpload(site.db, site.owner.id, 'image')
  const { objectPath: artworkPath } = await makeUpload(site.db, site.owner.id, 'image')
  const plain = await own()
  const illustrated = await makeTrack(site.db, site.owner.id, { artworkPath })
  const overrides = { type: 'album', coverPath } as const
  await makePlaylist(site.db, site.owner.id, [plain.id, illustrated.id], overrides)
  expect(await trackFor(site.visitor, plain.id)).toMatchObject({ artworkUrl: coverPath })
  expect(await trackFor(site.visitor, illustrated.id)).toMatchObject({ artworkUrl: artworkPath })
})

test('tracks of a release: sending the inherited cover again does not make it their artwork', async () => {
  const { objectPath: coverPath } = await makeUpload(site.db, site.owner.id, 'image')
  const track = await own()
  await makePlaylist(site.db, site.owner.id, [track.id], { type: 'album', coverPath })
  const body = { title: 'Renamed', artworkUrl: coverPath }
  const response = await site.asOwner('PUT', `/api/tracks/${track.id}`, { body })
  expect(await response.json()).toMatchObject({ title: 'Renamed', artworkUrl: coverPath })
  const [row] = await site.db.select().from(tracks).where(eq(tracks.id, track.id))
  expect(row?.artworkPath).toBeNull()
})

test('deleting a release: its tracks stay, and belong to no release', async () => {
  const track = await own()
  const { id } = await makePlaylist(site.db, site.owner.id, [track.id], { type: 'album' })
  expect((await site.asOwner('DELETE', `/api/playlists/${id}`)).status).toBe(204)
  expect(await trackFor(site.visitor, track.id)).toMatchObject({ id: track.id, release: null })
})

test('deleting a track of a release: the numbering has no gap', async () => {
  const [first = '', second = '', third = ''] = await makeTrackIds(site.db, site.owner.id, 3)
  const { id } = await makePlaylist(site.db, site.owner.id, [first, second, third], {
    type: 'album',
  })
  await site.asOwner('DELETE', `/api/tracks/${second}`)
  expect(await storedOrder(site.db, id)).toEqual([first, third])
  expect(await trackFor(site.visitor, third)).toMatchObject({ release: { position: 1 } })
})

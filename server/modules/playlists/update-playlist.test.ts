import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { tracks, uploads } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeTrack, makeUpload } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()

const detail = async (call: Caller, slugOrId: string) =>
  (await (await call('GET', `/api/playlists/slug/${slugOrId}`)).json()) as PlaylistDetail

test('updating a playlist: the slug stays when the title changes, and missing fields stay as they are', async () => {
  const { id, slug } = await makePlaylist(site.db, site.owner.id)
  await site.asOwner('PUT', `/api/playlists/${id}`, { body: { description: 'For the ferry' } })
  const response = await site.asOwner('PUT', `/api/playlists/${id}`, {
    body: { title: 'New name', privacy: 'unlisted' },
  })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    title: 'New name',
    slug,
    description: 'For the ferry',
    privacy: 'unlisted',
  })
})

test('updating a playlist: only the owner can, the administrator can only delete', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id)
  const body = { title: 'x' }
  expect((await site.visitor('PUT', `/api/playlists/${id}`, { body })).status).toBe(401)
  expect((await site.asOtherUser('PUT', `/api/playlists/${id}`, { body })).status).toBe(403)
  expect((await site.asAdministrator('PUT', `/api/playlists/${id}`, { body })).status).toBe(403)
  expect((await site.asOtherUser('DELETE', `/api/playlists/${id}`)).status).toBe(403)
  expect((await site.asAdministrator('DELETE', `/api/playlists/${id}`)).status).toBe(204)
  expect((await site.asOwner('GET', `/api/playlists/${id}`)).status).toBe(404)
})

test('updating a playlist: others get 403 before validation, and 404 if it is hidden', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id)
  expect(
    (await site.asOtherUser('PUT', `/api/playlists/${id}`, { body: { nonsense: 1 } })).status,
  ).toBe(403)
  expect(
    (await site.asOwner('PUT', `/api/playlists/${id}`, { body: { trackCount: 9 } })).status,
  ).toBe(400)
  await site.asOwner('PUT', `/api/playlists/${id}`, { body: { privacy: 'private' } })
  const writes = [
    ['PUT', `/api/playlists/${id}`],
    ['DELETE', `/api/playlists/${id}`],
    ['POST', `/api/playlists/${id}/tracks`],
    ['DELETE', `/api/playlists/${id}/tracks/${randomUUID()}`],
    ['PUT', `/api/playlists/${id}/reorder`],
  ] as const
  for (const [method, path] of writes)
    expect((await site.asOtherUser(method, path, { body: {} })).status, path).toBe(404)
})

const stateOf = async (objectPath: string) => {
  const rows = await site.db.select().from(uploads).where(eq(uploads.objectPath, objectPath))
  return rows[0]?.state
}

test('playlist cover: a registered image of the owner replaces the previous one, which is released', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id)
  const [first, second] = [
    await makeUpload(site.db, site.owner.id, 'image'),
    await makeUpload(site.db, site.owner.id, 'image'),
  ]
  const put = (coverUrl: unknown) =>
    site.asOwner('PUT', `/api/playlists/${id}`, { body: { coverUrl } })
  expect(await (await put(first.objectPath)).json()).toMatchObject({ coverUrl: first.objectPath })
  expect((await put(first.objectPath)).status).toBe(200)
  expect(await stateOf(first.objectPath)).toBe('used')
  expect((await put(second.objectPath)).status).toBe(200)
  expect(await stateOf(first.objectPath)).toBe('released')
  expect(await (await put(null)).json()).toMatchObject({ coverUrl: null })
  expect(await stateOf(second.objectPath)).toBe('released')
})

test('playlist cover: images of other users, audio and external URLs are rejected', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id)
  const put = async (coverUrl: unknown) =>
    (await site.asOwner('PUT', `/api/playlists/${id}`, { body: { coverUrl } })).status
  expect(await put((await makeUpload(site.db, site.otherUser.id, 'image')).objectPath)).toBe(404)
  expect(await put((await makeUpload(site.db, site.owner.id, 'audio')).objectPath)).toBe(404)
  expect(await put('http://169.254.169.254/latest')).toBe(400)
  expect(await put('file:///etc/passwd')).toBe(400)
  expect(await put(7)).toBe(400)
  expect((await detail(site.asOwner, id)).coverUrl).toBeNull()
})

test('playlist cover: it is deleted with the playlist, the tracks stay', async () => {
  const { objectPath } = await makeUpload(site.db, site.owner.id, 'image')
  const track = await makeTrack(site.db, site.owner.id)
  const { id } = await makePlaylist(site.db, site.owner.id, [track.id])
  await site.asOwner('PUT', `/api/playlists/${id}`, { body: { coverUrl: objectPath } })
  expect((await site.asOwner('DELETE', `/api/playlists/${id}`)).status).toBe(204)
  expect(await stateOf(objectPath)).toBe('released')
  expect(await site.db.$count(tracks, eq(tracks.id, track.id))).toBe(1)
})

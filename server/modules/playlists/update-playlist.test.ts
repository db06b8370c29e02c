import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { tracks, uploads } from '#server/database/schema.ts'
import { type Caller, startTestApp, type TestApp } from '#server/testing/app.ts'
import {
  makePlaylist,
  makeTrack,
  makeUpload,
  makeUser,
  type UserRow,
} from '#server/testing/factories.ts'

let site: TestApp
let owner: UserRow
let other: UserRow
let asOwner: Caller
let asOtherUser: Caller
let asAdmin: Caller

beforeAll(async () => {
  const adminId = randomUUID()
  site = await startTestApp({ env: { ADMIN_USER_IDS: adminId } })
  owner = await makeUser(db(), { displayName: 'Ada Lund' })
  other = await makeUser(db())
  await makeUser(db(), { id: adminId })
  asOwner = await site.as(owner)
  asOtherUser = await site.as(other)
  asAdmin = await site.as({ id: adminId })
})
afterAll(() => site.close())

const db = () => site.postgres.db
const detail = async (call: Caller, slugOrId: string) =>
  (await (await call('GET', `/api/playlists/slug/${slugOrId}`)).json()) as PlaylistDetail
const _messageOf = async (response: Response) =>
  ((await response.json()) as { message: string }).message

describe('updating a playlist', () => {
  it('updating a playlist: the slug stays when the title changes, and missing fields stay as they are', async () => {
    const { id, slug } = await makePlaylist(db(), owner.id)
    await asOwner('PUT', `/api/playlists/${id}`, { body: { description: 'For the ferry' } })
    const response = await asOwner('PUT', `/api/playlists/${id}`, {
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

  it('updating a playlist: only the owner can, the administrator can only delete', async () => {
    const { id } = await makePlaylist(db(), owner.id)
    const body = { title: 'x' }
    expect((await site.visitor('PUT', `/api/playlists/${id}`, { body })).status).toBe(401)
    expect((await asOtherUser('PUT', `/api/playlists/${id}`, { body })).status).toBe(403)
    expect((await asAdmin('PUT', `/api/playlists/${id}`, { body })).status).toBe(403)
    expect((await asOtherUser('DELETE', `/api/playlists/${id}`)).status).toBe(403)
    expect((await asAdmin('DELETE', `/api/playlists/${id}`)).status).toBe(204)
    expect((await asOwner('GET', `/api/playlists/${id}`)).status).toBe(404)
  })

  it('updating a playlist: others get 403 before validation, and 404 if it is hidden', async () => {
    const { id } = await makePlaylist(db(), owner.id)
    expect(
      (await asOtherUser('PUT', `/api/playlists/${id}`, { body: { nonsense: 1 } })).status,
    ).toBe(403)
    expect((await asOwner('PUT', `/api/playlists/${id}`, { body: { trackCount: 9 } })).status).toBe(
      400,
    )
    await asOwner('PUT', `/api/playlists/${id}`, { body: { privacy: 'private' } })
    const writes = [
      ['PUT', `/api/playlists/${id}`],
      ['DELETE', `/api/playlists/${id}`],
      ['POST', `/api/playlists/${id}/tracks`],
      ['DELETE', `/api/playlists/${id}/tracks/${randomUUID()}`],
      ['PUT', `/api/playlists/${id}/reorder`],
    ] as const
    for (const [method, path] of writes)
      expect((await asOtherUser(method, path, { body: {} })).status, path).toBe(404)
  })
})

describe('playlist cover', () => {
  const stateOf = async (objectPath: string) => {
    const rows = await db().select().from(uploads).where(eq(uploads.objectPath, objectPath))
    return rows[0]?.state
  }

  it('playlist cover: a registered image of the owner replaces the previous one, which is released', async () => {
    const { id } = await makePlaylist(db(), owner.id)
    const [first, second] = [
      await makeUpload(db(), owner.id, 'image'),
      await makeUpload(db(), owner.id, 'image'),
    ]
    const put = (coverUrl: unknown) =>
      asOwner('PUT', `/api/playlists/${id}`, { body: { coverUrl } })
    expect(await (await put(first.objectPath)).json()).toMatchObject({ coverUrl: first.objectPath })
    expect((await put(first.objectPath)).status).toBe(200)
    expect(await stateOf(first.objectPath)).toBe('used')
    expect((await put(second.objectPath)).status).toBe(200)
    expect(await stateOf(first.objectPath)).toBe('released')
    expect(await (await put(null)).json()).toMatchObject({ coverUrl: null })
    expect(await stateOf(second.objectPath)).toBe('released')
  })

  it('playlist cover: images of other users, audio and external URLs are rejected', async () => {
    const { id } = await makePlaylist(db(), owner.id)
    const put = async (coverUrl: unknown) =>
      (await asOwner('PUT', `/api/playlists/${id}`, { body: { coverUrl } })).status
    expect(await put((await makeUpload(db(), other.id, 'image')).objectPath)).toBe(404)
    expect(await put((await makeUpload(db(), owner.id, 'audio')).objectPath)).toBe(404)
    expect(await put('http://169.254.169.254/latest')).toBe(400)
    expect(await put('file:///etc/passwd')).toBe(400)
    expect(await put(7)).toBe(400)
    expect((await detail(asOwner, id)).coverUrl).toBeNull()
  })

  it('playlist cover: it is deleted with the playlist, the tracks stay', async () => {
    const { objectPath } = await makeUpload(db(), owner.id, 'image')
    const track = await makeTrack(db(), owner.id)
    const { id } = await makePlaylist(db(), owner.id, [track.id])
    await asOwner('PUT', `/api/playlists/${id}`, { body: { coverUrl: objectPath } })
    expect((await asOwner('DELETE', `/api/playlists/${id}`)).status).toBe(204)
    expect(await stateOf(objectPath)).toBe('released')
    expect(await db().$count(tracks, eq(tracks.id, track.id))).toBe(1)
  })
})

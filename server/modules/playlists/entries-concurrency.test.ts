import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playlists, playlistTracks } from '#server/database/schema.ts'
import { type Caller, startTestApp, type TestApp } from '#server/testing/app.ts'
import { makePlaylist, makeTrack, makeUser, type UserRow } from '#server/testing/factories.ts'
import { addTrack, removeTrack, resolveOrderVersion, reorder as saveOrder } from './entries.ts'

let site: TestApp
let owner: UserRow
let other: UserRow
let asOwner: Caller
let asOtherUser: Caller

beforeAll(async () => {
  site = await startTestApp()
  owner = await makeUser(db())
  other = await makeUser(db())
  asOwner = await site.as(owner)
  asOtherUser = await site.as(other)
})
afterAll(() => site.close())

const db = () => site.postgres.db
const manyTracks = async (count: number) => {
  const made = []
  for (let i = 0; i < count; i++) made.push((await makeTrack(db(), other.id)).id)
  return made
}
const add = (call: Caller, id: string, trackId: string) =>
  call('POST', `/api/playlists/${id}/tracks`, { body: { trackId } })
const remove = (call: Caller, id: string, trackId: string) =>
  call('DELETE', `/api/playlists/${id}/tracks/${trackId}`)
const reorder = (call: Caller, id: string, trackIds: string[]) =>
  call('PUT', `/api/playlists/${id}/reorder`, { body: { trackIds } })

/** The stored order, having checked that positions and count are right. */
async function storedOrder(id: string): Promise<string[]> {
  const rows = await db()
    .select()
    .from(playlistTracks)
    .where(eq(playlistTracks.playlistId, id))
    .orderBy(asc(playlistTracks.position))
  const [playlist] = await db().select().from(playlists).where(eq(playlists.id, id))
  expect(rows.map((row) => row.position)).toEqual([...rows.keys()])
  expect(playlist?.trackCount).toBe(rows.length)
  return rows.map((row) => row.trackId)
}

describe('concurrent changes of playlist entries', () => {
  it('playlist entries: concurrent adds, removes and reorders leave positions and count consistent', async () => {
    const start = await manyTracks(10)
    const more = await manyTracks(20)
    const { id } = await makePlaylist(db(), owner.id, start)
    const responses = await Promise.all([
      ...more.map((trackId) => add(asOwner, id, trackId)),
      ...more.map((trackId) => add(asOwner, id, trackId)),
      ...start.slice(0, 5).map((trackId) => remove(asOwner, id, trackId)),
      ...start.slice(0, 5).map((trackId) => remove(asOwner, id, trackId)),
      ...Array.from({ length: 20 }, () => reorder(asOwner, id, start.toReversed())),
    ])
    const statuses = new Set(responses.map((response) => response.status))
    expect([...statuses].filter((status) => status >= 500)).toEqual([])
    expect(responses.slice(0, 40).filter((response) => response.status === 201)).toHaveLength(20)
    expect(responses.slice(40, 50).filter((response) => response.status === 204)).toHaveLength(5)
    expect(new Set(await storedOrder(id))).toEqual(new Set([...start.slice(5), ...more]))
  })

  it('playlist entries: tracks that are deleted while being added leave no entry', async () => {
    const deleted = await manyTracks(15)
    const lists = [
      await makePlaylist(db(), owner.id, deleted.slice(0, 8)),
      await makePlaylist(db(), owner.id, deleted.slice(4, 12).toReversed()),
    ]
    const responses = await Promise.all([
      ...deleted.map((trackId) => asOtherUser('DELETE', `/api/tracks/${trackId}`)),
      ...lists.flatMap(({ id }) => deleted.map((trackId) => add(asOwner, id, trackId))),
    ])
    expect(responses.map((response) => response.status).filter((status) => status >= 500)).toEqual(
      [],
    )
    for (const { id } of lists) expect(await storedOrder(id)).toEqual([])
  })

  it('playlist entries: a playlist that is deleted while tracks are added leaves no entry', async () => {
    const some = await manyTracks(10)
    const { id } = await makePlaylist(db(), owner.id)
    const responses = await Promise.all([
      ...some.map((trackId) => add(asOwner, id, trackId)),
      asOwner('DELETE', `/api/playlists/${id}`),
      ...some.map((trackId) => remove(asOwner, id, trackId)),
    ])
    expect(responses.map((response) => response.status).filter((status) => status >= 500)).toEqual(
      [],
    )
    expect(await db().$count(playlistTracks, eq(playlistTracks.playlistId, id))).toBe(0)
  })

  it('playlist entries: concurrent changes through several servers leave positions and count consistent', async () => {
    const start = await manyTracks(5)
    const more = await manyTracks(6)
    const viewer = { id: owner.id, isAdmin: false }
    const { id } = await makePlaylist(db(), owner.id, start)
    const order = await resolveOrderVersion(db(), id, { trackIds: start.toReversed() })
    const results = await Promise.allSettled([
      ...more.map((trackId) => addTrack(db(), id, trackId, viewer)),
      ...start.slice(0, 3).map((trackId) => removeTrack(db(), id, trackId, viewer)),
      saveOrder(db(), id, order, viewer),
      ...more.map((trackId) => addTrack(db(), id, trackId, viewer)),
    ])
    const refusals = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason.status] : [],
    )
    expect(refusals.filter((status) => status !== 409)).toEqual([])
    expect(new Set(await storedOrder(id))).toEqual(new Set([...start.slice(3), ...more]))
  })
})

it('playlist entries: a deleted track is removed from every playlist', async () => {
  const abc = await manyTracks(3)
  const { id } = await makePlaylist(db(), owner.id, abc)
  expect((await asOtherUser('DELETE', `/api/tracks/${abc[1]}`)).status).toBe(204)
  expect(await storedOrder(id)).toEqual([abc[0], abc[2]])
})

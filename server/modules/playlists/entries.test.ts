import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { playlists, playlistTracks } from '#server/database/schema.ts'
import { type Caller, startTestApp, type TestApp } from '#server/testing/app.ts'
import { makePlaylist, makeTrack, makeUser, type UserRow } from '#server/testing/factories.ts'

let site: TestApp
let owner: UserRow
let other: UserRow
let asOwner: Caller
let asOtherUser: Caller
let asAdmin: Caller
/** Three public tracks of another user. */
let abc: string[]

beforeAll(async () => {
  const adminId = randomUUID()
  site = await startTestApp({ env: { ADMIN_USER_IDS: adminId } })
  owner = await makeUser(db())
  other = await makeUser(db())
  await makeUser(db(), { id: adminId })
  asOwner = await site.as(owner)
  asOtherUser = await site.as(other)
  asAdmin = await site.as({ id: adminId })
})
beforeEach(async () => {
  abc = await manyTracks(3)
})
afterAll(() => site.close())

const db = () => site.postgres.db
const manyTracks = async (count: number, userId = other.id) => {
  const made = []
  for (let i = 0; i < count; i++) made.push((await makeTrack(db(), userId)).id)
  return made
}
const add = (call: Caller, id: string, trackId: unknown) =>
  call('POST', `/api/playlists/${id}/tracks`, { body: { trackId } })
const remove = (call: Caller, id: string, trackId: string) =>
  call('DELETE', `/api/playlists/${id}/tracks/${trackId}`)
const reorder = (call: Caller, id: string, trackIds: unknown, updatedAt?: string) =>
  call('PUT', `/api/playlists/${id}/reorder`, {
    body: { trackIds, ...(updatedAt === undefined ? {} : { updatedAt }) },
  })
const updatedAtOf = async (id: string) =>
  ((await (await asOwner('GET', `/api/playlists/${id}`)).json()) as PlaylistDetail).updatedAt

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

describe('adding a track to a playlist', () => {
  it('adding a track: it is appended', async () => {
    const { id } = await makePlaylist(db(), owner.id, abc.slice(0, 2))
    const response = await add(asOwner, id, abc[2])
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ playlistId: id, trackId: abc[2], position: 2 })
    expect(await storedOrder(id)).toEqual(abc)
  })

  it('adding a track: a track that is already in the playlist is rejected', async () => {
    const { id } = await makePlaylist(db(), owner.id, abc)
    const response = await add(asOwner, id, abc[1])
    expect(response.status).toBe(409)
    expect(await response.json()).toEqual({ message: 'This track is already in the playlist' })
    expect(await storedOrder(id)).toEqual(abc)
  })

  it('adding a track: hidden and missing tracks return 404', async () => {
    const { id } = await makePlaylist(db(), owner.id)
    const hidden = await makeTrack(db(), other.id, { privacy: 'private' })
    const linked = await makeTrack(db(), other.id, { privacy: 'unlisted' })
    const own = await makeTrack(db(), owner.id, { privacy: 'private' })
    expect((await add(asOwner, id, hidden.id)).status).toBe(404)
    expect((await add(asOwner, id, randomUUID())).status).toBe(404)
    expect((await add(asOwner, id, linked.id)).status).toBe(201)
    expect((await add(asOwner, id, own.id)).status).toBe(201)
    expect(await storedOrder(id)).toEqual([linked.id, own.id])
  })

  it.each([[undefined], [7], [null], ['no-id'], [['x']], [`${'x'.repeat(10_000)}`]])(
    'adding a track: an invalid id is rejected (%#)',
    async (trackId) => {
      const { id } = await makePlaylist(db(), owner.id)
      expect((await add(asOwner, id, trackId)).status).toBe(400)
    },
  )

  it('adding a track: only the owner can add one', async () => {
    const { id } = await makePlaylist(db(), owner.id)
    const callers = [site.visitor, asOtherUser, asAdmin]
    const responses = await Promise.all(callers.map((call) => add(call, id, abc[0])))
    expect(responses.map((response) => response.status)).toEqual([401, 403, 403])
    expect(await storedOrder(id)).toEqual([])
  })
})

describe('removing a track from a playlist', () => {
  it('removing a track: the following positions move up', async () => {
    const { id } = await makePlaylist(db(), owner.id, abc)
    expect((await remove(asOwner, id, abc[1] ?? '')).status).toBe(204)
    expect(await storedOrder(id)).toEqual([abc[0], abc[2]])
  })

  it('removing a track: a second removal returns 404, and only the owner can', async () => {
    const { id } = await makePlaylist(db(), owner.id, abc)
    const callers = [site.visitor, asOtherUser, asAdmin]
    const responses = await Promise.all(callers.map((call) => remove(call, id, abc[0] ?? '')))
    expect(responses.map((response) => response.status)).toEqual([401, 403, 403])
    expect((await remove(asOwner, id, randomUUID())).status).toBe(404)
    expect((await remove(asOwner, id, 'no-id')).status).toBe(404)
    expect(await storedOrder(id)).toEqual(abc)
  })
})

describe('reordering a playlist', () => {
  it('reordering: the new order is saved', async () => {
    const { id } = await makePlaylist(db(), owner.id, abc)
    const newOrder = abc.toReversed()
    const response = await reorder(asOwner, id, newOrder)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ trackIds: newOrder })
    expect(await storedOrder(id)).toEqual(newOrder)
    expect(
      (
        await reorder(
          asOwner,
          id,
          newOrder.map((trackId) => trackId.toUpperCase()),
        )
      ).status,
    ).toBe(200)
  })

  it('reordering: the order must contain every track exactly once', async () => {
    const { id } = await makePlaylist(db(), owner.id, abc)
    const [a, b, c] = abc
    const [foreign] = await manyTracks(1)
    const wrong = [
      [a, b],
      [a, b, c, foreign],
      [a, b, b],
      [a, b, c, c],
      [a, b, foreign],
      [a, b, randomUUID()],
      [],
    ]
    for (const trackIds of [...wrong, [a, b, 'x'], 'abc', null, { 0: a }, [1, 2, 3]])
      expect((await reorder(asOwner, id, trackIds)).status, JSON.stringify(trackIds)).toBe(400)
    expect(await storedOrder(id)).toEqual(abc)
  })

  it('reordering: an order based on an outdated version is a conflict', async () => {
    const { id } = await makePlaylist(db(), owner.id, abc)
    const seen = await updatedAtOf(id)
    await remove(asOwner, id, abc[0] ?? '')
    const stale = await reorder(asOwner, id, abc.toReversed(), seen)
    expect(stale.status).toBe(409)
    expect(await stale.json()).toEqual({
      message: 'The playlist has changed meanwhile. Please reload it and try again.',
    })
    expect((await reorder(asOwner, id, abc, await updatedAtOf(id))).status).toBe(400)
    // An order that contains exactly the current tracks is accepted, however old it is.
    expect((await reorder(asOwner, id, [abc[2], abc[1]], seen)).status).toBe(200)
  })

  it('reordering: an order that waits while the playlist changes is a conflict', async () => {
    const { id } = await makePlaylist(db(), owner.id, abc)
    const client = await site.postgres.pool.connect()
    await client.query('begin')
    await client.query('delete from playlist_tracks where playlist_id = $1 and position = 2', [id])
    await client.query(
      'update playlists set track_count = 2, updated_at = clock_timestamp() where id = $1',
      [id],
    )
    const response = reorder(asOwner, id, abc.toReversed())
    await expect.poll(waiting).toBe(1)
    await client.query('commit')
    client.release()
    expect((await response).status).toBe(409)
    expect(await storedOrder(id)).toEqual(abc.slice(0, 2))
  })

  it('reordering: only the owner can reorder', async () => {
    const { id } = await makePlaylist(db(), owner.id, abc)
    const callers = [site.visitor, asOtherUser, asAdmin]
    const responses = await Promise.all(callers.map((call) => reorder(call, id, abc)))
    expect(responses.map((response) => response.status)).toEqual([401, 403, 403])
  })

  it('reordering: a hidden track of another user keeps its position', async () => {
    const [a = '', b = '', c = ''] = abc
    const hidden = await makeTrack(db(), other.id, { privacy: 'private' })
    const { id } = await makePlaylist(db(), owner.id, [a, hidden.id, b, c])
    expect((await reorder(asOwner, id, [c, a, b])).status).toBe(200)
    expect(await storedOrder(id)).toEqual([c, hidden.id, a, b])
    expect((await reorder(asOwner, id, [c, hidden.id, a, b])).status).toBe(400)
  })

  it('reordering: ten thousand tracks can be reordered, and no more can be added', async () => {
    const { id } = await makePlaylist(db(), owner.id)
    await fillWithoutTriggers(id, 10_000)
    await db().update(playlists).set({ trackCount: 10_000 }).where(eq(playlists.id, id))
    const newOrder = (await storedOrder(id)).toReversed()
    expect((await reorder(asOwner, id, newOrder)).status).toBe(200)
    expect(await storedOrder(id)).toEqual(newOrder)
    const more = await add(asOwner, id, abc[0])
    expect(more.status).toBe(409)
    expect(await more.json()).toEqual({ message: 'A playlist can have 10000 tracks at most' })
    expect((await remove(asOwner, id, newOrder[0] ?? '')).status).toBe(204)
    expect(await storedOrder(id)).toEqual(newOrder.slice(1))
  })
})

/** Inserted directly: indexing so many tracks for search takes longer than the test. */
async function fillWithoutTriggers(id: string, count: number) {
  await db().transaction(async (transaction) => {
    await transaction.execute(sql`alter table tracks disable trigger user`)
    for (let from = 0; from < count; from += 1000)
      await transaction.execute(sql`
        with made as (
          insert into tracks (user_id, title, slug, audio_url)
          select ${other.id}, 'Long', 'long-' || n, '/objects/audio/long-' || n
          from generate_series(${from}::int, ${from + 999}::int) as n returning id
        )
        insert into playlist_tracks (playlist_id, track_id, position)
        select ${id}, id, ${from}::int + row_number() over () - 1 from made`)
    await transaction.execute(sql`alter table tracks enable trigger user`)
  })
}

/** How many of this database's connections wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await site.postgres.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

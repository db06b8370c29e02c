import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { playlists } from '#server/database/schema.ts'
import { makePlaylist, makeTrack } from '#server/testing/factories.ts'
import {
  addEntry,
  makeTrackIds,
  removeEntry,
  reorderEntries,
  storedOrder,
} from '#server/testing/playlist-client.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()
/** Three public tracks of another user. */
let abc: string[]

beforeEach(async () => {
  abc = await makeTrackIds(site.db, site.otherUser.id, 3)
})

const updatedAtOf = async (id: string) =>
  ((await (await site.asOwner('GET', `/api/playlists/${id}`)).json()) as PlaylistDetail).updatedAt

test('adding a track: it is appended', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id, abc.slice(0, 2))
  const response = await addEntry(site.asOwner, id, abc[2])
  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({ playlistId: id, trackId: abc[2], position: 2 })
  expect(await storedOrder(site.db, id)).toEqual(abc)
})

test('adding a track: a track that is already in the playlist is rejected', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id, abc)
  const response = await addEntry(site.asOwner, id, abc[1])
  expect(response.status).toBe(409)
  expect(await response.json()).toEqual({ message: 'This track is already in the playlist' })
  expect(await storedOrder(site.db, id)).toEqual(abc)
})

test('adding a track: hidden and missing tracks return 404', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id)
  const hidden = await makeTrack(site.db, site.otherUser.id, { privacy: 'private' })
  const linked = await makeTrack(site.db, site.otherUser.id, { privacy: 'unlisted' })
  const own = await makeTrack(site.db, site.owner.id, { privacy: 'private' })
  expect((await addEntry(site.asOwner, id, hidden.id)).status).toBe(404)
  expect((await addEntry(site.asOwner, id, randomUUID())).status).toBe(404)
  expect((await addEntry(site.asOwner, id, linked.id)).status).toBe(201)
  expect((await addEntry(site.asOwner, id, own.id)).status).toBe(201)
  expect(await storedOrder(site.db, id)).toEqual([linked.id, own.id])
})

test.each([[undefined], [7], [null], ['no-id'], [['x']], [`${'x'.repeat(10_000)}`]])(
  'adding a track: an invalid id is rejected (%#)',
  async (trackId) => {
    const { id } = await makePlaylist(site.db, site.owner.id)
    expect((await addEntry(site.asOwner, id, trackId)).status).toBe(400)
  },
)

test('adding a track: only the owner can add one', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id)
  const callers = [site.visitor, site.asOtherUser, site.asAdministrator]
  const responses = await Promise.all(callers.map((call) => addEntry(call, id, abc[0])))
  expect(responses.map((response) => response.status)).toEqual([401, 403, 403])
  expect(await storedOrder(site.db, id)).toEqual([])
})

test('removing a track: the following positions move up', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id, abc)
  expect((await removeEntry(site.asOwner, id, abc[1] ?? '')).status).toBe(204)
  expect(await storedOrder(site.db, id)).toEqual([abc[0], abc[2]])
})

test('removing a track: a second removal returns 404, and only the owner can', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id, abc)
  const callers = [site.visitor, site.asOtherUser, site.asAdministrator]
  const responses = await Promise.all(callers.map((call) => removeEntry(call, id, abc[0] ?? '')))
  expect(responses.map((response) => response.status)).toEqual([401, 403, 403])
  expect((await removeEntry(site.asOwner, id, randomUUID())).status).toBe(404)
  expect((await removeEntry(site.asOwner, id, 'no-id')).status).toBe(404)
  expect(await storedOrder(site.db, id)).toEqual(abc)
})

test('reordering: the new order is saved', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id, abc)
  const newOrder = abc.toReversed()
  const response = await reorderEntries(site.asOwner, id, newOrder)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ trackIds: newOrder })
  expect(await storedOrder(site.db, id)).toEqual(newOrder)
  expect(
    (
      await reorderEntries(
        site.asOwner,
        id,
        newOrder.map((trackId) => trackId.toUpperCase()),
      )
    ).status,
  ).toBe(200)
})

test('reordering: the order must contain every track exactly once', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id, abc)
  const [a, b, c] = abc
  const [foreign] = await makeTrackIds(site.db, site.otherUser.id, 1)
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
    expect(
      (await reorderEntries(site.asOwner, id, trackIds)).status,
      JSON.stringify(trackIds),
    ).toBe(400)
  expect(await storedOrder(site.db, id)).toEqual(abc)
})

test('reordering: an order based on an outdated version is a conflict', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id, abc)
  const seen = await updatedAtOf(id)
  await removeEntry(site.asOwner, id, abc[0] ?? '')
  const stale = await reorderEntries(site.asOwner, id, abc.toReversed(), seen)
  expect(stale.status).toBe(409)
  expect(await stale.json()).toEqual({
    message: 'The playlist has changed. Please reload the page and try again.',
  })
  expect((await reorderEntries(site.asOwner, id, abc, await updatedAtOf(id))).status).toBe(400)
  // An order that contains exactly the current tracks is accepted, however old it is.
  expect((await reorderEntries(site.asOwner, id, [abc[2], abc[1]], seen)).status).toBe(200)
})

test('reordering: an order that waits while the playlist changes is a conflict', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id, abc)
  const client = await site.postgres.pool.connect()
  await client.query('begin')
  await client.query('delete from playlist_tracks where playlist_id = $1 and position = 2', [id])
  await client.query(
    'update playlists set track_count = 2, updated_at = clock_timestamp() where id = $1',
    [id],
  )
  const response = reorderEntries(site.asOwner, id, abc.toReversed())
  await expect.poll(waiting).toBe(1)
  await client.query('commit')
  client.release()
  expect((await response).status).toBe(409)
  expect(await storedOrder(site.db, id)).toEqual(abc.slice(0, 2))
})

test('reordering: only the owner can reorder', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id, abc)
  const callers = [site.visitor, site.asOtherUser, site.asAdministrator]
  const responses = await Promise.all(callers.map((call) => reorderEntries(call, id, abc)))
  expect(responses.map((response) => response.status)).toEqual([401, 403, 403])
})

test('reordering: a hidden track of another user keeps its position', async () => {
  const [a = '', b = '', c = ''] = abc
  const hidden = await makeTrack(site.db, site.otherUser.id, { privacy: 'private' })
  const { id } = await makePlaylist(site.db, site.owner.id, [a, hidden.id, b, c])
  expect((await reorderEntries(site.asOwner, id, [c, a, b])).status).toBe(200)
  expect(await storedOrder(site.db, id)).toEqual([c, hidden.id, a, b])
  expect((await reorderEntries(site.asOwner, id, [c, hidden.id, a, b])).status).toBe(400)
})

test('reordering: ten thousand tracks can be reordered, and no more can be added', async () => {
  const { id } = await makePlaylist(site.db, site.owner.id)
  await fillWithoutTriggers(id, 10_000)
  await site.db.update(playlists).set({ trackCount: 10_000 }).where(eq(playlists.id, id))
  const newOrder = (await storedOrder(site.db, id)).toReversed()
  expect((await reorderEntries(site.asOwner, id, newOrder)).status).toBe(200)
  expect(await storedOrder(site.db, id)).toEqual(newOrder)
  const more = await addEntry(site.asOwner, id, abc[0])
  expect(more.status).toBe(409)
  expect(await more.json()).toEqual({ message: 'A playlist can have 10000 tracks at most' })
  expect((await removeEntry(site.asOwner, id, newOrder[0] ?? '')).status).toBe(204)
  expect(await storedOrder(site.db, id)).toEqual(newOrder.slice(1))
})

/** Inserted directly: indexing so many tracks for search takes longer than the test. */
async function fillWithoutTriggers(id: string, count: number) {
  await site.db.transaction(async (transaction) => {
    await transaction.execute(sql`alter table tracks disable trigger user`)
    for (let from = 0; from < count; from += 1000)
      await transaction.execute(sql`
        with made as (
          insert into tracks (user_id, title, slug, audio_path)
          select ${site.otherUser.id}, 'Long', 'long-' || n, '/objects/audio/long-' || n
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

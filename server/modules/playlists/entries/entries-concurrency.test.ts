import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { playlistTracks } from '#server/database/schema.ts'
import { makePlaylist } from '#server/testing/factories.ts'
import {
  addEntry,
  makeTrackIds,
  removeEntry,
  reorderEntries,
  storedOrder,
} from '#server/testing/playlist-client.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { addTrack, removeTrack, resolveOrderVersion, reorder as saveOrder } from './service.ts'

const site = setUpTestSite()

test('playlist entries: concurrent adds, removes and reorders leave positions and count consistent', async () => {
  const start = await makeTrackIds(site.db, site.otherUser.id, 10)
  const more = await makeTrackIds(site.db, site.otherUser.id, 20)
  const { id } = await makePlaylist(site.db, site.owner.id, start)
  const responses = await Promise.all([
    ...more.map((trackId) => addEntry(site.asOwner, id, trackId)),
    ...more.map((trackId) => addEntry(site.asOwner, id, trackId)),
    ...start.slice(0, 5).map((trackId) => removeEntry(site.asOwner, id, trackId)),
    ...start.slice(0, 5).map((trackId) => removeEntry(site.asOwner, id, trackId)),
    ...Array.from({ length: 20 }, () => reorderEntries(site.asOwner, id, start.toReversed())),
  ])
  const statuses = new Set(responses.map((response) => response.status))
  expect([...statuses].filter((status) => status >= 500)).toEqual([])
  expect(responses.slice(0, 40).filter((response) => response.status === 201)).toHaveLength(20)
  expect(responses.slice(40, 50).filter((response) => response.status === 204)).toHaveLength(5)
  expect(new Set(await storedOrder(site.db, id))).toEqual(new Set([...start.slice(5), ...more]))
})

test('playlist entries: tracks that are deleted while being added leave no entry', async () => {
  const deleted = await makeTrackIds(site.db, site.otherUser.id, 15)
  const lists = [
    await makePlaylist(site.db, site.owner.id, deleted.slice(0, 8)),
    await makePlaylist(site.db, site.owner.id, deleted.slice(4, 12).toReversed()),
  ]
  const responses = await Promise.all([
    ...deleted.map((trackId) => site.asOtherUser('DELETE', `/api/tracks/${trackId}`)),
    ...lists.flatMap(({ id }) => deleted.map((trackId) => addEntry(site.asOwner, id, trackId))),
  ])
  expect(responses.map((response) => response.status).filter((status) => status >= 500)).toEqual([])
  for (const { id } of lists) expect(await storedOrder(site.db, id)).toEqual([])
})

test('playlist entries: a playlist that is deleted while tracks are added leaves no entry', async () => {
  const some = await makeTrackIds(site.db, site.otherUser.id, 10)
  const { id } = await makePlaylist(site.db, site.owner.id)
  const responses = await Promise.all([
    ...some.map((trackId) => addEntry(site.asOwner, id, trackId)),
    site.asOwner('DELETE', `/api/playlists/${id}`),
    ...some.map((trackId) => removeEntry(site.asOwner, id, trackId)),
  ])
  expect(responses.map((response) => response.status).filter((status) => status >= 500)).toEqual([])
  expect(await site.db.$count(playlistTracks, eq(playlistTracks.playlistId, id))).toBe(0)
})

test('playlist entries: concurrent changes through several servers leave positions and count consistent', async () => {
  const start = await makeTrackIds(site.db, site.otherUser.id, 5)
  const more = await makeTrackIds(site.db, site.otherUser.id, 6)
  const viewer = { id: site.owner.id, isAdmin: false }
  const { id } = await makePlaylist(site.db, site.owner.id, start)
  const order = await resolveOrderVersion(site.db, id, { trackIds: start.toReversed() })
  const results = await Promise.allSettled([
    ...more.map((trackId) => addTrack(site.db, id, trackId, viewer)),
    ...start.slice(0, 3).map((trackId) => removeTrack(site.db, id, trackId, viewer)),
    saveOrder(site.db, id, order, viewer),
    ...more.map((trackId) => addTrack(site.db, id, trackId, viewer)),
  ])
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason.status] : [],
  )
  expect(refusals.filter((status) => status !== 409)).toEqual([])
  expect(new Set(await storedOrder(site.db, id))).toEqual(new Set([...start.slice(3), ...more]))
})

test('playlist entries: a deleted track is removed from every playlist', async () => {
  const abc = await makeTrackIds(site.db, site.otherUser.id, 3)
  const { id } = await makePlaylist(site.db, site.owner.id, abc)
  expect((await site.asOtherUser('DELETE', `/api/tracks/${abc[1]}`)).status).toBe(204)
  expect(await storedOrder(site.db, id)).toEqual([abc[0], abc[2]])
})

import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  comments,
  likes,
  playlists,
  playlistTracks,
  plays,
  reposts,
  tracks,
  uploads,
} from '#server/database/schema.ts'
import {
  makePlaylist,
  makeRepost,
  makeTrack,
  makeUpload,
  makeUser,
} from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()

async function playlist(id: string) {
  const [row] = await site.db.select().from(playlists).where(eq(playlists.id, id))
  const entries = await site.db
    .select({ trackId: playlistTracks.trackId, position: playlistTracks.position })
    .from(playlistTracks)
    .where(eq(playlistTracks.playlistId, id))
    .orderBy(asc(playlistTracks.position))
  return {
    trackCount: row?.trackCount,
    trackIds: entries.map(({ trackId }) => trackId),
    positions: entries.map(({ position }) => position),
  }
}

test('deleting a track: its likes, reposts, plays, comments and playlist entries are deleted', async () => {
  const { db, owner, otherUser } = site
  const paths = [await makeUpload(db, owner.id, 'audio'), await makeUpload(db, owner.id, 'image')]
  const [audioUrl, artworkUrl] = paths.map(({ objectPath }) => objectPath)
  const created = await site.asOwner('POST', '/api/tracks', {
    body: { title: 'Going', audioUrl, artworkUrl },
  })
  const { id } = (await created.json()) as { id: string }
  const [before, after] = [await makeTrack(db, owner.id), await makeTrack(db, owner.id)]
  const list = await makePlaylist(db, otherUser.id, [before.id, id, after.id])
  await site.asOtherUser('POST', `/api/tracks/${id}/like`)
  await site.asOtherUser('POST', `/api/tracks/${id}/play`)
  await db.insert(comments).values({ trackId: id, userId: otherUser.id, content: 'ah' })
  await makeRepost(db, otherUser.id, { trackId: id })

  expect((await site.asOwner('DELETE', `/api/tracks/${id}`)).status).toBe(204)
  expect((await site.asOwner('GET', `/api/tracks/slug/${id}`)).status).toBe(404)
  for (const table of [likes, reposts, plays, comments, playlistTracks] as const)
    expect(await db.select().from(table).where(eq(table.trackId, id))).toEqual([])
  expect(await playlist(list.id)).toEqual({
    trackCount: 2,
    trackIds: [before.id, after.id],
    positions: [0, 1],
  })
  const files = await db.select().from(uploads).where(eq(uploads.userId, owner.id))
  expect(files.map(({ state }) => state)).toEqual(['released', 'released'])
})

test('deleting a track: of two concurrent requests one succeeds', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const responses = await Promise.all([
    site.asOwner('DELETE', `/api/tracks/${track.id}`),
    site.asAdministrator('DELETE', `/api/tracks/${track.id}`),
  ])
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 404])
})

test('deleting a track: concurrent adds, moves and removes leave every playlist consistent', async () => {
  const { db, owner } = site
  const deleted = await makeTrack(db, owner.id)
  const others = await Promise.all(Array.from({ length: 3 }, () => makeTrack(db, owner.id)))
  const otherIds = others.map(({ id }) => id)
  const collectors = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const user = await makeUser(db)
      const held = index % 2 === 0 ? [deleted.id, ...otherIds] : otherIds
      return { call: await site.as(user), list: await makePlaylist(db, user.id, held), held }
    }),
  )
  const responses = await Promise.all([
    ...collectors.flatMap(({ call, list, held }) => [
      call('POST', `/api/playlists/${list.id}/tracks`, { body: { trackId: deleted.id } }),
      call('PUT', `/api/playlists/${list.id}/reorder`, { body: { trackIds: held.toReversed() } }),
      call('DELETE', `/api/playlists/${list.id}/tracks/${otherIds[0]}`),
    ]),
    site.asOwner('DELETE', `/api/tracks/${deleted.id}`),
  ])
  expect(responses.at(-1)?.status).toBe(204)
  expect(responses.filter(({ status }) => status >= 500)).toEqual([])
  for (const { list } of collectors) {
    const now = await playlist(list.id)
    expect(now.trackIds).not.toContain(deleted.id)
    expect(now.positions).toEqual([0, 1])
    expect(now.trackCount).toBe(2)
  }
  expect(await db.select().from(tracks).where(eq(tracks.id, deleted.id))).toEqual([])
})

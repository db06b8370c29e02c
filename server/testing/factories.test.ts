import { count, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { follows, likes, playlistTracks, tracks, users } from '#server/database/schema.ts'
import {
  follow,
  followMany,
  like,
  likeMany,
  makePlaylist,
  makeTrack,
  makeTracks,
  makeUser,
  makeUsers,
} from './factories.ts'
import { setUpTestDatabase } from './set-up.ts'

const database = setUpTestDatabase()
const db = () => database.postgres.db

async function likeCountOf(trackId: string) {
  const [row] = await db()
    .select({ stored: tracks.likeCount, rows: count(likes.id) })
    .from(tracks)
    .leftJoin(likes, eq(likes.trackId, tracks.id))
    .where(eq(tracks.id, trackId))
    .groupBy(tracks.id)
  return row
}

test('factories: likes are counted, and duplicates are not', async () => {
  const [one, other] = [await makeUser(db()), await makeUser(db())]
  const { id } = await makeTrack(db(), one.id)
  await like(db(), one.id, id)
  await like(db(), other.id, id)
  await like(db(), other.id, id)
  expect(await likeCountOf(id)).toEqual({ stored: 2, rows: 2 })
})

test('factories: a playlist counts its tracks, in order', async () => {
  const { id: userId } = await makeUser(db())
  const made = await makeTracks(db(), [{ userId }, { userId }, { userId }])
  const trackIds = made.map(({ id }) => id).reverse()
  const playlist = await makePlaylist(db(), userId, trackIds, { title: 'Backwards' })
  expect(playlist).toMatchObject({ title: 'Backwards', trackCount: 3 })
  const rows = await db()
    .select()
    .from(playlistTracks)
    .where(eq(playlistTracks.playlistId, playlist.id))
    .orderBy(playlistTracks.position)
  expect(rows.map(({ trackId }) => trackId)).toEqual(trackIds)
})

test('factories: duplicate follows are ignored', async () => {
  const [one, other] = [await makeUser(db()), await makeUser(db())]
  await follow(db(), one.id, other.id)
  await followMany(db(), [{ followerId: one.id, followingId: other.id }])
  expect(await db().$count(follows, eq(follows.followingId, other.id))).toBe(1)
})

test('factories: thousands of rows are created in one call', async () => {
  const created = await makeUsers(
    db(),
    Array.from({ length: 1200 }, (_, i) => ({ username: `listener-${i}`, issuer: 'test' })),
  )
  expect(new Set(created.map(({ id }) => id)).size).toBe(1200)
  expect(await db().$count(users, eq(users.issuer, 'test'))).toBe(1200)
  const { id: trackId } = await makeTrack(db(), created[0]?.id ?? '')
  await likeMany(
    db(),
    created.map(({ id: userId }) => ({ userId, trackId })),
  )
  expect(await likeCountOf(trackId)).toEqual({ stored: 1200, rows: 1200 })
})

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { likes, tracks, users } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makeTrack, makeUser, type UserRow } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { startTestSite } from '#server/testing/test-site.ts'
import { untilServed } from '#server/testing/until-served.ts'

const site = setUpTestSite()

type Liked = { liked: boolean; likeCount: number }
const like = (call: Caller, trackId: string) =>
  call('POST', `/api/tracks/${trackId}/like`, { body: {} })
const liked = async (call: Caller, trackId: string) =>
  (await (await like(call, trackId)).json()) as Liked

async function createUsers(count: number) {
  const made: { user: UserRow; call: Caller }[] = []
  for (let more = count; more > 0; more--) {
    const user = await makeUser(site.db)
    made.push({ user, call: await site.as(user) })
  }
  return made
}

async function counts(trackId: string) {
  const [track] = await site.db.select().from(tracks).where(eq(tracks.id, trackId))
  const rows = await site.db.select().from(likes).where(eq(likes.trackId, trackId))
  return { likeCount: track?.likeCount, rows: rows.length, updatedAt: track?.updatedAt }
}

test('likes: toggling twice returns to the first state and leaves updatedAt unchanged', async () => {
  const track = await makeTrack(site.db, site.owner.id, { updatedAt: new Date('2026-01-01') })
  expect(await liked(site.asOtherUser, track.id)).toEqual({ liked: true, likeCount: 1 })
  expect(await liked(site.asOwner, track.id)).toEqual({ liked: true, likeCount: 2 })
  expect(await liked(site.asOtherUser, track.id)).toEqual({ liked: false, likeCount: 1 })
  expect(await counts(track.id)).toEqual({
    likeCount: 1,
    rows: 1,
    updatedAt: new Date('2026-01-01'),
  })
})

test('likes: only signed-in users who can view the track can like it', async () => {
  const hidden = await makeTrack(site.db, site.owner.id, { privacy: 'private' })
  const unlisted = await makeTrack(site.db, site.owner.id, { privacy: 'unlisted' })
  expect((await like(site.visitor, unlisted.id)).status).toBe(401)
  expect((await like(site.asOtherUser, hidden.id)).status).toBe(404)
  expect((await like(site.asOtherUser, '0b0e7e0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b')).status).toBe(404)
  for (const call of [site.asOwner, site.asAdministrator])
    expect((await like(call, hidden.id)).status).toBe(200)
  expect((await like(site.asOtherUser, unlisted.id)).status).toBe(200)
  const wrong = await site.asOtherUser('POST', `/api/tracks/${hidden.id}/like`, {
    body: { a: 1 },
  })
  expect(wrong.status).toBe(404)
})

test('likes: 200 concurrent likes of different users count 200', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const fans = await createUsers(200)
  const responses = await Promise.all(
    fans.map(({ call }) => untilServed(() => like(call, track.id))),
  )
  expect(responses.filter(({ status }) => status !== 200)).toEqual([])
  expect(await counts(track.id)).toMatchObject({ likeCount: 200, rows: 200 })
})

test('likes: 201 concurrent toggles of one user end in one like', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const responses = await Promise.all(
    Array.from({ length: 201 }, () => untilServed(() => like(site.asOtherUser, track.id))),
  )
  expect(responses.filter(({ status }) => status !== 200)).toEqual([])
  expect(await counts(track.id)).toMatchObject({ likeCount: 1, rows: 1 })
})

test('likes: a concurrent deletion of the track returns 404 and leaves no row', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const fans = await createUsers(30)
  for (const { call } of fans.slice(0, 15)) await like(call, track.id)
  const [deleted, ...responses] = await Promise.all([
    site.asOwner('DELETE', `/api/tracks/${track.id}`),
    ...fans.map(({ call }) => like(call, track.id)),
  ])
  expect(deleted.status).toBe(204)
  expect(responses.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
  expect(await counts(track.id)).toMatchObject({ likeCount: undefined, rows: 0 })
})

test('likes: a concurrent deletion of users keeps the count consistent', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const fans = await createUsers(12)
  const leaving = fans.slice(0, 6)
  const responses = await Promise.all([
    ...fans.map(({ call }) => like(call, track.id)),
    ...leaving.map(({ user }) => site.asAdministrator('DELETE', `/api/users/${user.id}/admin`)),
  ])
  expect(responses.filter(({ status }) => status >= 500)).toEqual([])
  const left = await site.db.select().from(users)
  expect(left.filter(({ id }) => leaving.some(({ user }) => user.id === id))).toEqual([])
  const { likeCount, rows } = await counts(track.id)
  expect(likeCount).toBe(rows)
  expect(rows).toBe(6)
})

test('likes: more than 60 a minute per user return 429 with Retry-After', async () => {
  const strict = await startTestSite({ env: { RATE_LIMIT_SCALE: '1' } })
  try {
    const track = await makeTrack(strict.db, strict.owner.id)
    const responses = await Promise.all(
      Array.from({ length: 61 }, () => like(strict.asOtherUser, track.id)),
    )
    const refused = responses.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await like(strict.asOwner, track.id)).status).toBe(200)
  } finally {
    await strict.close()
  }
})

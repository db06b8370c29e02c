import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { retentionListens, trackRetention } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makeShareLink, makeTrack } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { bucketOf } from './service.ts'

const site = setUpTestSite()

test.each([
  [{ position: 30, duration: 60, seconds: 30 }, 50],
  [{ position: 60, duration: 60, seconds: 60 }, 99],
  [{ position: 9000, duration: 60, seconds: 9000 }, 99],
  // At double speed, with two seconds of tolerance.
  [{ position: 60, duration: 100, seconds: 28 }, 60],
  [{ position: 90, duration: 100, seconds: 28 }, 60],
])('retention: %j is in bucket %i', (listen, bucket) => {
  expect(bucketOf(listen)).toBe(bucket)
})

const makeOfMinutes = (minutes: number) =>
  makeTrack(site.db, site.owner.id, { duration: minutes * 60 })
const report = (call: Caller, trackId: string, listenId: string, position: number) =>
  call('POST', `/api/tracks/${trackId}/retention`, { body: { listenId, position } })
const startedAgo = (listenId: string, seconds: number) =>
  site.db
    .update(retentionListens)
    .set({ startedAt: sql`now() - make_interval(secs => ${seconds})` })
    .where(eq(retentionListens.id, listenId))

/** The buckets that have listens. */
async function bucketsOf(trackId: string) {
  const [row] = await site.db
    .select()
    .from(trackRetention)
    .where(eq(trackRetention.trackId, trackId))
  expect([0, 100]).toContain(row?.listens.length ?? 0)
  return Object.fromEntries(Object.entries(row?.listens ?? []).filter(([, listens]) => listens > 0))
}

test('retention: each listen counts once, where it got furthest', async () => {
  const track = await makeOfMinutes(10)
  for (const positions of [[0, 60, 300, 120], [0, 60], [0]]) {
    const id = randomUUID()
    for (const position of positions) {
      expect((await report(site.visitor, track.id, id, position)).status).toBe(204)
      await startedAgo(id, 600)
    }
  }
  expect(await bucketsOf(track.id)).toEqual({ 0: 1, 10: 1, 50: 1 })
})

test('retention: a position that cannot have been reached yet is cut off', async () => {
  const track = await makeOfMinutes(10)
  const id = randomUUID()
  await report(site.visitor, track.id, id, 600)
  expect(await bucketsOf(track.id)).toEqual({ 0: 1 })
  await startedAgo(id, 60)
  await report(site.visitor, track.id, id, 600)
  expect(await bucketsOf(track.id)).toEqual({ 20: 1 })
})

test('retention: reports of one listen at the same moment count once', async () => {
  const track = await makeOfMinutes(10)
  const id = randomUUID()
  await Promise.all(Array.from({ length: 10 }, () => report(site.visitor, track.id, id, 0)))
  await startedAgo(id, 600)
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => report(site.visitor, track.id, id, index * 60)),
  )
  expect(await bucketsOf(track.id)).toEqual({ 90: 1 })
})

test("retention: the owner's own listens and tracks of unknown length are not recorded", async () => {
  const [track, unknown] = [
    await makeOfMinutes(10),
    await makeTrack(site.db, site.owner.id, { duration: null }),
  ]
  expect((await report(site.asOwner, track.id, randomUUID(), 0)).status).toBe(204)
  expect((await report(site.visitor, unknown.id, randomUUID(), 0)).status).toBe(204)
  expect([await bucketsOf(track.id), await bucketsOf(unknown.id)]).toEqual([{}, {}])
})

test('retention: the id of a listen of another track changes nothing', async () => {
  const [track, other] = [await makeOfMinutes(10), await makeOfMinutes(10)]
  const id = randomUUID()
  await report(site.visitor, track.id, id, 0)
  await startedAgo(id, 600)
  expect((await report(site.visitor, other.id, id, 300)).status).toBe(204)
  expect([await bucketsOf(track.id), await bucketsOf(other.id)]).toEqual([{ 0: 1 }, {}])
})

test.each([
  {},
  { listenId: 'x', position: 1 },
  { listenId: randomUUID(), position: -1 },
  { listenId: randomUUID(), position: '1' },
  { listenId: randomUUID(), position: 1e9 },
])('retention: %j is refused', async (body) => {
  const track = await makeOfMinutes(1)
  const response = await site.visitor('POST', `/api/tracks/${track.id}/retention`, { body })
  expect(response.status).toBe(400)
})

test('retention: robots and prefetches count nowhere', async () => {
  const track = await makeOfMinutes(10)
  const body = { listenId: randomUUID(), position: 0 }
  for (const headers of [{ 'user-agent': 'Googlebot/2.1' }, { 'sec-purpose': 'prefetch' }])
    await site.visitor('POST', `/api/tracks/${track.id}/retention`, { body, headers })
  expect(await bucketsOf(track.id)).toEqual({})
})

test('retention: listens through a share link count, except those of the owner', async () => {
  const { id: userId } = site.owner
  const track = await makeTrack(site.db, userId, { duration: 600, privacy: 'private' })
  const { token } = await makeShareLink(site.db, { userId, trackId: track.id })
  const path = `/api/share/${token}/tracks/${track.id}/retention`
  for (const call of [site.visitor, site.asOtherUser, site.asOwner]) {
    const body = { listenId: randomUUID(), position: 0 }
    expect((await call('POST', path, { body })).status).toBe(204)
  }
  expect(await bucketsOf(track.id)).toEqual({ 0: 2 })
  expect((await report(site.visitor, track.id, randomUUID(), 0)).status).toBe(404)
})

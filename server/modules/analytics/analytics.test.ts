import { randomUUID } from 'node:crypto'
import { eq, ne } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Analytics, Storage } from '#contract/admin.ts'
import {
  dailyPlays,
  playCount,
  tracks,
  trackTallies,
  uploads,
  users,
} from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'
import { compactTotalsTask } from './service.ts'

let asAdmin: Caller
const adminId = randomUUID()

const site = setUpTestApp({ env: { ADMIN_USER_IDS: adminId } })
beforeAll(async () => {
  await makeUser(db(), { id: adminId })
  asAdmin = await site.as({ id: adminId })
})
beforeEach(async () => {
  await db().delete(users).where(ne(users.id, adminId))
  await db().delete(dailyPlays)
})

const db = () => site.postgres.db
const analytics = async () =>
  (await (await asAdmin('GET', '/api/admin/analytics')).json()) as Analytics

test('analytics: only the administrator can read them', async () => {
  const asUser = await site.as(await makeUser(db()))
  expect((await site.visitor('GET', '/api/admin/analytics')).status).toBe(401)
  expect((await asUser('GET', '/api/admin/analytics')).status).toBe(403)
  expect((await asAdmin('GET', '/api/admin/analytics')).status).toBe(200)
})

test('analytics: an empty instance has zero totals and no latest track', async () => {
  const empty = await analytics()
  expect(empty).toMatchObject({
    totalTracks: 0,
    totalPlays: 0,
    totalLikes: 0,
    publicTracks: 0,
    totalUsers: 1,
    averageEngagement: 0,
    latestTrack: null,
    mostPlayed: [],
    mostLiked: [],
    topEngagement: [],
  })
  expect(empty.playsPerDay).toHaveLength(30)
})

test('storage: the bytes of files in use are summed by kind, user and month, for the administrator', async () => {
  const owner = await makeUser(db(), { displayName: 'Ines' })
  expect((await (await site.as(owner))('GET', '/api/admin/storage')).status).toBe(403)
  const row = (state: 'used' | 'released', suffix: string, size: number) => {
    const id = randomUUID()
    const objectPath = `/objects/audio/${id}.${suffix}`
    const kind = suffix === 'webp' ? ('image' as const) : ('audio' as const)
    const registeredAt = new Date()
    return {
      id,
      key: `uploads/${id}`,
      kind,
      state,
      objectPath,
      size,
      registeredAt,
      userId: owner.id,
    }
  }
  await db()
    .insert(uploads)
    .values([
      row('used', 'wav', 5_000_000_000),
      row('used', 'opus.mp4', 40),
      row('used', 'aac.mp4', 60),
      row('used', 'webp', 7),
      row('released', 'aac.mp4', 1000),
      { ...row('used', 'mp3', 3), registeredAt: new Date(Date.UTC(2020, 0)), userId: adminId },
    ])
  const response = await asAdmin('GET', '/api/admin/storage')
  const { months, ...storage } = (await response.json()) as Storage
  expect(storage).toEqual({
    originals: 5_000_000_003,
    renditions: 100,
    images: 7,
    largestUsers: [
      { id: owner.id, name: 'Ines', bytes: 5_000_000_107 },
      { id: adminId, name: expect.any(String), bytes: 3 },
    ],
  })
  expect(months.map(({ bytes }) => bytes)).toEqual([...Array(11).fill(0), 5_000_000_107])
  expect(months.at(-1)?.month).toBe(new Date().toISOString().slice(0, 7))
  await db().delete(uploads)
})

const totals = async () => {
  const { totalTracks, publicTracks, totalPlays, totalLikes, averageEngagement } = await analytics()
  return [totalTracks, publicTracks, totalPlays, totalLikes, averageEngagement]
}

test('analytics totals: every change is included at once', async () => {
  const creator = await makeUser(db())
  const asArtist = await site.as(creator)
  const first = await makeTrack(db(), creator.id, { flushedPlays: 4, likeCount: 0 })
  const second = await makeTrack(db(), creator.id, { privacy: 'private', flushedPlays: 3 })
  expect(await totals()).toEqual([2, 1, 7, 0, 4])
  await asAdmin('POST', `/api/tracks/${first.id}/like`)
  await asAdmin('POST', `/api/tracks/${first.id}/play`)
  expect(await totals()).toEqual([2, 1, 8, 1, 5])
  await asArtist('PUT', `/api/tracks/${second.id}`, {
    body: { privacy: 'public', title: 'Shown' },
  })
  expect(await totals()).toEqual([2, 2, 8, 1, 5])
  await compactTotalsTask(db()).run()
  expect(await db().$count(trackTallies)).toBe(1)
  expect(await totals()).toEqual([2, 2, 8, 1, 5])
  await asArtist('DELETE', `/api/tracks/${first.id}`)
  expect(await totals()).toEqual([1, 1, 3, 0, 3])
  await asAdmin('DELETE', `/api/users/${creator.id}/admin`)
  expect(await totals()).toEqual([0, 0, 0, 0, 0])
})

test('analytics totals: rows that are deleted by cascade are subtracted', async () => {
  const creator = await makeUser(db())
  await makeTrack(db(), creator.id, { flushedPlays: 5 })
  await makeTrack(db(), creator.id, { flushedPlays: 6, privacy: 'unlisted' })
  await db().delete(users).where(eq(users.id, creator.id))
  expect(await totals()).toEqual([0, 0, 0, 0, 0])
})

test('analytics totals: they stay exact during concurrent writes and compaction', async () => {
  const creator = await makeUser(db())
  const created = await Promise.all(Array.from({ length: 10 }, () => makeTrack(db(), creator.id)))
  const fans = await Promise.all(
    Array.from({ length: 5 }, async () => site.as(await makeUser(db()))),
  )
  await Promise.all([
    ...created.flatMap(({ id }) => fans.map((fan) => fan('POST', `/api/tracks/${id}/like`))),
    ...created.flatMap(({ id }) => fans.map((fan) => fan('POST', `/api/tracks/${id}/play`))),
    ...Array.from({ length: 5 }, () => compactTotalsTask(db()).run()),
  ])
  const { likeCount } = tracks
  const rows = await db().select({ playCount, likeCount }).from(tracks)
  const sum = (key: 'playCount' | 'likeCount') => rows.reduce((all, row) => all + row[key], 0)
  expect([sum('playCount'), sum('likeCount')]).toEqual([50, 50])
  expect(await totals()).toEqual([10, 10, 50, 50, 10])
})

test('analytics rankings: they contain at most ten tracks, and none with a count of zero', async () => {
  const creator = await makeUser(db(), { displayName: null, firstName: 'Béla', lastName: 'Varga' })
  for (let n = 1; n <= 12; n++)
    await makeTrack(db(), creator.id, {
      title: `Track ${n}`,
      privacy: n === 12 ? 'private' : 'public',
      flushedPlays: n,
      likeCount: n <= 2 ? 100 * n : 0,
      createdAt: new Date(Date.UTC(2026, 0, n)),
    })
  await makeTrack(db(), creator.id, { title: 'Unheard', createdAt: new Date(Date.UTC(2025, 0, 1)) })
  const { mostPlayed, mostLiked, topEngagement, latestTrack } = await analytics()
  expect(mostPlayed.map((track) => track.playCount)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  expect(mostLiked.map((track) => track.title)).toEqual(['Track 2', 'Track 1'])
  expect(topEngagement.slice(0, 3).map((track) => track.title)).toEqual([
    'Track 2',
    'Track 1',
    'Track 12',
  ])
  expect(latestTrack).toMatchObject({ title: 'Track 12', artist: 'Béla Varga' })
})

test('analytics: plays are listed for the last thirty days, oldest first, including days without plays', async () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  await db()
    .insert(dailyPlays)
    .values([
      { day: day(0), plays: 3 },
      { day: day(29), plays: 7 },
      { day: day(30), plays: 99 },
    ])
  const { playsPerDay } = await analytics()
  expect(playsPerDay.map((entry) => entry.day)).toEqual(
    Array.from({ length: 30 }, (_, n) => day(29 - n)),
  )
  expect(playsPerDay.map((entry) => entry.plays)).toEqual([7, ...Array(28).fill(0), 3])
})

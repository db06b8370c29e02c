import { expect, test } from 'vitest'
import type { Stats } from '#contract/stats.ts'
import {
  likes,
  playlistDailyStats,
  trackDailyStats,
  trackReferrers,
  trackRetention,
} from '#server/database/schema.ts'
import { dayIn } from '#server/shared/day.ts'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { addDays, toShares } from './presenter.ts'

const site = setUpTestSite()
const today = dayIn('UTC')
const month = `${today.slice(0, 7)}-01`
const daysAgo = (days: number) => addDays(today, -days)

const read = async (path: string, call: Caller = site.asOwner) => {
  const response = await call('GET', path)
  expect(response.status).toBe(200)
  return (await response.json()) as Stats
}
const record = (
  trackId: string,
  day: string,
  numbers: Partial<typeof trackDailyStats.$inferInsert>,
) => site.db.insert(trackDailyStats).values({ trackId, day, ...numbers })

test('retention: the share at each point is of the listens that reached it', () => {
  expect(toShares([1, 0, 1, 2])).toEqual([1, 0.75, 0.75, 0.5])
  expect(toShares([0, 0])).toBeNull()
  expect(toShares([])).toBeNull()
})

test('statistics: plays of each day, with totals, sources and the period before', async () => {
  const { id } = await makeTrack(site.db, site.owner.id)
  await record(id, today, { sitePlays: 3, feedPlays: 1 })
  await record(id, daysAgo(6), { embedPlays: 2, downloads: 5 })
  await record(id, daysAgo(7), { sitePlays: 10 })
  await record(id, daysAgo(14), { sitePlays: 100 })
  await site.asOtherUser('POST', `/api/tracks/${id}/like`)
  const stats = await read(`/api/tracks/${id}/stats?days=7`)
  expect(stats.days).toHaveLength(7)
  expect(stats.days.at(0)).toMatchObject({ day: daysAgo(6), plays: 2, listeners: 2, downloads: 5 })
  expect(stats.days.at(1)).toMatchObject({ day: daysAgo(5), plays: 0, likes: 0 })
  expect(stats.days.at(-1)).toMatchObject({ day: today, plays: 4, likes: 1 })
  expect(stats.totals).toEqual({ plays: 6, likes: 1, downloads: 5 })
  expect(stats.previous).toEqual({ plays: 10, likes: 0, downloads: 0 })
  expect(stats.sources).toEqual({ site: 3, embed: 2, feed: 1, share: 0, app: 0 })
  const all = await read(`/api/tracks/${id}/stats?days=all`)
  expect([all.days.length, all.totals.plays, all.previous]).toEqual([15, 116, null])
})

test('statistics: referring sites and retention are those of the months of the period', async () => {
  const { id } = await makeTrack(site.db, site.owner.id)
  const old = '2020-01-01'
  await site.db.insert(trackReferrers).values([
    { trackId: id, month, host: 'blog.example', plays: 2 },
    { trackId: id, month, host: 'other', plays: 5 },
    { trackId: id, month: old, host: 'old.example', plays: 9 },
  ])
  const listens = Array.from<unknown, number>({ length: 100 }, (_, bucket) =>
    bucket === 0 || bucket === 99 ? 1 : 0,
  )
  await site.db.insert(trackRetention).values([
    { trackId: id, month, listens },
    { trackId: id, month: old, listens: listens.toReversed().with(0, 7) },
  ])
  const { referrers, retention } = await read(`/api/tracks/${id}/stats?days=7`)
  expect(referrers).toEqual([
    { host: 'other', plays: 5 },
    { host: 'blog.example', plays: 2 },
  ])
  expect([retention?.[0], retention?.[1], retention?.[99]]).toEqual([1, 0.5, 0.5])
  const all = await read(`/api/tracks/${id}/stats?days=all`)
  expect(all.referrers[0]).toEqual({ host: 'old.example', plays: 9 })
  expect(all.retention?.[99]).toBe(0.2)
})

test('statistics: a track without plays has zeros, and no retention', async () => {
  const { id } = await makeTrack(site.db, site.owner.id)
  const stats = await read(`/api/tracks/${id}/stats`)
  expect(stats).toMatchObject({ totals: { plays: 0 }, referrers: [], retention: null })
  expect(stats.days).toHaveLength(30)
  expect((await read(`/api/tracks/${id}/stats?days=all`)).days).toHaveLength(1)
})

test("statistics: a playlist has those of its owner's tracks, and how often it was saved", async () => {
  const [own, foreign] = [
    await makeTrack(site.db, site.owner.id),
    await makeTrack(site.db, site.otherUser.id),
  ]
  const playlist = await makePlaylist(site.db, site.owner.id, [own.id, foreign.id])
  await record(own.id, today, { sitePlays: 2 })
  await record(foreign.id, today, { sitePlays: 40 })
  await site.db.insert(likes).values({ trackId: foreign.id, userId: site.owner.id })
  await site.asOtherUser('PUT', `/api/library/playlists/${playlist.id}`)
  const { totals } = await read(`/api/playlists/${playlist.id}/stats`)
  expect(totals).toEqual({ plays: 2, likes: 0, downloads: 0, saves: 1 })
})

test('statistics: those of a user are of all their tracks, with follows', async () => {
  const before = (await read('/api/users/me/stats?days=7', site.asOtherUser)).totals
  const made = [
    await makeTrack(site.db, site.otherUser.id),
    await makeTrack(site.db, site.otherUser.id),
  ]
  for (const { id } of made) await record(id, today, { sitePlays: 3 })
  await site.asOwner('POST', `/api/users/${site.otherUser.id}/follow`)
  const { totals } = await read('/api/users/me/stats?days=7', site.asOtherUser)
  expect(totals.plays).toBe(before.plays + 6)
  expect(totals.follows).toBe(1)
})

test('statistics: listeners of an artist and of a release are different ones on a day', async () => {
  const user = await makeUser(site.db)
  const call = await site.as(user)
  const made = [await makeTrack(site.db, user.id), await makeTrack(site.db, user.id)]
  const ids = made.map(({ id }) => id)
  const album = await makePlaylist(site.db, user.id, ids, { type: 'album' })
  const playlist = await makePlaylist(site.db, user.id, ids)
  const [one = '', two = ''] = ids
  await record(one, today, { sitePlays: 5, ownerListeners: 5, releaseListeners: 4 })
  await record(two, today, { sitePlays: 5, ownerListeners: 1, releaseListeners: 3 })
  const listeners = async (path: string) => (await read(path, call)).days.at(-1)?.listeners
  expect(await listeners('/api/users/me/stats')).toBe(6)
  expect(await listeners(`/api/playlists/${album.id}/stats`)).toBe(7)
  expect(await listeners(`/api/playlists/${playlist.id}/stats`)).toBeUndefined()
  expect(await listeners(`/api/tracks/${one}/stats`)).toBe(5)
})

test('statistics: downloads of the tracks and of the archive of a release are added', async () => {
  const { id } = await makeTrack(site.db, site.owner.id)
  const album = await makePlaylist(site.db, site.owner.id, [id], { type: 'album' })
  await record(id, today, { downloads: 2 })
  await site.db
    .insert(playlistDailyStats)
    .values({ playlistId: album.id, day: daysAgo(1), downloads: 3 })
  const { totals } = await read(`/api/playlists/${album.id}/stats?days=7`)
  expect(totals).toMatchObject({ plays: 0, downloads: 5 })
})

test('statistics: another period is refused', async () => {
  const response = await site.asOwner('GET', '/api/users/me/stats?days=8')
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { message: 'Days must be 7, 30, 90 or all' },
  ])
})

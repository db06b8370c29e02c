import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { trackDailyStats, trackReferrers } from '#server/database/schema.ts'
import { dayIn } from '#server/shared/day.ts'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeTrack, makeTracks, makeUser } from '#server/testing/factories.ts'
import { flushAllPlays } from '#server/testing/flush-plays.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { createPlayCounter } from './counter.ts'

const site = setUpTestSite()

const play = (call: Caller, trackId: string, headers: Record<string, string> = {}) =>
  call('POST', `/api/tracks/${trackId}/play`, { headers })
const listener = (number: number) => ({ cookie: `listener=${String(number).padStart(22, '_')}` })
async function statsOf(trackId: string) {
  await flushAllPlays(site.db)
  return site.db.select().from(trackDailyStats).where(eq(trackDailyStats.trackId, trackId))
}

test("daily statistics: plays by source, without repeated ones and the owner's own", async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const embedded = (browser: string) =>
    site.visitor('POST', `/api/tracks/${track.id}/play`, {
      body: { embedded: true },
      headers: { 'user-agent': browser },
    })
  await Promise.all([
    ...[1, 2, 2, 3].map((number) => play(site.visitor, track.id, listener(number))),
    play(site.asOtherUser, track.id),
    play(site.asOwner, track.id),
    ...['Firefox', 'Firefox', 'Safari'].map(embedded),
  ])
  expect(await statsOf(track.id)).toEqual([
    expect.objectContaining({
      day: dayIn('UTC'),
      plays: 6,
      sitePlays: 4,
      embedPlays: 2,
      feedPlays: 0,
      sharePlays: 0,
      appPlays: 0,
    }),
  ])
})

test("daily statistics: a day with only the owner's own plays has no row", async () => {
  const track = await makeTrack(site.db, site.owner.id)
  await play(site.asOwner, track.id)
  expect(await statsOf(track.id)).toEqual([])
})

test('daily statistics: they are deleted with their track', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  await play(site.visitor, track.id)
  expect(await statsOf(track.id)).toHaveLength(1)
  expect((await site.asOwner('DELETE', `/api/tracks/${track.id}`)).status).toBe(204)
  expect(await statsOf(track.id)).toEqual([])
})

test('daily statistics: robots and prefetches count nowhere', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  await play(site.visitor, track.id, listener(1))
  const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
  for (const headers of [{ 'user-agent': googlebot }, { 'sec-purpose': 'prefetch' }]) {
    const response = await play(site.visitor, track.id, { ...listener(2), ...headers })
    expect(await response.json()).toEqual({ counted: false, playCount: 1 })
  }
  expect(await statsOf(track.id)).toMatchObject([{ plays: 1 }])
})

test('daily statistics: a listener counts once for an artist and once for a release', async () => {
  const owner = await makeUser(site.db)
  const [single, first, second] = await makeTracks(
    site.db,
    [1, 2, 3].map(() => ({ userId: owner.id })),
  )
  if (!single || !first || !second) throw new Error('no tracks')
  await makePlaylist(site.db, owner.id, [first.id, second.id], { type: 'album' })
  const played: [{ id: string }, number][] = [
    [single, 1],
    [first, 1],
    [second, 1],
    [second, 2],
    [first, 3],
    [second, 3],
  ]
  // Some in the same batch, some later, and some on another server.
  await Promise.all(played.slice(0, 3).map(([{ id }, n]) => play(site.visitor, id, listener(n))))
  for (const [{ id }, n] of played.slice(3)) await play(site.visitor, id, listener(n))
  const rows = (await Promise.all([single, first, second].map(({ id }) => statsOf(id)))).flat()
  const sum = (key: 'plays' | 'ownerListeners' | 'releaseListeners') =>
    rows.reduce((total, row) => total + row[key], 0)
  expect([sum('plays'), sum('ownerListeners'), sum('releaseListeners')]).toEqual([6, 3, 3])
})

test('daily statistics: servers that count at the same moment count a listener once', async () => {
  const owner = await makeUser(site.db)
  const made = await makeTracks(
    site.db,
    Array.from({ length: 12 }, () => ({ userId: owner.id })),
  )
  const counters = [1, 2, 3].map(() => createPlayCounter(site.db, 'UTC'))
  const key = crypto.randomUUID()
  await Promise.all(
    made.map(({ id }, index) =>
      counters[index % 3]?.count({
        ...{ trackId: id, listener: key, viewer: undefined, source: 'app', referrer: null },
      }),
    ),
  )
  const rows = (await Promise.all(made.map(({ id }) => statsOf(id)))).flat()
  expect(rows.reduce((sum, { appPlays }) => sum + appPlays, 0)).toBe(12)
  expect(rows.reduce((sum, { ownerListeners }) => sum + ownerListeners, 0)).toBe(1)
})

async function referrersOf(trackId: string) {
  const rows = await site.db
    .select()
    .from(trackReferrers)
    .where(eq(trackReferrers.trackId, trackId))
  expect(rows.every(({ month }) => month === `${dayIn('UTC').slice(0, 7)}-01`)).toBe(true)
  return Object.fromEntries(rows.map(({ host, plays }) => [host, plays]))
}
const playFrom = (call: Caller, trackId: string, referrer: string, number: number) =>
  call('POST', `/api/tracks/${trackId}/play`, { body: { referrer }, headers: listener(number) })

test('referrers: counted plays add to the site that the listener came from', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  await playFrom(site.visitor, track.id, 'blog.example', 1)
  await playFrom(site.visitor, track.id, 'Blog.Example', 2)
  await playFrom(site.visitor, track.id, 'radio.example', 2)
  await playFrom(site.visitor, track.id, 'radio.example', 3)
  await play(site.visitor, track.id, listener(4))
  const body = { referrer: 'mine.example' }
  await site.asOwner('POST', `/api/tracks/${track.id}/play`, { body })
  expect(await referrersOf(track.id)).toEqual({ 'blog.example': 2, 'radio.example': 1 })
})

test('referrers: a track has at most 50 in a month, also with several servers, and the rest together', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const counters = [1, 2, 3].map(() => createPlayCounter(site.db, 'UTC'))
  await Promise.all(
    Array.from({ length: 180 }, (_, index) =>
      counters[index % 3]?.count({
        trackId: track.id,
        listener: crypto.randomUUID(),
        viewer: undefined,
        source: 'site',
        referrer: `site-${index % 60}.example`,
      }),
    ),
  )
  const { other = 0, ...hosts } = await referrersOf(track.id)
  expect(Object.keys(hosts)).toHaveLength(50)
  expect(Object.values(hosts).reduce((sum, plays) => sum + plays, other)).toBe(180)
})

test.each([
  'localhost',
  '10.0.0.12',
  'a b.example',
  'https://a.example',
  `${'a.'.repeat(150)}example`,
  5,
])('referrers: %s is not a host name', async (referrer) => {
  const track = await makeTrack(site.db, site.owner.id)
  const body = { referrer }
  const response = await site.visitor('POST', `/api/tracks/${track.id}/play`, { body })
  expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
    400,
    'The referrer must be a host name',
  ])
})

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { trackDailyStats, trackReferrers } from '#server/database/schema.ts'
import { dayIn } from '#server/shared/day.ts'
import type { Caller } from '#server/testing/app.ts'
import { makeTrack } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { createPlayCounter } from './service.ts'

const site = setUpTestSite()

const play = (call: Caller, trackId: string, headers: Record<string, string> = {}) =>
  call('POST', `/api/tracks/${trackId}/play`, { headers })
const listener = (number: number) => ({ cookie: `listener=${String(number).padStart(22, '_')}` })
const statsOf = (trackId: string) =>
  site.db.select().from(trackDailyStats).where(eq(trackDailyStats.trackId, trackId))

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

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dailyPlays, playCount, plays, tracks } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makeTrack } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { startTestSite } from '#server/testing/test-site.ts'
import { untilServed } from '#server/testing/until-served.ts'
import { dailyListenerToken } from '../listener.ts'
import { createPlayCounter } from './counter.ts'

const site = setUpTestSite()

type Counted = { counted: boolean; playCount: number }
const play = (call: Caller, trackId: string, headers: Record<string, string> = {}) =>
  call('POST', `/api/tracks/${trackId}/play`, { headers })
const counted = async (response: Response) => (await response.json()) as Counted
const listener = (number: number) => ({ cookie: `listener=${String(number).padStart(22, '_')}` })

async function countOf(trackId: string) {
  const [track] = await site.db.select({ playCount }).from(tracks).where(eq(tracks.id, trackId))
  return track?.playCount
}
const rowsOf = async (trackId: string) =>
  (await site.db.select().from(plays).where(eq(plays.trackId, trackId))).length

/** Fifty at a time: more would test the machine. */
async function runConcurrently<T>(times: number, act: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < times; index = next++) results.push(await act(index))
  }
  await Promise.all(Array.from({ length: 50 }, worker))
  return results
}

test('plays: an anonymous browser counts once, identified by a cookie', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const first = await play(site.visitor, track.id)
  expect([first.status, await counted(first)]).toEqual([200, { counted: true, playCount: 1 }])
  const cookie = first.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^listener=[\w-]{22}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
  const again = await play(site.visitor, track.id, { cookie: cookie.split(';')[0] ?? '' })
  expect(await counted(again)).toEqual({ counted: false, playCount: 1 })
  expect(again.headers.get('set-cookie')).toBeNull()
  const forged = await play(site.visitor, track.id, { cookie: 'listener=mine' })
  expect(forged.headers.get('set-cookie')).toMatch(/^listener=/)
})

test('plays: the embedded player counts once a day per address and browser, without a cookie', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const embedded = (call: Caller, browser: string) =>
    call('POST', `/api/tracks/${track.id}/play`, {
      body: { embedded: true },
      headers: { 'user-agent': browser },
    })
  const results = []
  for (const [call, browser] of [
    [site.visitor, 'Firefox'],
    [site.visitor, 'Firefox'],
    // Whether a browser sends the cookies of a frame is its choice.
    [site.asOtherUser, 'Firefox'],
    [site.visitor, 'Safari'],
  ] as const) {
    const response = await embedded(call, browser)
    expect(response.headers.get('set-cookie')).toBeNull()
    results.push((await counted(response)).counted)
  }
  expect(results).toEqual([true, false, false, true])
})

test('plays: the hash of a listener without a cookie depends on salt, day, address and browser', () => {
  const salt = Buffer.alloc(32, 1)
  const client = { address: '192.0.2.7', browser: 'Firefox' }
  const noon = new Date('2026-11-16T12:00:00Z')
  const token = dailyListenerToken(salt, client, noon)
  expect(dailyListenerToken(salt, client, new Date('2026-11-16T23:59:59Z'))).toBe(token)
  expect(token).not.toContain('192')
  const others = [
    dailyListenerToken(salt, client, new Date('2026-11-17T00:00:00Z')),
    dailyListenerToken(Buffer.alloc(32, 2), client, noon),
    dailyListenerToken(salt, { ...client, address: '192.0.2.8' }, noon),
    dailyListenerToken(salt, { ...client, browser: 'Safari' }, noon),
  ]
  expect(new Set([token, ...others]).size).toBe(5)
})

test('plays: a user counts once in all their browsers', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const elsewhere = await site.as(site.otherUser)
  const first = await play(site.asOtherUser, track.id)
  expect(await counted(first)).toEqual({ counted: true, playCount: 1 })
  expect(first.headers.get('set-cookie')).toBeNull()
  expect(await counted(await play(elsewhere, track.id))).toEqual({ counted: false, playCount: 1 })
  expect(await counted(await play(site.asOwner, track.id))).toEqual({
    counted: true,
    playCount: 2,
  })
})

test('plays: the same listener counts again after 24 hours, not before', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  await play(site.asOtherUser, track.id)
  const age = (by: string) =>
    site.db
      .update(plays)
      .set({ playedAt: sql`now() - ${by}::interval` })
      .where(eq(plays.trackId, track.id))
  await age('23 hours 59 minutes')
  expect((await counted(await play(site.asOtherUser, track.id))).counted).toBe(false)
  await age('24 hours')
  expect(await counted(await play(site.asOtherUser, track.id))).toEqual({
    counted: true,
    playCount: 2,
  })
  expect((await counted(await play(site.asOtherUser, track.id))).counted).toBe(false)
})

test('plays: they count for the day and leave updatedAt unchanged', async () => {
  const total = async () =>
    (await site.db.select().from(dailyPlays)).reduce((sum, { plays: ofDay }) => sum + ofDay, 0)
  const track = await makeTrack(site.db, site.owner.id, { updatedAt: new Date('2026-01-01') })
  const before = await total()
  await Promise.all([1, 2, 2].map((number) => play(site.visitor, track.id, listener(number))))
  expect(await total()).toBe(before + 2)
  const [row] = await site.db.select().from(tracks).where(eq(tracks.id, track.id))
  expect(row?.updatedAt).toEqual(new Date('2026-01-01'))
})

test('plays: only viewers who can view the track can play it', async () => {
  const hidden = await makeTrack(site.db, site.owner.id, { privacy: 'private' })
  const unlisted = await makeTrack(site.db, site.owner.id, { privacy: 'unlisted' })
  for (const call of [site.visitor, site.asOtherUser]) {
    expect((await play(call, hidden.id)).status).toBe(404)
    expect((await play(call, unlisted.id)).status).toBe(200)
    const bad = { body: { playCount: 1_000_000 } }
    expect((await call('POST', `/api/tracks/${hidden.id}/play`, bad)).status).toBe(404)
    expect((await call('POST', `/api/tracks/${unlisted.id}/play`, bad)).status).toBe(400)
  }
  for (const call of [site.asOwner, site.asAdministrator])
    expect((await play(call, hidden.id)).status).toBe(200)
  for (const id of ['0b0e7e0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b', 'x', '%00', 'x'.repeat(5000)])
    expect([400, 404]).toContain((await play(site.visitor, id)).status)
})

test('concurrent plays: one session counts once, 50 sessions count 50', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const responses = await runConcurrently(1000, () =>
    untilServed(() => play(site.visitor, track.id, listener(1))),
  )
  expect(responses.filter(({ status }) => status !== 200)).toEqual([])
  const winners = (await Promise.all(responses.map(counted))).filter((response) => response.counted)
  expect(winners).toHaveLength(1)
  expect(await countOf(track.id)).toBe(1)

  await runConcurrently(200, (index) =>
    untilServed(() => play(site.visitor, track.id, listener(100 + (index % 50)))),
  )
  expect([await countOf(track.id), await rowsOf(track.id)]).toEqual([51, 51])
})

test('concurrent plays: several servers count each listener once', async () => {
  const track = await makeTrack(site.db, site.owner.id)
  const servers = [1, 2, 3].map(() => createPlayCounter(site.db, 'UTC'))
  const listeners = Array.from({ length: 40 }, () => crypto.randomUUID())
  const responses = await Promise.all(
    servers.flatMap((server) =>
      listeners.map((key) =>
        server.count({
          trackId: track.id,
          listener: key,
          viewer: undefined,
          source: 'site',
          referrer: null,
        }),
      ),
    ),
  )
  expect(responses.filter((response) => response.counted)).toHaveLength(40)
  expect([await countOf(track.id), await rowsOf(track.id)]).toEqual([40, 40])
})

test('concurrent plays: those of a track that is being deleted return 404 and leave no row', async () => {
  const [deleted, other] = [
    await makeTrack(site.db, site.owner.id),
    await makeTrack(site.db, site.owner.id),
  ]
  const requests = Array.from({ length: 60 }, (_, index) =>
    untilServed(() => play(site.visitor, index % 2 ? deleted.id : other.id, listener(index))),
  )
  const deleting = site.asOwner('DELETE', `/api/tracks/${deleted.id}`)
  const responses = await Promise.all(requests)
  expect((await deleting).status).toBe(204)
  const statuses = (odd: number) =>
    new Set(responses.filter((_, index) => index % 2 === odd).map(({ status }) => status))
  expect(statuses(0)).toEqual(new Set([200]))
  expect([...statuses(1)].filter((status) => status !== 200 && status !== 404)).toEqual([])
  expect(await rowsOf(deleted.id)).toBe(0)
  expect([await countOf(other.id), await rowsOf(other.id)]).toEqual([30, 30])
})

test('concurrent plays: they do not wait for a locked track', async () => {
  const [busy, free] = [
    await makeTrack(site.db, site.owner.id),
    await makeTrack(site.db, site.owner.id),
  ]
  const counter = createPlayCounter(site.db, 'UTC')
  const count = ({ id }: { id: string }) =>
    counter.count({
      trackId: id,
      listener: crypto.randomUUID(),
      viewer: undefined,
      source: 'site',
      referrer: null,
    })
  const released = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const changing = site.db.transaction(async (tx) => {
    await tx.update(tracks).set({ title: 'Busy' }).where(eq(tracks.id, busy.id))
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const waiting = count(busy)
  expect(await Promise.all([count(free), count(free)])).toHaveLength(2)
  expect(await countOf(free.id)).toBe(2)
  released.resolve()
  await changing
  expect(await waiting).toEqual({ counted: true, playCount: 1 })
})

test('plays: a client has 120 counted plays an hour, plays that do not count are free', async () => {
  const strict = await startTestSite({ env: { RATE_LIMIT_SCALE: '1' } })
  try {
    const track = await makeTrack(strict.db, strict.owner.id)
    const from = (number: number) => play(strict.visitor, track.id, listener(number))
    const repeated = await Promise.all(Array.from({ length: 40 }, () => from(0)))
    expect(repeated.every(({ status }) => status === 200)).toBe(true)
    const responses = await Promise.all(Array.from({ length: 121 }, (_, index) => from(index + 1)))
    const refused = responses.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(2)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect((await play(strict.asOtherUser, track.id)).status).toBe(429)
  } finally {
    await strict.close()
  }
})

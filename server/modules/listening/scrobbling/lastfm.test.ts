import { eq } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import type { Scrobbling } from '#contract/scrobbling.ts'
import { scrobbles, scrobblingAccounts } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { lastfmKeys, startLastfm } from '#server/testing/lastfm.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const service = await startLastfm()
afterAll(() => void service.close())
const site = setUpTestSite({
  env: {
    OUTGOING_PRIVATE_NETWORKS: 'true',
    LASTFM_API_KEY: lastfmKeys.apiKey,
    LASTFM_SECRET: lastfmKeys.secret,
    LASTFM_URL: service.url,
  },
})
const path = '/api/account/scrobbling'
const wait = { timeout: 20_000, interval: 100 }

async function newListener() {
  service.set('ok')
  const user = await makeUser(site.db)
  const call = await site.as(user)
  const artist = await makeUser(site.db, { displayName: 'Ebba & Söner' })
  const track = (title: string) => makeTrack(site.db, artist.id, { title, duration: 200 })
  /** Last.fm sends the user back with such a token. */
  const connect = (token: string = crypto.randomUUID()) => {
    service.allow(token)
    return call('PUT', `${path}/lastfm`, { body: { token } })
  }
  return { user, call, track, connect }
}
const heard = (call: Caller, trackId: string, secondsAgo = 0) =>
  call('POST', '/api/player/scrobbles', { body: { trackId, secondsAgo } })
const connectionOf = async (call: Caller) =>
  ((await (await call('GET', path)).json()) as Scrobbling).lastfm.connection
const isSent = (call: Caller) =>
  vi.waitFor(async () => expect((await connectionOf(call))?.waiting).toBe(0), wait)
/** As if the time until the next attempt had passed. */
const skipWaiting = (userId: string) =>
  site.db
    .update(scrobblingAccounts)
    .set({ nextAttemptAt: new Date() })
    .where(eq(scrobblingAccounts.userId, userId))
const sent = (prefix: string) => service.scrobbles().filter(({ track }) => track.startsWith(prefix))

test('Last.fm: users are sent there with the key of the host, and back to the settings', async () => {
  const { call } = await newListener()
  const { lastfm } = (await (await call('GET', path)).json()) as Scrobbling
  const url = new URL(lastfm.authorizeUrl ?? '')
  expect(url.origin + url.pathname).toBe(`${new URL(service.url).origin}/api/auth/`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    api_key: lastfmKeys.apiKey,
    cb: `${site.config.publicUrl}/settings`,
  })
})

test('Last.fm: the token is exchanged for a session, and listens are signed', async () => {
  const { call, track, connect } = await newListener()
  expect(await (await connect()).json()).toMatchObject({
    lastfm: { connection: { username: 'ines', isRejected: false, waiting: 0 } },
  })
  expect((await heard(call, (await track('Salt + 100 % Ü')).id, 100)).status).toBe(204)
  await isSent(call)
  expect(sent('Salt')).toEqual([
    {
      artist: 'Ebba & Söner',
      track: 'Salt + 100 % Ü',
      timestamp: expect.closeTo((Date.now() - 100_000) / 1000, -2),
    },
  ])
  expect(service.calls.at(-1)?.userAgent).toContain(site.config.publicUrl)
})

test('Last.fm: a token that the user has not allowed is refused', async () => {
  const { call } = await newListener()
  const response = await call('PUT', `${path}/lastfm`, { body: { token: 'never-allowed' } })
  expect([response.status, await response.json()]).toEqual([
    400,
    { message: 'The service does not accept this token.' },
  ])
})

test('Last.fm: what is playing is announced, and is no listen', async () => {
  const { call, track, connect } = await newListener()
  await connect()
  const { id } = await track('Now')
  await call('POST', '/api/player/scrobbles', { body: { trackId: id, isPlaying: true } })
  await vi.waitFor(() => expect(service.playing).toContain('Now'), wait)
  expect(sent('Now')).toEqual([])
})

test('Last.fm: after an outage it has exactly what was heard, in batches of 50', async () => {
  const { user, call, track, connect } = await newListener()
  await connect()
  const names = Array.from({ length: 60 }, (_, i) => `Outage ${i}`)
  const tracks = await Promise.all(names.map(track))
  service.set('down')
  for (const [i, { id }] of tracks.entries()) await heard(call, id, 6000 - i * 100)
  service.calls.length = 0
  for (const mode of ['down', 'offline', 'lost'] as const) {
    service.set(mode)
    const before = service.calls.length
    await skipWaiting(user.id)
    await vi.waitFor(() => expect(service.calls.length).toBeGreaterThan(before), wait)
    expect(await connectionOf(call)).toMatchObject({ isRejected: false, waiting: 60 })
  }
  service.set('ok')
  await vi.waitFor(async () => {
    await skipWaiting(user.id)
    expect((await connectionOf(call))?.waiting).toBe(0)
  }, wait)
  expect(sent('Outage').map(({ track }) => track)).toEqual(names)
  expect(service.calls.slice(-2).map(({ count }) => count)).toEqual([50, 10])
})

test('Last.fm: a session that ended says so, and what waited is sent with the next one', async () => {
  const { call, track, connect } = await newListener()
  await connect()
  service.endSessions()
  await heard(call, (await track('Ended')).id)
  await vi.waitFor(
    async () => expect(await connectionOf(call)).toMatchObject({ isRejected: true, waiting: 1 }),
    wait,
  )
  expect((await connect()).status).toBe(200)
  await isSent(call)
  expect(sent('Ended')).toHaveLength(1)
  expect(await connectionOf(call)).toMatchObject({ isRejected: false })
})

test('Last.fm: a listen is given up after 14 days', async () => {
  const { user, call, track, connect } = await newListener()
  await connect()
  service.set('down')
  const before = service.calls.length
  await heard(call, (await track('Old')).id)
  await vi.waitFor(() => expect(service.calls.length).toBeGreaterThan(before), wait)
  const createdAt = new Date(Date.now() - 15 * 24 * 60 * 60_000)
  await site.db.update(scrobbles).set({ createdAt }).where(eq(scrobbles.userId, user.id))
  service.set('ok')
  await skipWaiting(user.id)
  await isSent(call)
  expect(sent('Old')).toEqual([])
})

test('Last.fm: neither database nor response has the session key', async () => {
  const { user, call, connect } = await newListener()
  await connect('secret-token')
  const rows = await site.db
    .select()
    .from(scrobblingAccounts)
    .where(eq(scrobblingAccounts.userId, user.id))
  expect(JSON.stringify([rows, await connectionOf(call)])).not.toContain('session-of-')
})

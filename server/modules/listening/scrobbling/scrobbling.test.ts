import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Scrobbling } from '#contract/scrobbling.ts'
import { scrobbles, scrobblingAccounts, tracks } from '#server/database/schema.ts'
import { encrypt } from '#server/platform/secrets/encryption.ts'
import type { Caller } from '#server/testing/app.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { startListenBrainz } from '#server/testing/listenbrainz.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { startApp } from '#server/testing/subsonic.ts'

const site = setUpTestSite({ env: { OUTGOING_PRIVATE_NETWORKS: 'true' } })
const path = '/api/account/scrobbling'
const now = Date.now()

async function newListener() {
  const service = await startListenBrainz('good')
  onTestFinished(() => void service.close())
  const user = await makeUser(site.db)
  const call = await site.as(user)
  const artist = await makeUser(site.db, { displayName: 'Ebba' })
  const track = (title: string, overrides = {}) =>
    makeTrack(site.db, artist.id, { title, duration: 200, ...overrides })
  const connect = (token = 'good') =>
    call('PUT', `${path}/listenbrainz`, { body: { token, url: service.url } })
  return { service, user, call, track, connect }
}
const heard = (call: Caller, trackId: string, secondsAgo = 0) =>
  call('POST', '/api/player/scrobbles', { body: { trackId, secondsAgo } })
const state = async (call: Caller) => (await (await call('GET', path)).json()) as Scrobbling
const titles = (service: Awaited<ReturnType<typeof startListenBrainz>>) =>
  service.listens().map((listen) => listen.track_metadata.track_name)
const isSent = (call: Caller) =>
  vi.waitFor(async () => expect((await state(call)).listenbrainz.connection?.waiting).toBe(0), {
    timeout: 20_000,
    interval: 100,
  })
/** As if the time until the next attempt had passed. */
const skipWaiting = (userId: string) =>
  site.db
    .update(scrobblingAccounts)
    .set({ nextAttemptAt: new Date() })
    .where(eq(scrobblingAccounts.userId, userId))

test('scrobbling: a listen has its names, length and time, and tells who sends it', async () => {
  const { service, call, track, connect } = await newListener()
  const { id, slug } = await track('Salt', { isrc: 'SEA012600001' })
  expect(await (await connect()).json()).toEqual({
    listenbrainz: {
      connection: {
        ...{ username: 'ines', url: service.url },
        ...{ isRejected: false, isUnreadable: false, waiting: 0 },
      },
    },
    lastfm: { connection: null, authorizeUrl: null },
  })
  expect((await heard(call, id, 100)).status).toBe(204)
  await isSent(call)
  expect(service.listens()).toEqual([
    {
      listened_at: expect.closeTo((Date.now() - 100_000) / 1000, -2),
      track_metadata: {
        artist_name: 'Ebba',
        track_name: 'Salt',
        additional_info: {
          media_player: 'Soundpost',
          submission_client: 'Soundpost',
          submission_client_version: '0.1.0',
          origin_url: `${site.config.publicUrl}/track/${slug}`,
          duration_ms: 200_000,
          isrc: 'SEA012600001',
        },
      },
    },
  ])
  expect(service.calls[0]?.userAgent).toContain(site.config.publicUrl)
})

test('scrobbling: after an outage the service has exactly what was heard, at the times of hearing', async () => {
  const { service, user, call, track, connect } = await newListener()
  await connect()
  const heardTracks = await Promise.all(Array.from({ length: 60 }, (_, i) => track(`Track ${i}`)))
  service.set('down')
  const startedAt: number[] = []
  for (const [i, { id }] of heardTracks.entries()) {
    startedAt.push(Date.now() / 1000 - (6000 - i * 100))
    await heard(call, id, 6000 - i * 100)
  }
  await vi.waitFor(() => expect(service.calls.length).toBeGreaterThan(0), { timeout: 10_000 })
  expect((await state(call)).listenbrainz.connection).toMatchObject({ waiting: 60 })
  // The first batch arrives, but its response does not.
  service.set('lost')
  await skipWaiting(user.id)
  await vi.waitFor(() => expect(service.listens()).toHaveLength(50), { timeout: 10_000 })
  service.set('ok')
  await vi.waitFor(
    async () => {
      await skipWaiting(user.id)
      expect((await state(call)).listenbrainz.connection?.waiting).toBe(0)
    },
    { timeout: 20_000, interval: 500 },
  )
  expect(titles(service)).toEqual(heardTracks.map((_, i) => `Track ${i}`))
  const times = service.listens().map((listen) => listen.listened_at)
  for (const [i, time] of times.entries()) expect(time).toBeCloseTo(startedAt[i] ?? 0, -1)
})

test('scrobbling: there is at most one call a second', async () => {
  const { service, call, track, connect } = await newListener()
  await connect()
  for (let i = 0; i < 3; i += 1) {
    const { id } = await track(`Track ${i}`)
    await heard(call, id)
    await isSent(call)
  }
  const gaps = service.calls.slice(1).map(({ at }, i) => at - (service.calls[i]?.at ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThan(950)
})

test('scrobbling: a service that asks for a pause gets it', async () => {
  const { service, user, call, track, connect } = await newListener()
  await connect()
  service.set('limited')
  await heard(call, (await track('Salt')).id)
  await vi.waitFor(
    async () => {
      const [row] = await site.db
        .select()
        .from(scrobblingAccounts)
        .where(eq(scrobblingAccounts.userId, user.id))
      expect(row?.attempts).toBe(1)
    },
    { timeout: 10_000 },
  )
  expect(service.calls).toHaveLength(1)
})

test('scrobbling: private tracks and those under 30 seconds are not sent, unlisted ones are', async () => {
  const { service, user, call, track, connect } = await newListener()
  await connect()
  const own = await makeTrack(site.db, user.id, { privacy: 'private', duration: 200 })
  await heard(call, own.id)
  await heard(call, (await track('Short', { duration: 29 })).id)
  await heard(call, (await track('Unlisted', { privacy: 'unlisted' })).id)
  await isSent(call)
  expect(titles(service)).toEqual(['Unlisted'])
  const hidden = await track('Hidden', { privacy: 'private' })
  expect((await heard(call, hidden.id)).status).toBe(404)
})

test('scrobbling: a track that became private while it waited is not sent', async () => {
  const { service, user, call, track, connect } = await newListener()
  await connect()
  service.set('down')
  const { id } = await track('Later private')
  await heard(call, id)
  await vi.waitFor(() => expect(service.calls).toHaveLength(1), { timeout: 10_000 })
  await site.db.update(tracks).set({ privacy: 'private' }).where(eq(tracks.id, id))
  service.set('ok')
  await skipWaiting(user.id)
  await isSent(call)
  expect(service.listens()).toEqual([])
})

test('scrobbling: a rejected token says so, and what waited is sent with the next one', async () => {
  const { service, call, track, connect } = await newListener()
  await connect()
  service.changeToken('new')
  await heard(call, (await track('Salt')).id)
  await vi.waitFor(
    async () =>
      expect((await state(call)).listenbrainz.connection).toMatchObject({
        isRejected: true,
        waiting: 1,
      }),
    { timeout: 10_000 },
  )
  expect((await connect('new')).status).toBe(200)
  await isSent(call)
  expect(titles(service)).toEqual(['Salt'])
  expect((await state(call)).listenbrainz.connection).toMatchObject({ isRejected: false })
})

test('scrobbling: a token that was stored with another SESSION_SECRET is unreadable, and says so', async () => {
  const { user, call, connect } = await newListener()
  await connect()
  const encryptedToken = encrypt(randomBytes(32), 'good', `listenbrainz ${user.id}`)
  await site.db
    .update(scrobblingAccounts)
    .set({ encryptedToken })
    .where(eq(scrobblingAccounts.userId, user.id))
  expect((await state(call)).listenbrainz.connection).toMatchObject({ isUnreadable: true })
  await connect()
  expect((await state(call)).listenbrainz.connection).toMatchObject({ isUnreadable: false })
})

test('scrobbling: a wrong token and an address without a service are refused', async () => {
  const { call, connect } = await newListener()
  const wrong = await connect('bad')
  expect([wrong.status, await wrong.json()]).toEqual([
    400,
    { message: 'The service does not accept this token.' },
  ])
  const nowhere = await call('PUT', `${path}/listenbrainz`, {
    body: { token: 'good', url: 'http://127.0.0.1:9' },
  })
  expect(await nowhere.json()).toEqual({
    message: 'The service could not be reached at this address.',
  })
})

test('scrobbling: what is playing is announced, and is no listen', async () => {
  const { service, call, track, connect } = await newListener()
  await connect()
  const { id } = await track('Now')
  await call('POST', '/api/player/scrobbles', { body: { trackId: id, isPlaying: true } })
  await vi.waitFor(() => expect(service.playing).toEqual(['Now']), { timeout: 10_000 })
  expect(service.listens()).toEqual([])
})

test('scrobbling: each hearing that an app submits is sent once, however often it is submitted', async () => {
  const { service, user, call, track, connect } = await newListener()
  await connect()
  const app = await startApp(site, user.id)
  const { id } = await track('In the car')
  const times = [now - 600_000, now - 300_000]
  for (let i = 0; i < 2; i += 1)
    await app.call('scrobble', { id: [`tr-${id}`, `tr-${id}`], time: times.map(String) })
  await app.call('scrobble', { id: `tr-${id}`, submission: false })
  await isSent(call)
  expect(service.listens().map((listen) => listen.listened_at)).toEqual(
    times.map((time) => Math.floor(time / 1000)),
  )
  await vi.waitFor(() => expect(service.playing).toEqual(['In the car']), { timeout: 10_000 })
})

test('scrobbling: a listen is given up after 14 days', async () => {
  const { service, user, call, track, connect } = await newListener()
  await connect()
  service.set('down')
  await heard(call, (await track('Old')).id)
  await vi.waitFor(() => expect(service.calls).toHaveLength(1), { timeout: 10_000 })
  const createdAt = new Date(Date.now() - 15 * 24 * 60 * 60_000)
  await site.db.update(scrobbles).set({ createdAt }).where(eq(scrobbles.userId, user.id))
  service.set('ok')
  await skipWaiting(user.id)
  await isSent(call)
  expect(service.listens()).toEqual([])
})

test('scrobbling: nothing is sent any more once the service is disconnected', async () => {
  const { service, call, track, connect } = await newListener()
  await connect()
  expect((await call('DELETE', `${path}/listenbrainz`)).status).toBe(204)
  await heard(call, (await track('Salt')).id)
  expect((await state(call)).listenbrainz.connection).toBeNull()
  expect(service.calls).toEqual([])
})

test('scrobbling: neither database nor response has the token', async () => {
  const { user, call, connect } = await newListener()
  await connect()
  const rows = await site.db
    .select()
    .from(scrobblingAccounts)
    .where(eq(scrobblingAccounts.userId, user.id))
  expect(JSON.stringify([rows, await state(call)])).not.toContain('good')
})

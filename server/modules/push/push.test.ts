import { eq, isNotNull, lt } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pushMessages, pushSubscriptions, users } from '#server/database/schema.ts'
import {
  endSession,
  secretIdOf,
  startSessionFromClaims,
} from '#server/modules/accounts/sessions/sessions.ts'
import { announce, notify } from '#server/modules/notifications/service.ts'
import { type Caller, createCaller } from '#server/testing/app.ts'
import { follow, makeTrack, makeUser } from '#server/testing/factories.ts'
import { examplePush, startPushReceiver } from '#server/testing/push-receiver.ts'
import { startTestSession, testSessionSecret } from '#server/testing/sessions.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { presentMessage } from './presenter.ts'

const site = setUpTestSite({ env: { OUTGOING_PRIVATE_NETWORKS: 'true' } })
const path = '/api/account/push'

async function newUser(fields: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(site.db, fields)
  return { user, call: await site.as(user) }
}

/** An artist with a track, whose browser gets messages. */
async function newArtist() {
  const browser = await startPushReceiver()
  onTestFinished(() => browser.close())
  const { user, call } = await newUser()
  const body = browser.subscription
  const subscribe = async (by: Caller = call) =>
    expect((await by('PUT', path, { body })).status).toBe(200)
  await subscribe()
  const track = await makeTrack(site.db, user.id, { title: 'Night Market' })
  return { user, call, track, browser, subscribe }
}
const like = async (trackId: string, displayName = 'Nara') => {
  const fan = await newUser({ displayName })
  const toggle = () => fan.call('POST', `/api/tracks/${trackId}/like`, { body: {} })
  expect((await toggle()).status).toBe(200)
  return { ...fan, toggle }
}
/** As if the time until the next attempt had passed. A message that is being sent is not due for a minute. */
const skipWaiting = () =>
  site.db
    .update(pushMessages)
    .set({ nextAttemptAt: new Date() })
    .where(lt(pushMessages.nextAttemptAt, new Date(Date.now() + 45_000)))
/** Nothing waits for any browser. */
const settled = () =>
  vi.waitFor(
    async () => {
      await skipWaiting()
      expect(await site.db.$count(pushMessages, isNotNull(pushMessages.nextAttemptAt))).toBe(0)
    },
    { timeout: 60_000, interval: 100 },
  )
const subscriptionsOf = (userId: string) =>
  site.db.$count(pushSubscriptions, eq(pushSubscriptions.userId, userId))

test('push: a browser gets a signed message that it alone can read, and that opens the track', async () => {
  const { track, call, browser } = await newArtist()
  const { publicKey } = (await (await call('GET', path)).json()) as { publicKey: string }
  await like(track.id)
  await settled()
  expect(browser.received).toEqual([
    {
      message: {
        title: 'Soundpost',
        text: 'Nara liked Night Market',
        path: `/track/${track.slug}`,
        tag: expect.stringContaining(`like ${track.id}`),
      },
      ttl: '86400',
      vapid: { sub: site.config.publicUrl, k: publicKey },
    },
  ])
})

test('push: one about a comment opens the comments', () => {
  const item = { kind: 'track', id: '1', slug: 'salt', title: 'Salt' } as const
  const notification = { id: '2', at: '', isUnread: true, count: 1, actors: [], item }
  const site = { brandName: 'Soundpost', tag: '' }
  expect(presentMessage({ ...notification, kind: 'reply' }, site).path).toBe('/track/salt#comments')
})

test('push: more likes of a day, and one that comes and goes, send no second message', async () => {
  const { track, browser } = await newArtist()
  const { toggle } = await like(track.id)
  await settled()
  for (let i = 0; i < 4; i++) await toggle()
  for (let i = 0; i < 10; i++) await like(track.id)
  await settled()
  expect(browser.texts()).toEqual(['Nara liked Night Market'])
})

test('push: a user has at most 20 browsers, and those of the newest sessions stay', async () => {
  const { user, call } = await newUser()
  const subscribe = async (by: Caller, number: number) => {
    const body = { ...examplePush, endpoint: `${examplePush.endpoint}/${number}` }
    expect((await by('PUT', path, { body })).status).toBe(200)
  }
  await subscribe(call, 0)
  for (let i = 1; i <= 20; i += 1) await subscribe(await site.as(user), i)
  expect(await subscriptionsOf(user.id)).toBe(20)
  expect(await (await call('GET', path)).json()).toMatchObject({ isOn: false })
})

test('push: a message survives an outage of the service', async () => {
  const { track, browser } = await newArtist()
  browser.respondWith(503)
  await like(track.id)
  await vi.waitFor(() => expect(browser.calls()).toBe(1), { timeout: 60_000 })
  browser.respondWith(201)
  await settled()
  expect(browser.texts()).toEqual(['Nara liked Night Market'])
})

test.each([404, 410])(
  'push: a browser whose service responds with %i is forgotten',
  async (status) => {
    const { user, call, track, browser } = await newArtist()
    browser.respondWith(status)
    await like(track.id)
    await settled()
    expect(await subscriptionsOf(user.id)).toBe(0)
    expect(await (await call('GET', path)).json()).toMatchObject({ isOn: false })
  },
)

test('push: kinds that are off, what was read before and what was undone send nothing', async () => {
  const { user, call, track, browser } = await newArtist()
  const fan = await newUser()
  await call('PUT', '/api/notifications/settings', { body: { kinds: { follow: false } } })
  await fan.call('POST', `/api/users/${user.id}/follow`)
  browser.respondWith(503)
  await (await like(track.id)).toggle()
  const read = await makeTrack(site.db, user.id, { title: 'Salt' })
  await like(read.id)
  await call('PUT', '/api/notifications/seen')
  browser.respondWith(201)
  await settled()
  expect(browser.texts()).toEqual([])
})

test('push: what blocked and suspended users do sends nothing', async () => {
  const { call, track, browser } = await newArtist()
  const { user: blocked, toggle } = await like(track.id, 'Blocked')
  await settled()
  await call('PUT', `/api/users/${blocked.id}/block`)
  await toggle()
  const other = await makeTrack(site.db, (await newUser()).user.id)
  await site.db.transaction((tx) =>
    notify(tx, { kind: 'reply', userId: blocked.id, trackId: other.id, actorId: blocked.id }),
  )
  await site.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, blocked.id))
  await settled()
  expect(browser.texts()).toEqual(['Blocked liked Night Market'])
})

test('push: followers get one message for an artist and day, about the newest release', async () => {
  const { user, browser } = await newArtist()
  const artist = await makeUser(site.db, { displayName: 'Ebba' })
  await follow(site.db, user.id, artist.id)
  for (const title of ['One', 'Two']) {
    const { id } = await makeTrack(site.db, artist.id, { title })
    await site.db.transaction((tx) => announce(tx, { trackIds: [id] }))
    await settled()
  }
  expect(browser.texts()).toEqual(['Ebba released One'])
})

test('push: a browser gets at most 30 messages an hour', async () => {
  const { user, browser } = await newArtist()
  for (let i = 0; i < 35; i++) await like((await makeTrack(site.db, user.id)).id)
  await settled()
  expect(browser.received).toHaveLength(30)
})

test('push: it ends with the session, a suspension and the account', async () => {
  const signedOut = await newArtist()
  const sessions = (await (await signedOut.call('GET', '/api/account/sessions')).json()) as {
    id: string
  }[]
  await signedOut.call('DELETE', `/api/account/sessions/${sessions[0]?.id}`)
  const suspended = await newArtist()
  const body = { reason: 'Spam' }
  await site.asAdministrator('POST', `/api/admin/users/${suspended.user.id}/suspension`, { body })
  const deleted = await newArtist()
  await site.asAdministrator('DELETE', `/api/users/${deleted.user.id}/admin`)
  for (const { user } of [signedOut, suspended, deleted])
    expect(await subscriptionsOf(user.id)).toBe(0)
})

test('push: a browser that signs in again keeps it; another user in it takes it over', async () => {
  const { user, subscribe } = await newArtist()
  const claims = { issuer: 'https://id.example', subject: user.id }
  const previous = await startTestSession(site.db, user.id)
  await subscribe(createCaller(site.url, { cookie: `sid=${previous}` }))
  const session = { userId: user.id, idToken: 'x', secretId: secretIdOf(testSessionSecret) }
  await startSessionFromClaims(site.db, claims, { ...session, previous })
  await endSession(site.db, previous)
  expect(await subscriptionsOf(user.id)).toBe(1)
  const next = await newUser()
  await subscribe(next.call)
  expect([await subscriptionsOf(user.id), await subscriptionsOf(next.user.id)]).toEqual([0, 1])
})

test('push: the switch turns it on and off for this session alone', async () => {
  const { user, call } = await newArtist()
  const other = await site.as(user)
  expect(await (await other('GET', path)).json()).toMatchObject({ isOn: false })
  expect(await (await call('GET', path)).json()).toMatchObject({ isOn: true })
  expect(await (await call('DELETE', path)).json()).toMatchObject({ isOn: false })
  expect(await subscriptionsOf(user.id)).toBe(0)
})

test('push: keys that are none are refused with one sentence', async () => {
  const { call, browser } = await newArtist()
  const { endpoint, keys } = browser.subscription
  const noPoint = { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }
  const response = await call('PUT', path, { body: { endpoint, keys: noPoint } })
  expect([response.status, await response.json()]).toEqual([
    400,
    { message: 'Keys must be those of a browser' },
  ])
})

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notifications, tracks, users } from '#server/database/schema.ts'
import { purgeExpired } from '#server/modules/housekeeping/repository.ts'
import { makeTrack } from '#server/testing/factories.ts'
import { type Listed, notificationsOf } from '#server/testing/notifications.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { announce, notify } from './service.ts'

const site = setUpTestSite()
const { follow, kindsOf, like, listOf, newUser, put } = notificationsOf(site)

test('notifications: what somebody may no longer see is neither listed nor counted', async () => {
  const [artist, fan, curator] = [await newUser(), await newUser(), await newUser()]
  await follow(fan.call, artist.user.id)
  const track = await makeTrack(site.db, artist.user.id)
  await announce(site.db, { trackIds: [track.id] })
  const credit = { kind: 'credit', detail: 'requested', userId: fan.user.id } as const
  await notify(site.db, { ...credit, trackId: track.id, actorId: curator.user.id })
  expect((await listOf(fan.call)).unread).toBe(2)
  await put(artist.call, track.id, { privacy: 'private' })
  expect(await listOf(fan.call)).toEqual({ unread: 0, notifications: [] })
})

test('notifications: suspended users produce none, and what they did is not shown', async () => {
  const [artist, fan] = [await newUser(), await newUser()]
  const [liked, other] = [
    await makeTrack(site.db, artist.user.id),
    await makeTrack(site.db, artist.user.id),
  ]
  await like(fan.call, liked.id)
  await site.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, fan.user.id))
  const notice = { kind: 'like', userId: artist.user.id, actorId: fan.user.id } as const
  await notify(site.db, { ...notice, trackId: other.id })
  expect(await listOf(artist.call)).toEqual({ unread: 0, notifications: [] })
  const rows = await site.db.$count(notifications, eq(notifications.trackId, other.id))
  expect(rows).toBe(0)
})

test('notifications: blocked users produce none, and what they did before is not shown', async () => {
  const [artist, fan] = [await newUser(), await newUser()]
  const track = await makeTrack(site.db, artist.user.id)
  await like(fan.call, track.id)
  await like(site.asOtherUser, track.id)
  await follow(fan.call, artist.user.id)
  expect((await artist.call('PUT', `/api/users/${fan.user.id}/block`)).status).toBe(204)
  const notice = { userId: artist.user.id, actorId: fan.user.id } as const
  const other = await makeTrack(site.db, artist.user.id)
  await notify(site.db, { ...notice, kind: 'like', trackId: other.id })
  expect((await listOf(artist.call)).notifications).toMatchObject([
    { kind: 'like', count: 1, actors: [{ id: site.otherUser.id }] },
  ])
})

test('notifications: what a blocked user takes back is not shown once the block ends', async () => {
  const [artist, fan] = [await newUser(), await newUser()]
  const track = await makeTrack(site.db, artist.user.id)
  await like(fan.call, track.id)
  await artist.call('PUT', `/api/users/${fan.user.id}/block`)
  await like(fan.call, track.id)
  await artist.call('DELETE', `/api/users/${fan.user.id}/block`)
  expect(await listOf(artist.call)).toEqual({ unread: 0, notifications: [] })
})

test('notifications: pages go on where the last one ended', async () => {
  const [artist, followed] = [await newUser(), await newUser()]
  await follow(artist.call, followed.user.id)
  for (let nr = 0; nr < 4; nr++) {
    await like(site.asOtherUser, (await makeTrack(site.db, artist.user.id)).id)
    await announce(site.db, { trackIds: [(await makeTrack(site.db, followed.user.id)).id] })
  }
  const whole = (await listOf(artist.call)).notifications.map(({ id }) => id)
  expect(whole).toHaveLength(8)
  const found: string[] = []
  for (let path: string | undefined = '/api/notifications?limit=3'; path; ) {
    const response: Response = await artist.call('GET', path)
    found.push(...((await response.json()) as Listed).notifications.map(({ id }) => id))
    path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1]
  }
  expect(found).toEqual(whole)
})

test('notifications: the unread ones are counted up to 100', async () => {
  const artist = await newUser()
  const { rows } = await site.db.execute<{ id: string }>(sql`
    insert into ${tracks} (user_id, title, slug, audio_path)
    select ${artist.user.id}, 'Many', 'many-' || nr, '/objects/many-' || nr
    from generate_series(1, 120) as nr returning id`)
  const notice = { kind: 'like', userId: artist.user.id, actorId: site.otherUser.id } as const
  await notify(site.db, ...rows.map(({ id }) => ({ ...notice, trackId: id })))
  expect((await listOf(artist.call, '?limit=1')).unread).toBe(100)
})

test('notifications: those of more than 90 days ago are not listed, and are purged', async () => {
  const artist = await newUser()
  const track = await makeTrack(site.db, artist.user.id)
  await like(site.asOtherUser, track.id)
  const isTheirs = eq(notifications.userId, artist.user.id)
  const age = async (days: number) => {
    const at = sql`now() - make_interval(days => ${days}::int)`
    await site.db
      .update(notifications)
      .set({ at, day: sql`(${at})::date` })
      .where(isTheirs)
  }
  await age(89)
  expect((await listOf(artist.call)).notifications).toHaveLength(1)
  await age(92)
  expect((await listOf(artist.call)).notifications).toEqual([])
  await purgeExpired(site.db)
  expect(await site.db.$count(notifications, isTheirs)).toBe(0)
})

test('notifications: a deleted account leaves none of its own', async () => {
  const artist = await newUser()
  await follow(site.asOtherUser, artist.user.id)
  await site.asAdministrator('DELETE', `/api/users/${artist.user.id}/admin`)
  expect(await site.db.$count(notifications, eq(notifications.userId, artist.user.id))).toBe(0)
})

test('notification settings: a kind that is off is neither listed nor counted, until it is on again', async () => {
  const artist = await newUser()
  await like(site.asOtherUser, (await makeTrack(site.db, artist.user.id)).id)
  const put = async (kinds: object) =>
    (await artist.call('PUT', '/api/notifications/settings', { body: { kinds } })).json()
  expect(await put({ like: false, save: false })).toMatchObject({
    kinds: { follow: true, like: false, save: false, release: true, moderation: true },
    digest: null,
  })
  expect(await listOf(artist.call)).toEqual({ unread: 0, notifications: [] })
  expect(await put({ like: true })).toMatchObject({ kinds: { like: true, save: false } })
  expect((await listOf(artist.call)).unread).toBe(1)
})

test('notification settings: new releases can be turned off', async () => {
  const [artist, fan] = [await newUser(), await newUser()]
  await follow(fan.call, artist.user.id)
  await announce(site.db, { trackIds: [(await makeTrack(site.db, artist.user.id)).id] })
  expect(await kindsOf(fan.call)).toHaveLength(1)
  await fan.call('PUT', '/api/notifications/settings', { body: { kinds: { release: false } } })
  expect(await kindsOf(fan.call)).toEqual([])
})

test('notification settings: kinds that the site does not have are not offered', async () => {
  const response = await site.asOtherUser('GET', '/api/notifications/settings')
  const { kinds } = (await response.json()) as { kinds: object }
  expect(Object.keys(kinds)).toEqual([
    ...['follow', 'like', 'save', 'release', 'credit', 'note', 'moderation'],
  ])
})

test('notifications: what was told of comments and reposts is not listed once they are off', async () => {
  const artist = await newUser()
  const track = await makeTrack(site.db, artist.user.id)
  const notice = { userId: artist.user.id, actorId: site.otherUser.id, trackId: track.id }
  await notify(site.db, { ...notice, kind: 'comment' }, { ...notice, kind: 'reply' })
  await notify(site.db, { ...notice, kind: 'repost' })
  expect(await listOf(artist.call)).toEqual({ unread: 0, notifications: [] })
})

test('notification settings: without mail there is no digest', async () => {
  const response = await site.asOtherUser('PUT', '/api/notifications/settings', {
    body: { digest: true },
  })
  expect(response.status).toBe(409)
})

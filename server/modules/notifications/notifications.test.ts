import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notifications } from '#server/database/schema.ts'
import { publishDue } from '#server/modules/publishing/service.ts'
import { makePlaylist, makeReport, makeShareLink, makeTrack } from '#server/testing/factories.ts'
import { notificationsOf } from '#server/testing/notifications.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { uploadsOf } from '#server/testing/test-site.ts'
import { untilServed } from '#server/testing/until-served.ts'
import { announce } from './service.ts'

const site = setUpTestSite()
const { audio } = uploadsOf(site)
const { follow, kindsOf, like, listOf, newUser, put } = notificationsOf(site)

test('notifications: likes of a track on a day are one, with the last two names and the count', async () => {
  const artist = await newUser()
  const track = await makeTrack(site.db, artist.user.id, { title: 'Night Market' })
  for (const name of ['Ada', 'Ben', 'Nara']) await like((await newUser(name)).call, track.id)
  expect(await listOf(artist.call)).toMatchObject({
    unread: 1,
    notifications: [
      {
        kind: 'like',
        isUnread: true,
        count: 3,
        actors: [{ displayName: 'Nara' }, { displayName: 'Ben' }],
        item: { kind: 'track', id: track.id, title: 'Night Market', slug: track.slug },
      },
    ],
  })
})

test('notifications: what the user does themselves is none', async () => {
  const artist = await newUser()
  const track = await makeTrack(site.db, artist.user.id)
  await like(artist.call, track.id)
  expect(await listOf(artist.call)).toEqual({ unread: 0, notifications: [] })
})

test('notifications: a like that is undone counts no more, and the last one removes the row', async () => {
  const artist = await newUser()
  const track = await makeTrack(site.db, artist.user.id)
  const [first, second] = [await newUser(), await newUser()]
  for (const { call } of [first, second, first, first]) await like(call, track.id)
  expect((await listOf(artist.call)).notifications).toMatchObject([{ count: 2 }])
  await like(first.call, track.id)
  expect((await listOf(artist.call)).notifications).toMatchObject([
    { count: 1, actors: [{ id: second.user.id }] },
  ])
  await like(second.call, track.id)
  expect(await listOf(artist.call)).toEqual({ unread: 0, notifications: [] })
})

test('notifications: 300 concurrent likes of two tracks are one row each', async () => {
  const artist = await newUser()
  const made = [
    await makeTrack(site.db, artist.user.id),
    await makeTrack(site.db, artist.user.id),
  ] as const
  const fans = await Promise.all(Array.from({ length: 150 }, () => newUser()))
  await Promise.all(
    fans.flatMap(({ call }) => made.map(({ id }) => untilServed(() => like(call, id)))),
  )
  const rows = await site.db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, artist.user.id))
  expect(rows.map(({ count }) => count)).toEqual([150, 150])
})

test('notifications: marking them as seen leaves none unread, until something new happens', async () => {
  const artist = await newUser()
  const track = await makeTrack(site.db, artist.user.id)
  await like(site.asOtherUser, track.id)
  expect((await artist.call('PUT', '/api/notifications/seen')).status).toBe(204)
  expect(await listOf(artist.call)).toMatchObject({
    unread: 0,
    notifications: [{ isUnread: false }],
  })
  await like(site.asOwner, track.id)
  expect(await listOf(artist.call)).toMatchObject({ unread: 1, notifications: [{ count: 2 }] })
})

test('notifications: what came after the time that was seen stays unread', async () => {
  const artist = await newUser()
  const [first, second] = [
    await makeTrack(site.db, artist.user.id),
    await makeTrack(site.db, artist.user.id),
  ]
  await like(site.asOtherUser, first.id)
  const [seen] = (await listOf(artist.call)).notifications
  await like(site.asOtherUser, second.id)
  await artist.call('PUT', '/api/notifications/seen', { body: { until: seen?.at } })
  expect((await listOf(artist.call)).unread).toBe(1)
  const future = new Date(Date.now() + 3600_000).toISOString()
  await artist.call('PUT', '/api/notifications/seen', { body: { until: future } })
  await like(site.asOwner, second.id)
  expect((await listOf(artist.call)).unread).toBe(1)
})

test('notifications: following and saving a playlist tell their owner, until it is undone', async () => {
  const artist = await newUser()
  const playlist = await makePlaylist(site.db, artist.user.id)
  const saved = `/api/library/playlists/${playlist.id}`
  await site.asOtherUser('POST', `/api/users/${artist.user.id}/follow`, { body: {} })
  await site.asOtherUser('PUT', saved)
  await site.asOtherUser('PUT', saved)
  expect(await kindsOf(artist.call)).toEqual([
    ['save', undefined, playlist.id],
    ['follow', undefined, undefined],
  ])
  await site.asOtherUser('POST', `/api/users/${artist.user.id}/follow`, { body: {} })
  await site.asOtherUser('DELETE', saved)
  expect(await kindsOf(artist.call)).toEqual([])
})

test('notifications: a credit tells the member, and accepting it the owner, once', async () => {
  const [artist, member] = [await newUser(), await newUser()]
  const track = await makeTrack(site.db, artist.user.id)
  const credits = [{ role: 'Cello', name: 'Nara', userId: member.user.id }]
  await artist.call('PUT', `/api/tracks/${track.id}`, { body: { credits } })
  expect(await kindsOf(member.call)).toEqual([['credit', 'requested', track.id]])
  const own = (await (await member.call('GET', '/api/account/credits')).json()) as { id: string }[]
  for (const accepted of [true, true])
    await member.call('PUT', `/api/account/credits/${own[0]?.id}`, { body: { accepted } })
  expect((await listOf(artist.call)).notifications).toMatchObject([
    { kind: 'credit', detail: 'accepted', count: 1, actors: [{ id: member.user.id }] },
  ])
})

test('notifications: a credit of something private is told when it becomes public', async () => {
  const [artist, member] = [await newUser(), await newUser()]
  const track = await makeTrack(site.db, artist.user.id, { privacy: 'private' })
  const credits = [{ role: 'Cello', name: 'Nara', userId: member.user.id }]
  await artist.call('PUT', `/api/tracks/${track.id}`, { body: { credits } })
  await member.call('PUT', '/api/notifications/seen')
  expect(await kindsOf(member.call)).toEqual([])
  await artist.call('PUT', `/api/tracks/${track.id}`, { body: { privacy: 'public' } })
  expect(await listOf(member.call)).toMatchObject({
    unread: 1,
    notifications: [{ detail: 'requested' }],
  })
})

test('notifications: a note on a private link has the name of its author', async () => {
  const artist = await newUser()
  const track = await makeTrack(site.db, artist.user.id, { privacy: 'private' })
  const { token } = await makeShareLink(site.db, { userId: artist.user.id, trackId: track.id })
  const body = { trackId: track.id, position: 1, name: 'Jo', text: 'Louder' }
  const response = await site.visitor('POST', `/api/share/${token}/notes`, { body })
  expect(response.status).toBe(201)
  expect((await listOf(artist.call)).notifications).toMatchObject([
    { kind: 'note', detail: 'Jo', actors: [], item: { id: track.id } },
  ])
})

test('notifications: the uploader learns of a removal and of its undoing, without the moderator', async () => {
  const artist = await newUser()
  const track = await makeTrack(site.db, artist.user.id)
  const path = `/api/admin/reports/${await makeReport(site.db, { trackId: track.id })}/decision`
  const body = { decision: 'remove', reason: 'Spam' }
  expect((await site.asAdministrator('POST', path, { body })).status).toBe(200)
  expect((await listOf(artist.call)).notifications).toMatchObject([
    { kind: 'moderation', detail: 'removed', actors: [], item: { id: track.id } },
  ])
  expect((await site.asAdministrator('DELETE', path)).status).toBe(200)
  expect(await kindsOf(artist.call)).toEqual([['moderation', 'restored', track.id]])
})

test('notifications: followers learn of a track when it is public for the first time', async () => {
  const [artist, fan] = [await newUser(), await newUser()]
  await follow(fan.call, artist.user.id)
  const body = { title: 'Dusk', audioUrl: await audio(artist.user), privacy: 'private' }
  const created = await artist.call('POST', '/api/tracks', { body })
  const { id } = (await created.json()) as { id: string }
  expect(await kindsOf(fan.call)).toEqual([])
  await put(artist.call, id, { privacy: 'public' })
  expect(await listOf(fan.call)).toMatchObject({
    unread: 1,
    notifications: [{ kind: 'release', count: 1, actors: [{ id: artist.user.id }], item: { id } }],
  })
  await fan.call('PUT', '/api/notifications/seen')
  for (const privacy of ['private', 'public']) await put(artist.call, id, { privacy })
  expect(await listOf(fan.call)).toMatchObject({ unread: 0, notifications: [{ item: { id } }] })
})

test('notifications: an edit of a track that was public before is none', async () => {
  const [artist, fan] = [await newUser(), await newUser()]
  const track = await makeTrack(site.db, artist.user.id)
  await follow(fan.call, artist.user.id)
  await put(artist.call, track.id, { title: 'Dawn', privacy: 'public' })
  expect(await kindsOf(fan.call)).toEqual([])
})

test('notifications: what was new before somebody followed the artist is not told', async () => {
  const [artist, fan] = [await newUser(), await newUser()]
  const track = await makeTrack(site.db, artist.user.id)
  await announce(site.db, { trackIds: [track.id] })
  await follow(fan.call, artist.user.id)
  expect(await kindsOf(fan.call)).toEqual([])
})

test('notifications: a scheduled release is told at its time, and its tracks with it', async () => {
  const [artist, fan] = [await newUser(), await newUser()]
  await follow(fan.call, artist.user.id)
  const track = await makeTrack(site.db, artist.user.id, { privacy: 'private' })
  const publishAt = new Date(Date.now() - 1000)
  const release = await makePlaylist(site.db, artist.user.id, [track.id], {
    type: 'ep',
    privacy: 'private',
    publishAt,
  })
  expect(await kindsOf(fan.call)).toEqual([])
  await publishDue(site.db)
  expect(await kindsOf(fan.call)).toEqual([['release', undefined, release.id]])
})

test('notifications: a new playlist that is no release is none', async () => {
  const [artist, fan] = [await newUser(), await newUser()]
  await follow(fan.call, artist.user.id)
  const body = { title: 'Mixtape', privacy: 'public' }
  expect((await artist.call('POST', '/api/playlists', { body })).status).toBe(201)
  expect(await kindsOf(fan.call)).toEqual([])
})

import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { FollowedTrack, Library } from '#contract/library.ts'
import type { Notification } from '#contract/notifications.ts'
import type { Reposted, RepostState } from '#contract/reposts.ts'
import { blocks, playlists, reposts, tracks, users } from '#server/database/schema.ts'
import { type Caller, startTestApp } from '#server/testing/app.ts'
import {
  follow,
  makePlaylist,
  makeReport,
  makeRepost,
  makeTrack,
  makeUser,
} from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite({ env: { REPOSTS: 'on' } })
const db = () => site.db
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))

const newUser = async (name?: string) => {
  const user = await makeUser(db(), {
    createdAt: at(0),
    ...(name !== undefined && { displayName: name }),
  })
  return { ...user, call: await site.as(user) }
}

/** An artist with a track and a release, and a fan. */
async function makeFixtures() {
  const [artist, fan] = [await newUser(), await newUser('Nara')]
  const track = await makeTrack(db(), artist.id, { createdAt: at(1), title: 'Salt' })
  const release = await makePlaylist(db(), artist.id, [], { type: 'single', title: 'Tides' })
  const urls = [`/api/tracks/${track.id}/repost`, `/api/playlists/${release.id}/repost`] as const
  return { artist, fan, track, release, trackUrl: urls[0], urls }
}

async function json<T>(response: Promise<Response>): Promise<T> {
  const received = await response
  expect(received.status).toBe(200)
  return (await received.json()) as T
}
const refusal = async (response: Promise<Response>) => {
  const received = await response
  return [received.status, ((await received.json()) as { message: string }).message]
}
const listOf = async (userId: string, call: Caller = site.visitor) =>
  (await json<Reposted[]>(call('GET', `/api/users/${userId}/reposts`))).map((item) =>
    item.kind === 'track' ? item.track.title : item.playlist.title,
  )
const feedOf = async (call: Caller) =>
  (await json<FollowedTrack[]>(call('GET', '/api/library/following?reposts=true'))).map(
    ({ title, repostedBy }) => (repostedBy ? [title, repostedBy.displayName] : [title]),
  )

async function pagesOf<Item>(call: Caller, path: string): Promise<Item[][]> {
  const pages: Item[][] = []
  for (let next: string | undefined = path; next; ) {
    const response: Response = await call('GET', next)
    pages.push((await response.json()) as Item[])
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return pages
}

test('reposts: doing and undoing it twice is the same as once, and is counted once', async () => {
  const { fan, urls } = await makeFixtures()
  for (const url of urls) {
    const change = (method: string) => json<RepostState>(fan.call(method, url))
    for (const _ of [1, 2]) expect(await change('PUT')).toEqual({ reposted: true, repostCount: 1 })
    expect(await json<RepostState>(site.visitor('GET', url))).toEqual({
      reposted: false,
      repostCount: 1,
    })
    for (const _ of [1, 2])
      expect(await change('DELETE')).toEqual({ reposted: false, repostCount: 0 })
  }
})

test('reposts: of concurrent reposts one is made and told, and undoing them leaves nothing', async () => {
  const { artist, fan, trackUrl, track } = await makeFixtures()
  const ofTrack = eq(reposts.trackId, track.id)
  const notifications = async () =>
    (await json<{ notifications: Notification[] }>(artist.call('GET', '/api/notifications')))
      .notifications
  const times = Array.from({ length: 20 }, () => null)
  await Promise.all(times.map(() => json(fan.call('PUT', trackUrl))))
  expect(await db().$count(reposts, ofTrack)).toBe(1)
  expect(await notifications()).toMatchObject([
    { kind: 'repost', count: 1, actors: [{ displayName: 'Nara' }], item: { title: 'Salt' } },
  ])
  await Promise.all(times.map((_, n) => json(fan.call(n % 2 === 0 ? 'DELETE' : 'PUT', trackUrl))))
  await json(fan.call('DELETE', trackUrl))
  expect(await db().$count(reposts, ofTrack)).toBe(0)
  expect(await notifications()).toEqual([])
})

test('reposts: those of a track and day are one notification, which can be turned off', async () => {
  const { artist, trackUrl } = await makeFixtures()
  for (const name of ['Ada', 'Ben', 'Nara']) await json((await newUser(name)).call('PUT', trackUrl))
  const notifications = async () =>
    (await json<{ notifications: Notification[] }>(artist.call('GET', '/api/notifications')))
      .notifications
  expect(await notifications()).toMatchObject([{ kind: 'repost', count: 3 }])
  const settings = '/api/notifications/settings'
  await json(artist.call('PUT', settings, { body: { kinds: { repost: false } } }))
  expect(await notifications()).toEqual([])
})

test('reposts: own things, what is not public, and playlists are refused', async () => {
  const { artist, fan, track, release, trackUrl, urls } = await makeFixtures()
  for (const url of urls)
    expect(await refusal(artist.call('PUT', url))).toEqual([
      400,
      'What is yours is on your profile already',
    ])
  const onlyPublic = [409, 'Only public tracks and releases can be reposted.']
  await db().update(tracks).set({ privacy: 'unlisted' }).where(eq(tracks.id, track.id))
  expect(await refusal(fan.call('PUT', trackUrl))).toEqual(onlyPublic)
  await db().update(playlists).set({ type: 'playlist' }).where(eq(playlists.id, release.id))
  expect(await refusal(fan.call('PUT', urls[1]))).toEqual(onlyPublic)
  expect(await db().$count(reposts, eq(reposts.userId, fan.id))).toBe(0)
})

test('reposts: the list has tracks and releases, newest first, page by page', async () => {
  const { artist, fan, track, release } = await makeFixtures()
  await makeRepost(db(), fan.id, { trackId: track.id }, at(1))
  await makeRepost(db(), fan.id, { playlistId: release.id }, at(2))
  const last = await makeTrack(db(), artist.id, { title: 'Hinge' })
  await makeRepost(db(), fan.id, { trackId: last.id }, at(2))
  const pages = await pagesOf<Reposted>(site.visitor, `/api/users/${fan.id}/reposts?limit=1`)
  expect(pages.map(([item]) => item?.repostedAt)).toEqual(
    [at(2), at(2), at(1)].map((time) => time.toISOString()),
  )
  const titles = await listOf(fan.id)
  expect(titles.slice(0, 2).sort()).toEqual(['Hinge', 'Tides'])
  expect(titles[2]).toBe('Salt')
})

test('reposts: what is private, unlisted or a playlist is not shown, and is again when it changes back', async () => {
  const { fan, track, release, urls } = await makeFixtures()
  for (const url of urls) await json(fan.call('PUT', url))
  const hidden = { reposted: false, repostCount: 0 }
  for (const privacy of ['private', 'unlisted'] as const) {
    await db().update(tracks).set({ privacy }).where(eq(tracks.id, track.id))
    expect(await listOf(fan.id)).toEqual(['Tides'])
  }
  expect(await json(fan.call('GET', urls[0]))).toEqual(hidden)
  await db().update(playlists).set({ type: 'playlist' }).where(eq(playlists.id, release.id))
  expect(await listOf(fan.id)).toEqual([])
  expect(await json(fan.call('GET', urls[1]))).toEqual(hidden)
  await db().update(tracks).set({ privacy: 'public' }).where(eq(tracks.id, track.id))
  await db().update(playlists).set({ type: 'album' }).where(eq(playlists.id, release.id))
  expect((await listOf(fan.id)).sort()).toEqual(['Salt', 'Tides'])
})

test('reposts: what became private can still be undone by those who have reposted it', async () => {
  const { fan, track, trackUrl } = await makeFixtures()
  await json(fan.call('PUT', trackUrl))
  await db().update(tracks).set({ privacy: 'private' }).where(eq(tracks.id, track.id))
  await json(fan.call('DELETE', trackUrl))
  expect(await db().$count(reposts, eq(reposts.userId, fan.id))).toBe(0)
  expect((await fan.call('DELETE', trackUrl)).status).toBe(404)
})

test('reposts: what a moderator removed is in no list, and is when it is restored', async () => {
  const { fan, track, trackUrl } = await makeFixtures()
  const follower = await newUser()
  await follow(db(), follower.id, fan.id)
  await json(fan.call('PUT', trackUrl))
  const itemId = await makeReport(db(), { trackId: track.id })
  const path = `/api/admin/reports/${itemId}/decision`
  const decide = (body: object) => site.asAdministrator('POST', path, { body })
  expect((await decide({ decision: 'remove', reason: 'Somebody else made it.' })).ok).toBe(true)
  expect([await listOf(fan.id), await feedOf(follower.call)]).toEqual([[], []])
  expect((await site.asAdministrator('DELETE', path)).ok).toBe(true)
  expect(await listOf(fan.id)).toEqual(['Salt'])
})

test('reposts: those of suspended users are neither counted nor in a feed, and their list is gone', async () => {
  const { fan, trackUrl } = await makeFixtures()
  const follower = await newUser()
  await follow(db(), follower.id, fan.id)
  await json(fan.call('PUT', trackUrl))
  expect(await feedOf(follower.call)).toEqual([['Salt', 'Nara']])
  await db().update(users).set({ suspendedAt: new Date() }).where(eq(users.id, fan.id))
  expect(await feedOf(follower.call)).toEqual([])
  expect(await json(follower.call('GET', trackUrl))).toMatchObject({ repostCount: 0 })
  expect((await site.visitor('GET', `/api/users/${fan.id}/reposts`)).status).toBe(404)
})

for (const direction of ['artist blocks the fan', 'fan blocks the artist'] as const)
  test(`reposts: where the ${direction}, none is possible or shown`, async () => {
    const { artist, fan, urls } = await makeFixtures()
    const follower = await newUser()
    await follow(db(), follower.id, fan.id)
    for (const url of urls) await json(fan.call('PUT', url))
    const [userId, blockedId] =
      direction === 'artist blocks the fan' ? [artist.id, fan.id] : [fan.id, artist.id]
    await db().insert(blocks).values({ userId, blockedId })
    expect([await listOf(fan.id), await feedOf(follower.call)]).toEqual([[], []])
    for (const url of urls) {
      expect((await fan.call('PUT', url)).status).toBe(403)
      expect(await json(site.visitor('GET', url))).toMatchObject({ repostCount: 0 })
      expect((await fan.call('DELETE', url)).status).toBe(200)
    }
  })

for (const direction of ['has blocked', 'is blocked by'] as const)
  test(`reposts: a reader who ${direction} the fan or the artist sees none`, async () => {
    const { artist, fan, trackUrl } = await makeFixtures()
    await json(fan.call('PUT', trackUrl))
    for (const other of [artist, fan]) {
      const reader = await newUser()
      await follow(db(), reader.id, fan.id)
      const [userId, blockedId] =
        direction === 'has blocked' ? [reader.id, other.id] : [other.id, reader.id]
      await db().insert(blocks).values({ userId, blockedId })
      expect(await listOf(fan.id, reader.call)).toEqual([])
      if (other === artist) expect(await feedOf(reader.call)).toEqual([])
    }
    expect(await listOf(fan.id)).toEqual(['Salt'])
  })

test('reposts: artists who hide counts are the only ones who see the number', async () => {
  const { artist, fan, urls } = await makeFixtures()
  await db().update(users).set({ hideCounts: true }).where(eq(users.id, artist.id))
  for (const url of urls) {
    expect(await json(fan.call('PUT', url))).toEqual({ reposted: true, repostCount: null })
    expect(await json(artist.call('GET', url))).toEqual({ reposted: false, repostCount: 1 })
  }
})

test('following: a track that several reposted appears once, at the first repost', async () => {
  const { artist, track } = await makeFixtures()
  const [reader, first, second] = [await newUser(), await newUser('Ada'), await newUser('Ben')]
  const own = await makeTrack(db(), first.id, { title: 'Own', createdAt: at(5) })
  for (const { id } of [first, second]) await follow(db(), reader.id, id)
  await makeRepost(db(), second.id, { trackId: track.id }, at(6))
  await makeRepost(db(), first.id, { trackId: track.id }, at(4))
  await makeRepost(db(), second.id, { trackId: own.id }, at(7))
  expect(await feedOf(reader.call)).toEqual([['Own'], ['Salt', 'Ada']])
  await follow(db(), reader.id, artist.id)
  expect(await feedOf(reader.call)).toEqual([['Own'], ['Salt']])
})

test('following: the tracks of a reposted release appear in its order, page by page', async () => {
  const { artist, fan } = await makeFixtures()
  const reader = await newUser()
  await follow(db(), reader.id, fan.id)
  const made = []
  for (const title of ['One', 'Two', 'Three'])
    made.push(await makeTrack(db(), artist.id, { title }))
  const hidden = await makeTrack(db(), artist.id, { privacy: 'private' })
  const ids = [...made, hidden].map(({ id }) => id)
  const album = await makePlaylist(db(), artist.id, ids, { type: 'album' })
  await makeRepost(db(), fan.id, { playlistId: album.id }, at(3))
  await makeRepost(db(), fan.id, { trackId: made[2]?.id ?? '' }, at(2))
  const pages = await pagesOf<FollowedTrack>(
    reader.call,
    '/api/library/following?reposts=true&limit=1',
  )
  expect(pages.map(([track]) => track?.title)).toEqual(['One', 'Two', 'Three'])
})

test('following: own tracks are not shown as reposted, and without the parameter nothing is', async () => {
  const { artist, fan, trackUrl } = await makeFixtures()
  const reader = await newUser()
  for (const { id } of [artist, reader]) await follow(db(), id, fan.id)
  await json(fan.call('PUT', trackUrl))
  expect(await feedOf(artist.call)).toEqual([])
  expect(await feedOf(reader.call)).toEqual([['Salt', 'Nara']])
  expect(await json(reader.call('GET', '/api/library/following'))).toEqual([])
})

test('following: a repost is new until it has been seen', async () => {
  const { fan, trackUrl } = await makeFixtures()
  const reader = await newUser()
  await follow(db(), reader.id, fan.id)
  const hasNew = async () => (await json<Library>(reader.call('GET', '/api/library'))).hasNewTracks
  expect(await hasNew()).toBe(false)
  await json(fan.call('PUT', trackUrl))
  expect(await hasNew()).toBe(true)
  expect((await reader.call('PUT', '/api/library/following-seen')).status).toBe(204)
  expect(await hasNew()).toBe(false)
})

test('reposts: where the host has not turned them on, they are not there', async () => {
  const off = await startTestApp()
  onTestFinished(() => off.close())
  const [artist, fan, reader] = [
    await makeUser(off.postgres.db),
    await makeUser(off.postgres.db),
    await makeUser(off.postgres.db, { createdAt: at(0) }),
  ]
  const { id: trackId } = await makeTrack(off.postgres.db, artist.id)
  await makeRepost(off.postgres.db, fan.id, { trackId })
  await follow(off.postgres.db, reader.id, fan.id)
  const call = await off.as(reader)
  for (const [method, path] of [
    ['GET', `/api/tracks/${trackId}/repost`],
    ['PUT', `/api/tracks/${trackId}/repost`],
    ['DELETE', `/api/tracks/${trackId}/repost`],
    ['PUT', `/api/playlists/${trackId}/repost`],
    ['GET', `/api/users/${fan.id}/reposts`],
  ] as const)
    expect((await call(method, path)).status).toBe(404)
  expect(await json(call('GET', '/api/library/following?reposts=true'))).toEqual([])
  expect(await json(call('GET', '/api/library'))).toMatchObject({ hasNewTracks: false })
  const settings = await json<{ kinds: object }>(call('GET', '/api/notifications/settings'))
  expect(settings.kinds).not.toHaveProperty('repost')
  expect(await (await off.visitor('GET', '/')).text()).not.toContain('name="features"')
})

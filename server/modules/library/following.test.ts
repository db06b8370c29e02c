import { expect, test } from 'vitest'
import type { Library } from '#contract/library.ts'
import type { Track } from '#contract/tracks.ts'
import type { Caller } from '#server/testing/app.ts'
import {
  follow,
  followMany,
  makeTrack,
  makeTracks,
  makeUser,
  makeUsers,
} from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))

async function newUser(createdAt = at(0)) {
  const user = await makeUser(site.db, { createdAt })
  return { user, call: await site.as(user) }
}

async function titlesOf(call: Caller, path: string): Promise<string[][]> {
  const pages: string[][] = []
  for (let next: string | undefined = path; next; ) {
    const response = await call('GET', next)
    expect(response.status).toBe(200)
    pages.push(((await response.json()) as Track[]).map(({ title }) => title))
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return pages
}

test('following: the public tracks of followed users are listed newest first, page by page', async () => {
  const { user, call } = await newUser()
  const [first, second, notFollowed] = await makeUsers(site.db, [{}, {}, {}])
  for (const artist of [first, second]) await follow(site.db, user.id, artist?.id ?? '')
  for (const n of [1, 2, 3, 4, 5])
    await makeTrack(site.db, (n % 2 ? first : second)?.id ?? '', {
      title: `New ${n}`,
      createdAt: at(n === 5 ? 4 : n),
    })
  for (const privacy of ['unlisted', 'private'] as const)
    await makeTrack(site.db, first?.id ?? '', { privacy, createdAt: at(9) })
  await makeTrack(site.db, notFollowed?.id ?? '', { createdAt: at(9) })
  await makeTrack(site.db, user.id, { createdAt: at(9) })
  const pages = await titlesOf(call, '/api/library/following?limit=2')
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
  expect(pages[0]?.toSorted()).toEqual(['New 4', 'New 5'])
  expect(pages.slice(1)).toEqual([['New 3', 'New 2'], ['New 1']])
  const invalid = await call('GET', '/api/library/following?cursor=nonsense')
  expect(invalid.status).toBe(400)
})

test('following: a user who follows more than a hundred others gets the same list', async () => {
  const { user, call } = await newUser()
  const artists = await makeUsers(
    site.db,
    Array.from({ length: 120 }, () => ({})),
  )
  await followMany(
    site.db,
    artists.map(({ id }) => ({ followerId: user.id, followingId: id })),
  )
  await makeTracks(
    site.db,
    artists.slice(0, 5).map(({ id }, n) => ({ userId: id, title: `Rare ${n}`, createdAt: at(n) })),
  )
  await makeTracks(
    site.db,
    Array.from({ length: 20 }, () => ({ userId: site.owner.id })),
  )
  expect(await titlesOf(call, '/api/library/following?limit=2')).toEqual([
    ['Rare 4', 'Rare 3'],
    ['Rare 2', 'Rare 1'],
    ['Rare 0'],
  ])
})

test('following: there are new tracks until they have been seen, and again after the next one', async () => {
  const { user, call } = await newUser(at(5))
  const artist = await makeUser(site.db)
  await follow(site.db, user.id, artist.id)
  const hasNew = async () =>
    ((await (await call('GET', '/api/library')).json()) as Library).hasNewTracks
  await makeTrack(site.db, artist.id, { createdAt: at(4) })
  expect(await hasNew()).toBe(false)
  await makeTrack(site.db, artist.id, { createdAt: at(6) })
  expect(await hasNew()).toBe(true)
  expect((await call('PUT', '/api/library/following-seen')).status).toBe(204)
  expect(await hasNew()).toBe(false)
  await makeTrack(site.db, artist.id, { createdAt: new Date(Date.now() + 60_000) })
  expect(await hasNew()).toBe(true)
})

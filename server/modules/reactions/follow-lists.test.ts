import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { ListedUser } from '#contract/users.ts'
import type { Caller } from '#server/testing/app.ts'
import { follow, followMany, makeUser, makeUsers, type UserRow } from '#server/testing/factories.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'
import { listFollows } from './lists-repository.ts'

const site = setUpTestApp()
let artist: UserRow
let fans: UserRow[]
beforeAll(async () => {
  artist = await makeUser(db(), { displayName: 'Nara Ishimoto' })
  fans = await makeUsers(
    db(),
    ['Ada', 'Bela', 'Cleo', 'Dilan', 'Edda'].map((displayName) => ({ displayName })),
  )
  // Two at the same moment: the id decides.
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, Math.min(minute, 3)))
  await followMany(
    db(),
    fans.map(({ id }, index) => ({
      followerId: id,
      followingId: artist.id,
      createdAt: at(index),
    })),
  )
})

const db = () => site.postgres.db
const list = async (call: Caller, path: string) =>
  (await (await call('GET', path)).json()) as ListedUser[]
const names = (users: ListedUser[]) => users.map(({ displayName }) => displayName)

test('follow lists: followers come newest first, by id or username, without private fields', async () => {
  const followers = await list(site.visitor, `/api/users/${artist.id}/followers`)
  expect(names(followers).slice(2)).toEqual(['Cleo', 'Bela', 'Ada'])
  expect(names(followers).slice(0, 2).sort()).toEqual(['Dilan', 'Edda'])
  expect(followers[2]).toEqual({
    id: fans[2]?.id,
    username: fans[2]?.username,
    displayName: 'Cleo',
    firstName: null,
    lastName: null,
    profileImageUrl: null,
    isFollowing: false,
  })
  expect(await list(site.visitor, `/api/users/${artist.username}/followers`)).toEqual(followers)
})

test('follow lists: following lists whom a user follows, the last followed first', async () => {
  const [fan, one, two] = await makeUsers(db(), [
    { displayName: 'Fan' },
    { displayName: 'One' },
    { displayName: 'Two' },
  ])
  if (!fan || !one || !two) throw new Error('Nothing was made.')
  await followMany(db(), [
    { followerId: fan.id, followingId: one.id, createdAt: new Date('2026-01-01T00:00:00Z') },
    { followerId: fan.id, followingId: two.id, createdAt: new Date('2026-01-02T00:00:00Z') },
  ])
  expect(names(await list(site.visitor, `/api/users/${fan.id}/following`))).toEqual(['Two', 'One'])
  expect(await list(site.visitor, `/api/users/${fan.id}/followers`)).toEqual([])
})

test('follow lists: each entry says whether the caller follows that user', async () => {
  const viewer = await makeUser(db())
  const followed = fans[1]
  if (!followed) throw new Error('There are five fans.')
  await follow(db(), viewer.id, followed.id)
  const followers = await list(await site.as(viewer), `/api/users/${artist.id}/followers`)
  const isFollowing = followers.filter((user) => user.isFollowing)
  expect(names(isFollowing)).toEqual(['Bela'])
})

test('follow lists: the pages together contain every follower once', async () => {
  const paged: ListedUser[] = []
  let next: string | undefined = `/api/users/${artist.id}/followers?limit=1`
  while (next) {
    const response: Response = await site.visitor('GET', next)
    paged.push(...((await response.json()) as ListedUser[]))
    next = /<(.+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  expect(paged).toEqual(await list(site.visitor, `/api/users/${artist.id}/followers`))
})

test('follow lists: an unknown user returns 404, a wrong limit or cursor 400', async () => {
  for (const side of ['followers', 'following']) {
    expect((await site.visitor('GET', `/api/users/${randomUUID()}/${side}`)).status).toBe(404)
    for (const query of ['limit=0', 'limit=1001', 'cursor=x', 'sort=plays'])
      expect((await site.visitor('GET', `/api/users/${artist.id}/${side}?${query}`)).status).toBe(
        400,
      )
  }
})

test.each(['followers', 'following'] as const)(
  'follow lists: a page of %s reads one range of an index, without sorting',
  async (side) => {
    const query = listFollows(db(), {
      userId: artist.id,
      side,
      limit: 21,
      after: { value: '2026-01-01T12:02:00.000Z', id: randomUUID() },
      viewerId: undefined,
    })
    const plan = await db().transaction(async (tx) => {
      // The test's table is so small that a sequential scan would be cheaper.
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local enable_bitmapscan = off`)
      const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${query.getSQL()}`)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    const index = side === 'followers' ? 'follows_by_following' : 'follows_by_follower'
    expect(plan).toContain(`using ${index} on follows`)
    expect(plan).not.toContain('Sort')
  },
)

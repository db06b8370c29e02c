import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Profile } from '#contract/users.ts'
import { follows, users } from '#server/database/schema.ts'
import { type Caller, startTestApp } from '#server/testing/app.ts'
import { makeUser, makeUsers } from '#server/testing/factories.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'
import { untilServed } from '#server/testing/until-served.ts'
import { toggleFollow } from './service.ts'

const site = setUpTestApp()

const db = () => site.postgres.db
const follow = (call: Caller, id: string) => call('POST', `/api/users/${id}/follow`)
const profileOf = async (call: Caller, id: string) =>
  (await (await call('GET', `/api/users/${id}`)).json()) as Profile
const followersOf = (id: string) => db().$count(follows, eq(follows.followingId, id))

test('follows: toggling follows and unfollows', async () => {
  const [fan, artist] = [await makeUser(db()), await makeUser(db())]
  const asFan = await site.as(fan)
  const response = await follow(asFan, artist.id)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ isFollowing: true, followerCount: 1 })
  expect(await profileOf(asFan, artist.id)).toMatchObject({ isFollowing: true, followerCount: 1 })
  expect(await profileOf(site.visitor, artist.id)).toMatchObject({
    isFollowing: false,
    followerCount: 1,
  })
  expect(await profileOf(asFan, fan.id)).toMatchObject({ followingCount: 1, isFollowing: false })
  expect(await (await follow(asFan, artist.id)).json()).toEqual({
    isFollowing: false,
    followerCount: 0,
  })
})

test('follows: anonymous callers, oneself, missing users and unknown fields are rejected', async () => {
  const fan = await makeUser(db())
  const asFan = await site.as(fan)
  expect((await follow(site.visitor, fan.id)).status).toBe(401)
  for (const own of [fan.id, fan.id.toUpperCase()]) {
    const response = await follow(asFan, own)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ message: 'You cannot follow yourself' })
  }
  expect((await follow(asFan, randomUUID())).status).toBe(404)
  expect((await follow(asFan, 'no-id')).status).toBe(404)
  const artist = await makeUser(db())
  const withField = await asFan('POST', `/api/users/${artist.id}/follow`, {
    body: { followerId: fan.id },
  })
  expect(withField.status).toBe(400)
  expect(await followersOf(artist.id)).toBe(0)
})

test('follows: 200 concurrent followers count 200', async () => {
  const artist = await makeUser(db())
  const users = await makeUsers(
    db(),
    Array.from({ length: 200 }, () => ({})),
  )
  const fans = await Promise.all(users.map((user) => site.as(user)))
  const responses = await Promise.all(fans.map((fan) => untilServed(() => follow(fan, artist.id))))
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
  expect(await followersOf(artist.id)).toBe(200)
  expect((await profileOf(site.visitor, artist.id)).followerCount).toBe(200)
})

test('follows: 201 concurrent toggles of one user end in following', async () => {
  const artist = await makeUser(db())
  const asFan = await site.as(await makeUser(db()))
  const responses = await Promise.all(
    Array.from({ length: 201 }, () => untilServed(() => follow(asFan, artist.id))),
  )
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
  expect(await followersOf(artist.id)).toBe(1)
})

test('follows: concurrent toggles through several servers end in the right state', async () => {
  const [fan, artist] = [await makeUser(db()), await makeUser(db())]
  const viewer = { id: fan.id, isAdmin: false }
  await Promise.all(Array.from({ length: 15 }, () => toggleFollow(db(), artist.id, viewer)))
  expect(await followersOf(artist.id)).toBe(1)
})

test('follows: two users who follow each other concurrently do not deadlock', async () => {
  const [one, two] = [await makeUser(db()), await makeUser(db())]
  const [asOne, asTwo] = [await site.as(one), await site.as(two)]
  const responses = await Promise.all(
    Array.from({ length: 21 }, () => [
      untilServed(() => follow(asOne, two.id)),
      untilServed(() => follow(asTwo, one.id)),
    ]).flat(),
  )
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
  expect([await followersOf(one.id), await followersOf(two.id)]).toEqual([1, 1])
})

test('follows: a concurrent deletion of the followed user returns 404', async () => {
  const artist = await makeUser(db())
  const asFan = await site.as(await makeUser(db()))
  const client = await site.postgres.pool.connect()
  await client.query('begin')
  await client.query('delete from users where id = $1', [artist.id])
  const response = follow(asFan, artist.id)
  await expect.poll(waiting).toBe(1)
  await client.query('commit')
  client.release()
  expect((await response).status).toBe(404)
  expect(await db().$count(users, eq(users.id, artist.id))).toBe(0)
})

/** How many of this database's connections wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await site.postgres.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

test('follows: more than 60 a minute return 429 with Retry-After', async () => {
  const strict = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
  const artist = await makeUser(strict.postgres.db)
  const asFan = await strict.as(await makeUser(strict.postgres.db))
  const statuses = []
  for (let click = 1; click <= 60; click++) statuses.push((await follow(asFan, artist.id)).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const refused = await follow(asFan, artist.id)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  await strict.close()
})

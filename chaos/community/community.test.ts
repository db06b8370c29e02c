import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import { comments, notifications } from '#server/database/schema.ts'
import { forEachConcurrent } from '#server/platform/batching/for-each-concurrent.ts'
import type { Caller } from '#server/testing/app.ts'
import { makeUsers } from '#server/testing/factories.ts'
import { startTestSession } from '#server/testing/sessions.ts'
import { type Deployment, makeDeployment } from '../deployment.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'
import { shareBetweenTests } from '../share-between-tests.ts'

const likeCount = repetitions(10_000, 400, 'community')
const spammerCount = repetitions(500, 25, 'community')
const attemptsEach = 20
const concurrency = 20

const startSite = shareBetweenTests(async (atEnd) => {
  const deployment = await makeDeployment({ env: { COMMENTS: 'on', RATE_LIMIT_SCALE: '1' }, atEnd })
  await deployment.start()
  return deployment
})

type User = { id: string; call: Caller }

async function makeCrowd({ db, url, callerAt }: Deployment, size: number): Promise<User[]> {
  const crowd: User[] = []
  const rows = await makeUsers(
    db,
    Array.from({ length: size }, () => ({})),
  )
  await forEachConcurrent(rows, concurrency, async ({ id }) => {
    crowd.push({ id, call: callerAt(url, await startTestSession(db, id)) })
  })
  return crowd
}

async function bellOf(artist: User) {
  const response = await artist.call('GET', '/api/notifications')
  return (await response.json()) as { unread: number; notifications: Notification[] }
}

test(`community: ${likeCount} people like a track within minutes, and the artist's bell is right`, async () => {
  const deployment = await startSite()
  const artist = await deployment.createUser()
  const track = await deployment.track(artist.id)
  const crowd = await makeCrowd(deployment, likeCount)
  const statuses = new Map<number, number>()
  await forEachConcurrent(crowd, concurrency, async ({ call }) => {
    const { status } = await call('POST', `/api/tracks/${track.id}/like`, { body: {} })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  })
  expect([...statuses]).toEqual([[200, likeCount]])
  const rows = await deployment.db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, artist.id))
  // One for each day.
  expect(new Set(rows.map(({ day }) => day)).size).toBe(rows.length)
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(likeCount)
  const bell = await bellOf(artist)
  expect(bell.unread).toBe(rows.length)
  expect(bell.notifications[0]).toMatchObject({ kind: 'like', item: { id: track.id } })
  await expectIntegrity(deployment)
}, 600_000)

test(`community: ${spammerCount} new accounts flood a track with comments, and few get through`, async () => {
  const deployment = await startSite()
  const artist = await deployment.createUser()
  const track = await deployment.track(artist.id)
  const listener = await deployment.createUser()
  const spammers = await makeCrowd(deployment, spammerCount)
  const statuses = new Map<number, number>()
  const attempts = seededRandom('spam').shuffled(
    spammers.flatMap((spammer) =>
      // Every second one is what the account has said before.
      Array.from({ length: attemptsEach }, (_, i) => ({ spammer, text: `Buy ${i - (i % 2)}` })),
    ),
  )
  await forEachConcurrent(attempts, concurrency, async ({ spammer: { call }, text }) => {
    const path = `/api/tracks/${track.id}/comments`
    const { status } = await call('POST', path, { body: { text } })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  })
  // A busy machine may respond too late to a comment that is written.
  const expected = [201, 409, 429, 503]
  expect([...statuses.keys()].filter((status) => !expected.includes(status))).toEqual([])
  expect(statuses.get(429)).toBeGreaterThan(spammerCount)
  const stored = await deployment.db.select().from(comments).where(eq(comments.trackId, track.id))
  expect(stored.length).toBeGreaterThanOrEqual(statuses.get(201) ?? 0)
  const byUser = Map.groupBy(stored, ({ userId }) => userId)
  expect(Math.max(...[...byUser.values()].map((own) => own.length))).toBeLessThanOrEqual(5)
  expect(new Set(stored.map(({ userId, content }) => `${userId} ${content}`)).size).toBe(
    stored.length,
  )
  const said = { body: { text: 'I like the cello.' } }
  const response = await listener.call('POST', `/api/tracks/${track.id}/comments`, said)
  expect(response.status).toBe(201)
  const bell = await bellOf(artist)
  expect(bell.notifications.map(({ kind }) => kind)).toEqual(
    bell.notifications.map(() => 'comment'),
  )
  expect(bell.notifications.length).toBeLessThanOrEqual(2)
}, 600_000)

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { follows, likes, playlistTracks, tracks, users } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeUpload, type TrackRow } from '#server/testing/factories.ts'
import type { Deployment } from '../deployment.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import { testDeletion } from './deletion.ts'
import { testOnePlaylist } from './one-playlist.ts'
import { testPlays } from './plays.ts'
import { shareTwoServers } from './share-two-servers.ts'

const userCount = repetitions(50, 6)
const callsEach = repetitions(60, 12)

const startTwoServers = shareTwoServers()

testDeletion(startTwoServers)
testOnePlaylist(startTwoServers)
testPlays(startTwoServers)

// Last, because it kills one of them.
test(`two servers: a crash of one loses no write acknowledged to ${userCount} users (seed ${seed})`, async () => {
  const {
    deployment,
    servers: [first, second],
  } = await startTwoServers()
  const testUsers = await makeTestUsers(deployment, second.url)
  await expectOneWinner(testUsers)
  await expectOwnSlugs(deployment, testUsers)

  const random = seededRandom('which crashes')
  const failures: string[] = []
  const [lastUser, ...callingUsers] = testUsers.toReversed()
  const calling = callingUsers.map((user, index) =>
    makeRandomCalls(user, seededRandom(`user ${index}`), failures),
  )
  const survivor = random.among([first, second])
  const crashed = survivor === first ? second : first
  await expect
    .poll(() => callingUsers.some(({ calls }) => calls > callsEach / 2), pollOptions)
    .toBe(true)
  await makeLastingCalls(lastUser, crashed.url)
  crashed.signal('SIGKILL')
  await crashed.exitCode()
  await Promise.all(calling)
  expect(failures).toEqual([])
  await expectAcknowledgedState(deployment, testUsers, crashed.url)
  await expectNoDanglingFollows(deployment)
  await expectIntegrity(deployment)
}, 600_000)

const pollOptions = { timeout: 60_000, interval: 5 }

type TestUser = {
  id: string
  /** The same session on either server. */
  servers: { url: string; call: Caller }[]
  own: TrackRow[]
  listId: string
  everyUser: TestUser[]
  calls: number
  lastStates: LastStates
}

async function makeTestUsers(deployment: Deployment, otherUrl: string): Promise<TestUser[]> {
  const everyUser: TestUser[] = []
  for (let index = 0; index < userCount; index++) {
    const { id, sid, call } = await deployment.createUser()
    const own = [await deployment.track(id), await deployment.track(id)]
    const { id: listId } = await makePlaylist(deployment.db, id, [])
    const other = { url: otherUrl, call: deployment.callerAt(otherUrl, sid) }
    const servers = [{ url: deployment.url, call }, other]
    everyUser.push({ id, servers, own, listId, everyUser, calls: 0, lastStates: new Map() })
  }
  return everyUser
}

/** The last state of each like, follow and playlist entry of a user, and the server that acknowledged it. */
type LastStates = Map<string, { exists: boolean; acknowledgedBy: string }>

/** Undefined if the call changed nothing. */
function stateAfter(status: number, text: string): boolean | undefined {
  if (status === 201) return true
  if (status === 204) return false
  if (status !== 200) return undefined
  const body = JSON.parse(text) as { liked?: boolean; isFollowing?: boolean }
  return body.liked ?? body.isFollowing
}

const callerOf = (user: TestUser, which: number): Caller => {
  const server = user.servers[which % user.servers.length]
  if (!server) throw new Error('There is no server.')
  return server.call
}

async function expectOneWinner(testUsers: TestUser[]): Promise<void> {
  const responses = await Promise.all(
    testUsers.map((user, index) =>
      callerOf(user, index)('PUT', '/api/users/profile', { body: { username: 'contested' } }),
    ),
  )
  const statuses = responses.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...testUsers.slice(1).map(() => 409)])
}

/** One title used fifty times gives fifty slugs; one file used twice gives one track. */
async function expectOwnSlugs({ db }: Deployment, testUsers: TestUser[]): Promise<void> {
  const responses = await Promise.all(
    testUsers.map(async (user) => {
      const { objectPath } = await makeUpload(db, user.id, 'audio')
      const body = { title: 'The Same', audioUrl: objectPath }
      const both = [0, 1].map((which) => callerOf(user, which)('POST', '/api/tracks', { body }))
      return (await Promise.all(both)).map(({ status }) => status).sort()
    }),
  )
  expect(responses).toEqual(testUsers.map(() => [201, 409]))
  const same = await db.select().from(tracks).where(eq(tracks.title, 'The Same'))
  expect(new Set(same.map(({ slug }) => slug)).size).toBe(testUsers.length)
  // They have no audio.
  const deletions = testUsers.flatMap((user) =>
    same
      .filter(({ userId }) => userId === user.id)
      .map(({ id }) => callerOf(user, 0)('DELETE', `/api/tracks/${id}`)),
  )
  expect((await Promise.all(deletions)).map(({ status }) => status)).toEqual(
    testUsers.map(() => 204),
  )
}

/** Likes, follows, plays, reorders and deletes what others use, until enough calls are done. */
async function makeRandomCalls(
  user: TestUser,
  random: SeededRandom,
  failures: string[],
): Promise<void> {
  while (user.calls++ < callsEach) {
    const server = random.among(user.servers)
    const { method, path, body, subject } = nextCall(user, random)
    // Until the response arrives, either state is possible.
    if (subject) user.lastStates.delete(subject)
    try {
      const response = await server.call(method, path, body ? { body } : {})
      if (response.status >= 500) failures.push(`${method} ${path}: ${response.status}`)
      const exists = stateAfter(response.status, await response.text())
      if (subject && exists !== undefined)
        user.lastStates.set(subject, { exists, acknowledgedBy: server.url })
    } catch (error) {
      // Clients of the crashed server lose the connection and switch to the other one.
      user.servers = user.servers.filter(({ url }) => url !== server.url)
      if (user.servers.length === 0) throw error
    }
  }
}

/** A like, a follow and an entry, acknowledged by this server, that no other call changes. */
async function makeLastingCalls(user: TestUser | undefined, url: string): Promise<void> {
  const server = user?.servers.find((candidate) => candidate.url === url)
  const other = user?.everyUser.find(({ id }) => id !== user.id)
  if (!user || !server || !other) throw new Error('There are too few users or servers.')
  // Users delete only their first track.
  const trackId = other.own[1]?.id
  const calls = [
    { path: `/api/tracks/${trackId}/like`, subject: `like ${trackId}` },
    { path: `/api/users/${other.id}/follow`, subject: `follow ${other.id}` },
    {
      path: `/api/playlists/${user.listId}/tracks`,
      body: { trackId },
      subject: `entry ${trackId}`,
    },
  ]
  await Promise.all(
    calls.map(async ({ path, body, subject }) => {
      const { status } = await server.call('POST', path, body ? { body } : {})
      expect([200, 201], path).toContain(status)
      user.lastStates.set(subject, { exists: true, acknowledgedBy: url })
    }),
  )
}

function nextCall(user: TestUser, random: SeededRandom) {
  const other = random.among(user.everyUser)
  const { id } = random.among(other.own)
  const list = `/api/playlists/${user.listId}`
  const like = { method: 'POST', path: `/api/tracks/${id}/like`, subject: `like ${id}` }
  const listed = `entry ${id}`
  const add = { method: 'POST', path: `${list}/tracks`, body: { trackId: id }, subject: listed }
  return random.among<{ method: string; path: string; body?: object; subject?: string }>([
    like,
    like,
    { method: 'POST', path: `/api/tracks/${id}/play` },
    { method: 'POST', path: `/api/users/${other.id}/follow`, subject: `follow ${other.id}` },
    add,
    add,
    { method: 'DELETE', path: `${list}/tracks/${id}`, subject: listed },
    { method: 'PUT', path: `${list}/reorder`, body: { trackIds: [id] } },
    ...(random.between(0, 9) === 0
      ? [{ method: 'DELETE', path: `/api/tracks/${user.own[0]?.id}` }]
      : []),
  ])
}

/** The state matches the last response of either server, including the crashed one; deletions cascade to likes and entries. */
async function expectAcknowledgedState(
  { db }: Deployment,
  testUsers: TestUser[],
  crashedUrl: string,
): Promise<void> {
  const trackIds = new Set((await db.select({ id: tracks.id }).from(tracks)).map(({ id }) => id))
  const lists = new Map(testUsers.map(({ id, listId }) => [listId, id]))
  const entries = (await db.select().from(playlistTracks)).map(
    ({ playlistId, trackId }) => `${lists.get(playlistId)} entry ${trackId}`,
  )
  const liked = (await db.select().from(likes)).map(
    ({ userId, trackId }) => `${userId} like ${trackId}`,
  )
  const followed = (await db.select().from(follows)).map(
    ({ followerId, followingId }) => `${followerId} follow ${followingId}`,
  )
  const stored = new Set([...entries, ...liked, ...followed])
  const lastStates = testUsers.flatMap((user) =>
    [...user.lastStates]
      .filter(
        ([subject]) => subject.startsWith('follow') || trackIds.has(subject.split(' ')[1] ?? ''),
      )
      .map(([subject, { exists, acknowledgedBy }]) => ({
        what: `${user.id} ${subject}`,
        exists,
        acknowledgedBy,
      })),
  )
  expect(lastStates.filter(({ what, exists }) => stored.has(what) !== exists)).toEqual([])
  for (const kind of [' like ', ' follow ', ' entry '])
    expect(
      lastStates.some(
        ({ what, exists, acknowledgedBy }) =>
          exists && acknowledgedBy === crashedUrl && what.includes(kind),
      ),
      `the crashed server acknowledged no${kind}that lasted`,
    ).toBe(true)
}

/** The doctor does not check these. */
async function expectNoDanglingFollows({ db }: Deployment): Promise<void> {
  const rows = await db.select().from(follows)
  const known = new Set((await db.select({ id: users.id }).from(users)).map(({ id }) => id))
  expect(rows.filter(({ followingId }) => !known.has(followingId))).toEqual([])
}

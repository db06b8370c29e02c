import { eq, or } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { follows, likes, playlists, tracks, users } from '#server/database/schema.ts'
import { removeReleasedFiles } from '#server/modules/uploads/cleanup-service.ts'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeUser } from '#server/testing/factories.ts'
import { startTestSession } from '#server/testing/sessions.ts'
import { register } from '#server/testing/upload-client.ts'
import { randomAudio } from '../crash/uploader.ts'
import type { Deployment } from '../deployment.ts'
import { expectConsistency, expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import type { StartTwoServers } from './share-two-servers.ts'

const rounds = repetitions(20, 3)
const fans = repetitions(12, 5)
/** How many responses each fan has received, at least and at most, before the user is deleted. */
const before = { least: 1, most: 12 }

export const testDeletion = (startTwoServers: StartTwoServers) =>
  test(`deletion: ${rounds} users who upload, and whom ${fans} others like, play, add and follow, are deleted on two servers without leaving rows or files (seed ${seed})`, async () => {
    const { deployment, urls, administratorId } = await startTwoServers()
    await makeUser(deployment.db, { id: administratorId })
    const sid = await startTestSession(deployment.db, administratorId)
    for (let round = 0; round < rounds; round++) {
      const asAdministrator = deployment.callerAt(
        seededRandom(`deleting server ${round}`).among(urls),
        sid,
      )
      await deleteDuringUse(deployment, urls, { round, asAdministrator })
    }
    await expectConsistency(deployment)
    await removeReleasedFiles(deployment)
    await expectIntegrity(deployment)
  }, 600_000)

type Round = { round: number; asAdministrator: Caller }

async function deleteDuringUse(
  deployment: Deployment,
  urls: string[],
  { round, asAdministrator }: Round,
): Promise<void> {
  const deletedUser = await createTestUser(deployment, urls)
  const fanUsers = await Promise.all(
    Array.from({ length: fans }, () => createTestUser(deployment, urls)),
  )
  const stopping = new AbortController()
  const failures: string[] = []
  const contextFor = (who: string): Worker => ({
    signal: stopping.signal,
    failures,
    random: seededRandom(`${who} ${round}`),
  })
  const busy = [
    ...fanUsers.map((fan, index) => interact(fan, deletedUser, contextFor(`fan ${index}`))),
    uploadUntilDeleted(deletedUser, contextFor('uploader')),
  ]
  const { least, most } = before
  const enough = seededRandom(`deletion ${round}`).between(least, most)
  await expect.poll(() => fanUsers.every(({ calls }) => calls >= enough), pollOptions).toBe(true)
  expect((await asAdministrator('DELETE', `/api/users/${deletedUser.id}/admin`)).status).toBe(204)
  const callsBefore = fanUsers.map(({ calls }) => calls)
  const haveContinued = () =>
    fanUsers.every(({ calls }, index) => calls > (callsBefore[index] ?? 0) + 2)
  await expect.poll(haveContinued, pollOptions).toBe(true)
  stopping.abort()
  await Promise.all(busy)
  expect(failures).toEqual([])
  await expectDeleted(deployment, deletedUser)
}

const pollOptions = { timeout: 60_000, interval: 5 }

type TestUser = { id: string; callers: Caller[]; trackIds: string[]; listId: string; calls: number }
type Worker = { signal: AbortSignal; failures: string[]; random: SeededRandom }

async function createTestUser(deployment: Deployment, urls: string[]): Promise<TestUser> {
  const { id, sid } = await deployment.createUser()
  const callers = urls.map((url) => deployment.callerAt(url, sid))
  const trackIds = [(await deployment.track(id)).id, (await deployment.track(id)).id]
  const list = await makePlaylist(deployment.db, id, [])
  return { id, callers, trackIds, listId: list.id, calls: 0 }
}

/** Applies every possible interaction to the user who is being deleted. */
async function interact(fan: TestUser, deletedUser: TestUser, worker: Worker): Promise<void> {
  const { signal, failures, random } = worker
  while (!signal.aborted) {
    const theirs = random.among(deletedUser.trackIds)
    const own = random.among(fan.trackIds)
    const list = `/api/playlists/${fan.listId}/tracks`
    const { by, method, path, body } = random.among<ApiCall>([
      { by: fan, method: 'POST', path: `/api/tracks/${theirs}/like` },
      { by: fan, method: 'POST', path: `/api/tracks/${theirs}/play` },
      { by: fan, method: 'POST', path: list, body: { trackId: theirs } },
      { by: fan, method: 'DELETE', path: `${list}/${theirs}` },
      { by: fan, method: 'POST', path: list, body: { trackId: own } },
      { by: fan, method: 'POST', path: `/api/users/${deletedUser.id}/follow` },
      { by: deletedUser, method: 'POST', path: `/api/users/${fan.id}/follow` },
      { by: deletedUser, method: 'POST', path: `/api/tracks/${own}/like` },
      { by: deletedUser, method: 'POST', path: '/api/playlists', body: { title: 'Too late' } },
    ])
    const response = await random.among(by.callers)(method, path, body ? { body } : {})
    if (response.status >= 500) failures.push(`${method} ${path}: ${response.status}`)
    await response.arrayBuffer()
    fan.calls++
  }
}

type ApiCall = { by: TestUser; method: string; path: string; body?: object }

/** Real files, until a track is created, for as long as the session exists. */
async function uploadUntilDeleted(
  { callers }: TestUser,
  { signal, failures, random }: Worker,
): Promise<void> {
  const readBody = async (step: string, response: Response) => {
    if (response.status >= 500) failures.push(`${step}: ${response.status}`)
    const text = await response.text()
    return JSON.parse(text || '{}') as { uploadURL?: string; objectPath?: string }
  }
  while (!signal.aborted) {
    const call = random.among(callers)
    const { uploadURL } = await readBody('upload URL', await call('POST', '/api/objects/upload'))
    if (!uploadURL) return
    await readBody('file', await fetch(uploadURL, { method: 'PUT', body: audioFor(random) }))
    const { objectPath } = await readBody('register', await register(call, 'audio', uploadURL))
    if (!objectPath) return
    const body = { title: 'Too late', audioUrl: objectPath }
    await readBody('track', await call('POST', '/api/tracks', { body }))
  }
}

const audioFor = (random: SeededRandom) => new Uint8Array(randomAudio(random))

async function expectDeleted(
  { db, visitor }: Deployment,
  { id, trackIds }: TestUser,
): Promise<void> {
  const left = {
    users: await db.$count(users, eq(users.id, id)),
    tracks: await db.$count(tracks, eq(tracks.userId, id)),
    playlists: await db.$count(playlists, eq(playlists.userId, id)),
    likes: await db.$count(likes, eq(likes.userId, id)),
    follows: await db.$count(follows, or(eq(follows.followerId, id), eq(follows.followingId, id))),
  }
  expect(left).toEqual({ users: 0, tracks: 0, playlists: 0, likes: 0, follows: 0 })
  const paths = [`/api/users/${id}`, ...trackIds.map((track) => `/api/tracks/${track}/audio`)]
  const responses = await Promise.all(paths.map((path) => visitor('GET', path)))
  expect(responses.map(({ status }) => status)).toEqual(paths.map(() => 404))
}

import { randomUUID } from 'node:crypto'
import { eq, or } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { follows, likes, playlists, tracks, users } from '#server/database/schema.ts'
import { startSession } from '#server/modules/auth/sessions.ts'
import { removeReleasedFiles } from '#server/modules/uploads/sweep.ts'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeUser } from '#server/testing/factories.ts'
import { register } from '#server/testing/upload-client.ts'
import { randomAudio } from '../crash/uploader.ts'
import { expectIntegrity, expectOrphansSwept } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import { makeSite, type Site } from '../site.ts'

const rounds = repetitions(20, 3)
const fans = repetitions(12, 5)
/** How many responses each fan has received, at least and at most, before the user is deleted. */
const before = { least: 1, most: 12 }

test(`deletion: ${rounds} users are deleted while ${fans} others like, play, add and follow, and they upload, on two servers (seed ${seed})`, async () => {
  const administratorId = randomUUID()
  const site = await makeSite({ env: { ADMIN_USER_IDS: administratorId } })
  const [first, second] = await Promise.all([site.start(), site.startAnother()])
  const urls = [first.url, second.url]
  await makeUser(site.db, { id: administratorId })
  const sid = await startSession(site.db, administratorId, '')
  for (let round = 0; round < rounds; round++) {
    const boss = site.callerAt(seededRandom(`deleting server ${round}`).among(urls), sid)
    await deleteAmidCrowd(site, urls, { round, boss })
  }
  await expectIntegrity(site)
  await removeReleasedFiles(site)
  await expectOrphansSwept(site)
}, 600_000)

type Round = { round: number; boss: Caller }

async function deleteAmidCrowd(site: Site, urls: string[], { round, boss }: Round): Promise<void> {
  const leaving = await somebody(site, urls)
  const crowd = await Promise.all(Array.from({ length: fans }, () => somebody(site, urls)))
  const stopping = new AbortController()
  const failures: string[] = []
  const workOf = (who: string): Work => ({
    signal: stopping.signal,
    failures,
    chance: seededRandom(`${who} ${round}`),
  })
  const busy = [
    ...crowd.map((fan, one) => bother(fan, leaving, workOf(`fan ${one}`))),
    uploadOn(leaving, workOf('uploader')),
  ]
  const { least, most } = before
  const enough = seededRandom(`deletion ${round}`).between(least, most)
  await expect.poll(() => crowd.every(({ calls }) => calls >= enough), patient).toBe(true)
  expect((await boss('DELETE', `/api/users/${leaving.id}/admin`)).status).toBe(204)
  const then = crowd.map(({ calls }) => calls)
  const goneOn = () => crowd.every(({ calls }, one) => calls > (then[one] ?? 0) + 2)
  await expect.poll(goneOn, patient).toBe(true)
  stopping.abort()
  await Promise.all(busy)
  expect(failures).toEqual([])
  await expectGone(site, leaving)
}

const patient = { timeout: 60_000, interval: 5 }

type Somebody = { id: string; callers: Caller[]; trackIds: string[]; listId: string; calls: number }
type Work = { signal: AbortSignal; failures: string[]; chance: SeededRandom }

async function somebody(site: Site, urls: string[]): Promise<Somebody> {
  const { id, sid } = await site.person()
  const callers = urls.map((url) => site.callerAt(url, sid))
  const trackIds = [(await site.track(id)).id, (await site.track(id)).id]
  const list = await makePlaylist(site.db, id, [])
  return { id, callers, trackIds, listId: list.id, calls: 0 }
}

/** Applies every possible interaction to the user who is being deleted. */
async function bother(fan: Somebody, leaving: Somebody, work: Work): Promise<void> {
  const { signal, failures, chance } = work
  while (!signal.aborted) {
    const theirs = chance.among(leaving.trackIds)
    const own = chance.among(fan.trackIds)
    const list = `/api/playlists/${fan.listId}/tracks`
    const { by, method, path, body } = chance.among<Ask>([
      { by: fan, method: 'POST', path: `/api/tracks/${theirs}/like` },
      { by: fan, method: 'POST', path: `/api/tracks/${theirs}/play` },
      { by: fan, method: 'POST', path: list, body: { trackId: theirs } },
      { by: fan, method: 'DELETE', path: `${list}/${theirs}` },
      { by: fan, method: 'POST', path: list, body: { trackId: own } },
      { by: fan, method: 'POST', path: `/api/users/${leaving.id}/follow` },
      { by: leaving, method: 'POST', path: `/api/users/${fan.id}/follow` },
      { by: leaving, method: 'POST', path: `/api/tracks/${own}/like` },
      { by: leaving, method: 'POST', path: '/api/playlists', body: { title: 'Too late' } },
    ])
    const answer = await chance.among(by.callers)(method, path, body ? { body } : {})
    if (answer.status >= 500) failures.push(`${method} ${path}: ${answer.status}`)
    await answer.arrayBuffer()
    fan.calls++
  }
}

type Ask = { by: Somebody; method: string; path: string; body?: object }

/** Real files, until a track is created, for as long as the session exists. */
async function uploadOn({ callers }: Somebody, { signal, failures, chance }: Work): Promise<void> {
  const answered = async (step: string, answer: Response) => {
    if (answer.status >= 500) failures.push(`${step}: ${answer.status}`)
    const text = await answer.text()
    return JSON.parse(text || '{}') as { uploadURL?: string; objectPath?: string }
  }
  while (!signal.aborted) {
    const call = chance.among(callers)
    const { uploadURL } = await answered('address', await call('POST', '/api/objects/upload'))
    if (!uploadURL) return
    await answered('file', await fetch(uploadURL, { method: 'PUT', body: soundFor(chance) }))
    const { objectPath } = await answered('register', await register(call, 'audio', uploadURL))
    if (!objectPath) return
    const body = { title: 'Too late', audioUrl: objectPath }
    await answered('track', await call('POST', '/api/tracks', { body }))
  }
}

const soundFor = (chance: SeededRandom) => new Uint8Array(randomAudio(chance))

async function expectGone({ db, visitor }: Site, { id, trackIds }: Somebody): Promise<void> {
  const left = {
    people: await db.$count(users, eq(users.id, id)),
    tracks: await db.$count(tracks, eq(tracks.userId, id)),
    playlists: await db.$count(playlists, eq(playlists.userId, id)),
    likes: await db.$count(likes, eq(likes.userId, id)),
    follows: await db.$count(follows, or(eq(follows.followerId, id), eq(follows.followingId, id))),
  }
  expect(left).toEqual({ people: 0, tracks: 0, playlists: 0, likes: 0, follows: 0 })
  const asked = [`/api/users/${id}`, ...trackIds.map((track) => `/api/tracks/${track}/audio`)]
  const answers = await Promise.all(asked.map((path) => visitor('GET', path)))
  expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 404))
}

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { follows, likes, playlistTracks, tracks, users } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist, makeUpload, type TrackRow } from '#server/testing/factories.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import { makeSite, type Site } from '../site.ts'

const people = repetitions(50, 12)
// Enough that the server that crashes has acknowledged a like, a follow and an entry that last.
const turns = repetitions(60, 24)

test(`two servers on one database stay consistent with ${people} concurrent users when one server crashes (seed ${seed})`, async () => {
  const site = await makeSite()
  const [first, second] = await Promise.all([site.start(), site.startAnother()])
  const crowd = await makeCrowd(site, second.url)
  await expectOneWinner(crowd)
  await expectOwnSlugs(site, crowd)

  const chance = seededRandom('which dies')
  const failures: string[] = []
  const last = crowd.map((person, one) => wander(person, seededRandom(`wanderer ${one}`), failures))
  const survivor = chance.among([first, second])
  const dead = survivor === first ? second : first
  await expect.poll(() => crowd.some(({ calls }) => calls > turns / 2), patient).toBe(true)
  dead.signal('SIGKILL')
  await dead.exitCode()
  await Promise.all(last)
  expect(failures).toEqual([])
  await expectKept(site, crowd, dead.url)
  await expectNoFollowsOfNobody(site)
  await expectIntegrity(site)
}, 600_000)

const patient = { timeout: 60_000, interval: 5 }

type Person = {
  id: string
  /** The same session on either server. */
  at: { url: string; call: Caller }[]
  own: TrackRow[]
  listId: string
  all: Person[]
  calls: number
  told: Told
}

async function makeCrowd(site: Site, otherUrl: string): Promise<Person[]> {
  const all: Person[] = []
  for (let one = 0; one < people; one++) {
    const { id, sid, call } = await site.person()
    const own = [await site.track(id), await site.track(id)]
    const { id: listId } = await makePlaylist(site.db, id, [])
    const other = { url: otherUrl, call: site.callerAt(otherUrl, sid) }
    const at = [{ url: site.url, call }, other]
    all.push({ id, at, own, listId, all, calls: 0, told: new Map() })
  }
  return all
}

/** The last state of each like, follow and playlist entry of a user, and the server that acknowledged it. */
type Told = Map<string, { isThere: boolean; by: string }>

/** Undefined if the call changed nothing. */
function whatItSays(status: number, text: string): boolean | undefined {
  if (status === 201) return true
  if (status === 204) return false
  if (status !== 200) return undefined
  const said = JSON.parse(text) as { liked?: boolean; isFollowing?: boolean }
  return said.liked ?? said.isFollowing
}

const callOf = (person: Person, which: number): Caller => {
  const server = person.at[which % person.at.length]
  if (!server) throw new Error('There is no server.')
  return server.call
}

async function expectOneWinner(crowd: Person[]): Promise<void> {
  const answers = await Promise.all(
    crowd.map((person, one) =>
      callOf(person, one)('PUT', '/api/users/profile', { body: { username: 'wanted' } }),
    ),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...crowd.slice(1).map(() => 409)])
}

/** One title used fifty times gives fifty slugs; one file used twice gives one track. */
async function expectOwnSlugs({ db }: Site, crowd: Person[]): Promise<void> {
  const answers = await Promise.all(
    crowd.map(async (person) => {
      const { objectPath } = await makeUpload(db, person.id, 'audio')
      const body = { title: 'The Same', audioUrl: objectPath }
      const both = [0, 1].map((which) => callOf(person, which)('POST', '/api/tracks', { body }))
      return (await Promise.all(both)).map(({ status }) => status).sort()
    }),
  )
  expect(answers).toEqual(crowd.map(() => [201, 409]))
  const same = await db.select().from(tracks).where(eq(tracks.title, 'The Same'))
  expect(new Set(same.map(({ slug }) => slug)).size).toBe(crowd.length)
  // They have no audio.
  const gone = crowd.flatMap((person) =>
    same
      .filter(({ userId }) => userId === person.id)
      .map(({ id }) => callOf(person, 0)('DELETE', `/api/tracks/${id}`)),
  )
  expect((await Promise.all(gone)).map(({ status }) => status)).toEqual(crowd.map(() => 204))
}

/** Likes, follows, plays, reorders and deletes what others use, until enough calls are done. */
async function wander(person: Person, chance: SeededRandom, failures: string[]): Promise<void> {
  while (person.calls++ < turns) {
    const server = chance.among(person.at)
    const { method, path, body, about } = nextCall(person, chance)
    // Until the response arrives, either state is possible.
    if (about) person.told.delete(about)
    try {
      const answer = await server.call(method, path, body ? { body } : {})
      if (answer.status >= 500) failures.push(`${method} ${path}: ${answer.status}`)
      const isThere = whatItSays(answer.status, await answer.text())
      if (about && isThere !== undefined) person.told.set(about, { isThere, by: server.url })
    } catch (error) {
      // Clients of the crashed server lose the connection and switch to the other one.
      person.at = person.at.filter(({ url }) => url !== server.url)
      if (person.at.length === 0) throw error
    }
  }
}

function nextCall(person: Person, chance: SeededRandom) {
  const other = chance.among(person.all)
  const { id } = chance.among(other.own)
  const list = `/api/playlists/${person.listId}`
  const like = { method: 'POST', path: `/api/tracks/${id}/like`, about: `like ${id}` }
  const listed = `entry ${id}`
  const add = { method: 'POST', path: `${list}/tracks`, body: { trackId: id }, about: listed }
  return chance.among<{ method: string; path: string; body?: object; about?: string }>([
    like,
    like,
    { method: 'POST', path: `/api/tracks/${id}/play` },
    { method: 'POST', path: `/api/users/${other.id}/follow`, about: `follow ${other.id}` },
    add,
    add,
    { method: 'DELETE', path: `${list}/tracks/${id}`, about: listed },
    { method: 'PUT', path: `${list}/reorder`, body: { trackIds: [id] } },
    ...(chance.between(0, 9) === 0
      ? [{ method: 'DELETE', path: `/api/tracks/${person.own[0]?.id}` }]
      : []),
  ])
}

/** The state matches the last response of either server, including the crashed one; deletions cascade to likes and entries. */
async function expectKept({ db }: Site, crowd: Person[], deadUrl: string): Promise<void> {
  const existing = new Set((await db.select({ id: tracks.id }).from(tracks)).map(({ id }) => id))
  const lists = new Map(crowd.map(({ id, listId }) => [listId, id]))
  const entries = (await db.select().from(playlistTracks)).map(
    ({ playlistId, trackId }) => `${lists.get(playlistId)} entry ${trackId}`,
  )
  const liked = (await db.select().from(likes)).map(
    ({ userId, trackId }) => `${userId} like ${trackId}`,
  )
  const followed = (await db.select().from(follows)).map(
    ({ followerId, followingId }) => `${followerId} follow ${followingId}`,
  )
  const there = new Set([...entries, ...liked, ...followed])
  const told = crowd.flatMap((person) =>
    [...person.told]
      .filter(([about]) => about.startsWith('follow') || existing.has(about.split(' ')[1] ?? ''))
      .map(([about, { isThere, by }]) => ({ what: `${person.id} ${about}`, isThere, by })),
  )
  expect(told.filter(({ what, isThere }) => there.has(what) !== isThere)).toEqual([])
  for (const kind of [' like ', ' follow ', ' entry '])
    expect(
      told.some(({ what, isThere, by }) => isThere && by === deadUrl && what.includes(kind)),
      `the dead server acknowledged no${kind}that lasted`,
    ).toBe(true)
}

/** The doctor does not check these. */
async function expectNoFollowsOfNobody({ db }: Site): Promise<void> {
  const rows = await db.select().from(follows)
  const known = new Set((await db.select({ id: users.id }).from(users)).map(({ id }) => id))
  expect(rows.filter(({ followingId }) => !known.has(followingId))).toEqual([])
}

import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { playlists, playlistTracks } from '#server/database/schema.ts'
import type { Caller } from '#server/testing/app.ts'
import { makePlaylist } from '#server/testing/factories.ts'
import { startTestSession } from '#server/testing/sessions.ts'
import type { Deployment } from '../deployment.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import type { StartTwoServers } from './share-two-servers.ts'

const sessions = repetitions(16, 6)
const changesEach = repetitions(80, 15)
/** So few that the sessions conflict. */
const trackCount = 12

export const testOnePlaylist = (startTwoServers: StartTwoServers) =>
  test(`playlists: ${sessions} sessions that add, remove and reorder tracks of one playlist on two servers leave gapless positions and no lost change (seed ${seed})`, async () => {
    const { deployment, urls } = await startTwoServers()
    const { id: userId } = await deployment.createUser()
    const trackIds: string[] = []
    for (let index = 0; index < trackCount; index++)
      trackIds.push((await deployment.track(userId)).id)
    const { id } = await makePlaylist(deployment.db, userId, trackIds.slice(0, trackCount / 2))
    const list: List = { id, trackIds, responses: [] }
    const runSession = async (session: number) => {
      const sid = await startTestSession(deployment.db, userId)
      const servers = urls.map((url) => deployment.callerAt(url, sid))
      const random = seededRandom(`session ${session}`)
      for (let index = 0; index < changesEach; index++)
        await change(list, random.among(servers), random)
    }
    await Promise.all(Array.from({ length: sessions }, (_, session) => runSession(session)))
    expectAllowedStatuses(list)
    await expectConsistentOrder(deployment, list)
    await expectIntegrity(deployment)
  }, 300_000)

type Kind = 'add' | 'remove' | 'sort'
type List = { id: string; trackIds: string[]; responses: { kind: Kind; status: number }[] }

async function change(list: List, call: Caller, random: SeededRandom): Promise<void> {
  const at = `/api/playlists/${list.id}`
  const trackId = random.among(list.trackIds)
  const send: Record<Kind, () => Promise<Response>> = {
    add: () => call('POST', `${at}/tracks`, { body: { trackId } }),
    remove: () => call('DELETE', `${at}/tracks/${trackId}`),
    sort: async () => {
      const playlist = (await (await call('GET', at)).json()) as {
        updatedAt: string
        playlistTracks: { trackId: string }[]
      }
      const trackIds = random.shuffled(playlist.playlistTracks.map((entry) => entry.trackId))
      return call('PUT', `${at}/reorder`, { body: { trackIds, updatedAt: playlist.updatedAt } })
    },
  }
  const kind = random.among(['add', 'add', 'remove', 'sort', 'sort', 'sort'] as const)
  const { status } = await send[kind]()
  list.responses.push({ kind, status })
}

/** Each request succeeds or conflicts with another session, and enough of each kind succeed. */
function expectAllowedStatuses({ responses }: List): void {
  const allowed = { add: [201, 409], remove: [204, 404], sort: [200, 409] }
  expect(responses.filter(({ kind, status }) => !allowed[kind].includes(status))).toEqual([])
  for (const [kind, [done]] of Object.entries(allowed)) {
    const count = responses.filter(
      (response) => response.kind === kind && response.status === done,
    ).length
    expect(count, `${kind} rarely succeeded`).toBeGreaterThan(3)
  }
}

async function expectConsistentOrder({ db, visitor }: Deployment, list: List): Promise<void> {
  const rows = await db
    .select()
    .from(playlistTracks)
    .where(eq(playlistTracks.playlistId, list.id))
    .orderBy(asc(playlistTracks.position))
  expect(rows.map(({ position }) => position)).toEqual([...rows.keys()])
  const done = (expected: number) =>
    list.responses.filter(({ status }) => status === expected).length
  expect(rows.length).toBe(trackCount / 2 + done(201) - done(204))
  const [playlist] = await db.select().from(playlists).where(eq(playlists.id, list.id))
  expect(playlist?.trackCount).toBe(rows.length)
  const listed = (await (await visitor('GET', `/api/playlists/${list.id}`)).json()) as {
    playlistTracks: { trackId: string }[]
  }
  expect(listed.playlistTracks.map(({ trackId }) => trackId)).toEqual(
    rows.map(({ trackId }) => trackId),
  )
}

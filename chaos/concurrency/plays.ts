import { count, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pendingPlays, playCount, plays, tracks } from '#server/database/schema.ts'
import { type Caller, createCaller } from '#server/testing/app.ts'
import type { Deployment } from '../deployment.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import type { StartTwoServers } from './share-two-servers.ts'

const rounds = repetitions(5, 1)
const fromOne = repetitions(1000, 100)
const sessions = repetitions(50, 20)
/** Fifty concurrent requests: more would test the machine. */
const concurrency = 50

export const testPlays = (startTwoServers: StartTwoServers) =>
  test(`plays: in ${rounds} rounds, ${fromOne} plays from one session count once and those from ${sessions} others once each, on two servers (seed ${seed})`, async () => {
    const { deployment, urls } = await startTwoServers()
    const owner = await deployment.createUser()
    for (let round = 0; round < rounds; round++) {
      const random = seededRandom(`plays ${round}`)
      const { id } = await deployment.track(owner.id)
      const one = await listenerAt(deployment, urls, random)
      const again = await playAll(
        Array.from({ length: fromOne }, () => one),
        { id, random },
      )
      expect(again).toEqual({ counted: 1, others: fromOne - 1 })
      await expectCounted(deployment, id, 1)

      const many: Listener[] = []
      while (many.length < sessions) many.push(await listenerAt(deployment, urls, random))
      const each = many.flatMap((listener) =>
        Array.from({ length: random.between(1, 5) }, () => listener),
      )
      const counted = await playAll(random.shuffled(each), { id, random })
      expect(counted).toEqual({ counted: sessions, others: each.length - sessions })
      await expectCounted(deployment, id, 1 + sessions)
    }
    await expectIntegrity(deployment)
  }, 600_000)

/** One session, on either server. */
type Listener = Caller[]

/** A signed-in user or an anonymous browser. */
async function listenerAt(
  deployment: Deployment,
  urls: string[],
  random: SeededRandom,
): Promise<Listener> {
  if (random.between(0, 1) === 0) {
    const { sid } = await deployment.createUser()
    return urls.map((url) => deployment.callerAt(url, sid))
  }
  const token = random.bytes(16).toString('base64url')
  return urls.map((url) => createCaller(url, { cookie: `listener=${token}` }))
}

async function playAll(
  listeners: Listener[],
  { id, random }: { id: string; random: SeededRandom },
) {
  const remaining = [...listeners]
  const results = { counted: 0, others: 0 }
  const playNext = async () => {
    for (let next = remaining.pop(); next; next = remaining.pop()) {
      const response = await random.among(next)('POST', `/api/tracks/${id}/play`)
      expect(response.status).toBe(200)
      const { counted } = (await response.json()) as { counted: boolean }
      results[counted ? 'counted' : 'others'] += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, playNext))
  return results
}

/** The displayed count includes pending plays immediately; the track's own count, which ranks it, follows soon. */
async function expectCounted({ db }: Deployment, id: string, expected: number): Promise<void> {
  const [displayed] = await db.select({ playCount }).from(tracks).where(eq(tracks.id, id))
  expect(displayed?.playCount).toBe(expected)
  const [remembered] = await db.select({ rows: count() }).from(plays).where(eq(plays.trackId, id))
  expect(remembered?.rows).toBe(expected)
  const ranked = async () => {
    const [track] = await db
      .select({ plays: tracks.flushedPlays })
      .from(tracks)
      .where(eq(tracks.id, id))
    return { plays: track?.plays, remaining: await db.$count(pendingPlays) }
  }
  await expect.poll(ranked, { timeout: 60_000 }).toEqual({ plays: expected, remaining: 0 })
}

import { count, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pendingPlays, playCount, plays, tracks } from '#server/database/schema.ts'
import { type Caller, createCaller } from '#server/testing/app.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import { makeSite, type Site } from '../site.ts'

const rounds = repetitions(5, 1)
const fromOne = repetitions(1000, 200)
const sessions = 50
/** Fifty concurrent requests: more would test the machine. */
const atOnce = 50

test(`plays: in ${rounds} rounds, ${fromOne} plays from one session count once and those from ${sessions} others once each, on two servers (seed ${seed})`, async () => {
  const site = await makeSite()
  const servers = await Promise.all([site.start(), site.startAnother()])
  const urls = servers.map(({ url }) => url)
  const owner = await site.person()
  for (let round = 0; round < rounds; round++) {
    const chance = seededRandom(`plays ${round}`)
    const { id } = await site.track(owner.id)
    const one = await listenerAt(site, urls, chance)
    const again = await playAll(
      Array.from({ length: fromOne }, () => one),
      { id, chance },
    )
    expect(again).toEqual({ counted: 1, others: fromOne - 1 })
    await expectCounted(site, id, 1)

    const many: Listener[] = []
    while (many.length < sessions) many.push(await listenerAt(site, urls, chance))
    const each = many.flatMap((listener) =>
      Array.from({ length: chance.between(1, 5) }, () => listener),
    )
    const counted = await playAll(chance.shuffled(each), { id, chance })
    expect(counted).toEqual({ counted: sessions, others: each.length - sessions })
    await expectCounted(site, id, 1 + sessions)
  }
  await expectIntegrity(site)
}, 600_000)

/** One session, on either server. */
type Listener = Caller[]

/** A signed-in user or an anonymous browser. */
async function listenerAt(site: Site, urls: string[], chance: SeededRandom): Promise<Listener> {
  if (chance.between(0, 1) === 0) {
    const { sid } = await site.person()
    return urls.map((url) => site.callerAt(url, sid))
  }
  const token = chance.bytes(16).toString('base64url')
  return urls.map((url) => createCaller(url, { cookie: `listener=${token}` }))
}

async function playAll(
  listeners: Listener[],
  { id, chance }: { id: string; chance: SeededRandom },
) {
  const waiting = [...listeners]
  const told = { counted: 0, others: 0 }
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const answer = await chance.among(next)('POST', `/api/tracks/${id}/play`)
      expect(answer.status).toBe(200)
      const { counted } = (await answer.json()) as { counted: boolean }
      told[counted ? 'counted' : 'others'] += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return told
}

/** The displayed count includes pending plays immediately; the track's own count, which ranks it, follows soon. */
async function expectCounted({ db }: Site, id: string, wanted: number): Promise<void> {
  const [shown] = await db.select({ playCount }).from(tracks).where(eq(tracks.id, id))
  expect(shown?.playCount).toBe(wanted)
  const [remembered] = await db.select({ rows: count() }).from(plays).where(eq(plays.trackId, id))
  expect(remembered?.rows).toBe(wanted)
  const ranked = async () => {
    const [track] = await db
      .select({ plays: tracks.playCount })
      .from(tracks)
      .where(eq(tracks.id, id))
    return { plays: track?.plays, waiting: await db.$count(pendingPlays) }
  }
  await expect.poll(ranked, { timeout: 60_000 }).toEqual({ plays: wanted, waiting: 0 })
}
